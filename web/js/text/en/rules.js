// The rules in English.

export default {
  'rules.title': 'Rules',
  'rules.lead': 'Halma was made in the 1880s. It takes a minute to learn: nothing is captured, and the fun is in finding the longest way.',
  'rules.play': 'Play a game',

  'rules.aim': 'The aim',
  'rules.aim.1': 'Every side begins with its army in a corner, its home. The corner opposite is its goal.',
  'rules.aim.2': 'Who first fills the goal with the own army wins.',
  'rules.aim.3': 'Sides move in turn, one piece a turn. With two players white begins, in a rematch black.',
  'rules.aim.figure': 'The board of 16 by 16 with nineteen white and nineteen black pieces in opposite corners',

  'rules.step': 'Stepping',
  'rules.step.1': 'A piece steps to any empty square next to it, straight or diagonally.',
  'rules.step.figure': 'A white piece and the seven free squares around it; a black piece stands on the eighth',

  'rules.jump': 'Jumping',
  'rules.jump.1': 'Or it jumps, in a straight line, over one piece right beside it to the empty square right behind. It may jump over anybody, friend or foe.',
  'rules.jump.2': 'Nobody must jump, and nothing that is jumped over leaves the board.',
  'rules.jump.figure': 'A white piece jumps diagonally over a black one',

  'rules.chain': 'Chains',
  'rules.chain.1': 'After a jump the same piece may jump again, in any direction, as often as it can and likes, and stop after any jump.',
  'rules.chain.2': 'No square may be landed on twice in one chain, the one it started from included.',
  'rules.chain.3': 'A step and a jump never go together in one turn.',
  'rules.chain.figure': 'A white piece makes four jumps over pieces of both colours in one turn',

  'rules.win': 'Winning',
  'rules.win.1': 'You have won as soon as every square of your goal holds a piece of yours.',
  'rules.win.2': 'Pieces may pass through any camp and stop there, and leave it again.',
  'rules.win.3': 'Who cannot move at all passes; the server does that by itself.',

  'rules.draw': 'Draws',
  'rules.draw.1': 'The players may agree on a draw. A position that comes up for the third time with the same side to move is a draw as well.',
  'rules.draw.2': 'Some games have a limit of moves; when it is reached, nobody has won.',

  'rules.standard': 'Nobody can spoil it',
  'rules.standard.1': 'In the original game one piece left at home keeps the other side from ever winning. The games called standard know two remedies.',
  'rules.standard.2': 'From turn 90 on (65 with four players) you must move a piece out of your home as long as one can leave.',
  'rules.standard.3': 'From the same turn on you also win when your goal is full of any pieces, if at least one of them is yours. After 400 turns each it is a draw.',

  'rules.more': 'Three, four, partners',
  'rules.more.1': 'With three, red plays a smaller army towards the empty corner. With four, everyone has thirteen pieces. Turns go clockwise: white, red, black, blue.',
  'rules.more.2': 'Partners sit opposite each other and make room for each other. They win when both armies are home, or, if so agreed, when one is.',
  'rules.more.3': 'Whose army is home moves the partner’s pieces from then on.',
  'rules.more.figure': 'The board with four armies of thirteen, one in each corner',

  'rules.out': 'Giving up',
  'rules.out.1': 'Who resigns or runs out of time is out: the pieces leave the board and the others play on. The last one in wins.',
  'rules.out.2': 'Until everybody has moved, any player may call the game off instead; it then counts nowhere.',

  'rules.variants': 'Variants',
  'rules.grasshopper': 'Grasshopper',
  'rules.grasshopper.1': 'Ten pieces each on a board of 8 × 8. A game takes ten minutes.',
  'rules.grasshopper.figure': 'The board of 8 by 8 with ten white and ten black pieces',
  'rules.brainking': 'BrainKing 8 and 10',
  'rules.brainking.1': 'Whoever still has a piece at home after 30 moves on 8 × 8, or 50 moves on 10 × 10, has lost.',
  'rules.paco': 'Paco',
  'rules.paco.1': 'A goal full of any pieces wins from the first turn on, if one of them is yours. Staying at home is no defence.',
  'rules.colour': 'Colour Halma',
  'rules.colour.1': 'Pieces that start on the colour of your corner only step, and only diagonally. The others only jump, and only straight.',
  'rules.colour.figure': 'A black piece steps diagonally; a white piece on the other colour jumps straight',
  'rules.marked': 'Marked Halma',
  'rules.marked.1': 'The piece in your corner wears a crown. You are home only when it stands exactly on the far corner of your goal.',
  'rules.marked.figure': 'The board of 8 by 8; the piece in each corner wears a crown',

  'rules.table': 'At this table',
  'rules.offers': 'Draws and takebacks',
  'rules.offers.1': 'You may offer a draw or ask to take your last move back. All the others must accept; one refusal, or simply moving on, ends the offer. After a refusal you can ask again ten moves later.',
  'rules.time': 'Clocks',
  'rules.time.1': 'A game may have a clock for the whole game, with some seconds added for each move, or a time for each move, up to fourteen days. Your first move costs no time, but make it within a minute.',
  'rules.gone': 'When somebody leaves',
  'rules.gone.1': 'If the player on the move has gone for a while, you can claim the game: win it or call it a draw. With more players the missing one goes out.',
  'rules.notation': 'Notation',
  'rules.notation.1': 'Columns are letters, rows are figures, from the lower left: a1. A move names every square it touches: a step is e12-f11, a chain c14-e12-e10.',
};
