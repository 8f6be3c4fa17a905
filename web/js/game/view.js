// What the board of a game shows: from the game, the plan and the ply looked at to camps, pieces and lines.

import { lastPath, piecesAfter, startPieces } from '../model/line.js';
import { formatPosition } from '../model/position.js';
import { seatsIn } from '../model/seats.js';
import { quartersFor } from '../model/squares.js';
import { seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** How far to turn the board so that one's own camp is near. */
export function quartersOf(game, mine) {
  return mine.length > 0 ? quartersFor(game.seats[mine[0]].home, game.board) : 0;
}

/** The view of the present, or of the ply looked at. */
export function boardView({ game, mine, plan, turn, reach, sending, quarters, line, past }) {
  const shown = past
    ? { pieces: piecesAfter(startPieces(game, line), line, past.ply), last: lastPath(line, past.ply), plan: null, movable: [], ends: [], onward: [] }
    : {
      pieces: game.pieces,
      last: game.last,
      plan: plan && { path: plan.path, piece: game.pieces[plan.path[0]], sending },
      movable: sending ? [] : (turn?.pieces.map((piece) => piece.from) ?? []),
      ...reach,
    };
  return { size: game.board, quarters, camps: campsOf(game, mine), ...shown };
}

/** Every home, and every goal that is nobody's home; the goal of a seat one plays is a little stronger. */
export function campsOf(game, mine) {
  const key = (squares) => [...squares].sort().join();
  const goals = new Map(seatsIn(game).map((seat) => [key(game.seats[seat].goal), seat]));
  const strong = (squares) => mine.length < seatsIn(game).length && mine.includes(goals.get(key(squares)));
  const homes = seatsIn(game).map((seat) => ({ seat, squares: game.seats[seat].home, owned: true }));
  const taken = new Set(homes.map(({ squares }) => key(squares)));
  const free = seatsIn(game).filter((seat) => !taken.has(key(game.seats[seat].goal)))
    .map((seat) => ({ seat, squares: game.seats[seat].goal, owned: false }));
  return [...free, ...homes].map((camp) => ({ ...camp, strong: strong(camp.squares) }));
}

/** What a screen reader hears of a square. */
export function describeSquare(square, { pieces, ends, plan }) {
  const planned = plan?.path.length > 1 && plan.path.at(-1) === square;
  if (planned) return t('square.planned', { square });
  if (ends.includes(square)) return t('square.end', { square });
  const piece = pieces[square];
  if (!piece) return t('square.empty', { square });
  const words = t(piece.marked ? 'square.marked' : 'square.piece', { square, seat: seatName(piece.seat) });
  return plan?.path[0] === square ? t('square.chosen', { words }) : words;
}

/** The game as it was at the ply looked at, as far as the strips tell of it. */
export function shownGame({ game, past, line }, { pieces }) {
  return past ? { ...game, pieces, outcome: null, toMove: nextSeat(game, past, line), away: {} } : game;
}

/** The text of the position shown, for the practice board. */
export function positionOf({ game, past, line }, { pieces }) {
  const seats = seatsIn(game);
  const toMove = past ? nextSeat(game, past, line) : game.toMove;
  return formatPosition({ size: game.board, pieces, toMove: toMove ?? seats[0], seats });
}

function nextSeat(game, past, line) {
  return line.plies[past.ply]?.seat ?? game.toMove;
}
