// Turns the state of a game into sentences: whose turn, what is planned, how it ended, what went wrong.

import { isReady } from '../model/plan.js';
import { movesFrom } from '../model/chains.js';
import { freeSeats, seatsIn } from '../model/seats.js';
import { has, t } from './messages.js';
import { numberText } from './times.js';

const ILLEGAL = new Set(['too_short', 'off_board', 'no_piece', 'not_your_piece', 'occupied', 'not_adjacent',
  'nothing_to_jump', 'visited', 'step_and_jump_mixed', 'wrong_kind', 'bad_path']);

/** The name of the rules of a game or list entry. */
export function rulesTitle(preset) {
  const key = `preset.${preset ?? 'custom'}`;
  return has(key) ? t(key) : preset;
}

/** A name as part of a sentence: written from right to left, it turns only itself. */
export const apart = (name) => `\u2068${name}\u2069`;

export const seatName = (seat) => t(`seat.${seat}`);

/** Who holds a seat: a player's name, the computer at its level, whom it is kept for, or nobody. */
export function holderName({ player, computer, invited }) {
  if (player) return player.name;
  if (computer) return t('seat.computer.short', { n: computer });
  return invited ? t('seat.kept', { name: invited.name }) : t('seat.free');
}

/** Several things in one breath. */
export function together(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}${t('and')}${words.at(-1)}`;
}

/** Whose turn it is, or what the game waits for, or who won. */
export function turnLine(game, mine) {
  if (game.status === 'finished') return resultTitle(game, mine);
  if (game.status === 'open') return t('turn.waiting', { n: freeSeats(game).length });
  const seat = game.toMove;
  // Between the event that ends a game and the one that says so nobody is to move.
  if (!seat) return '';
  if (mine.includes(seat)) return mine.length > 1 ? t('turn.yours.as', { seat: seatName(seat) }) : t('turn.yours');
  return t('turn.other', { name: apart(holderName(game.seats[seat])), seat: seatName(seat) });
}

/** What the player can do next, while the move is theirs. */
export function planLine(plan, turn, sending) {
  if (sending) return t('turn.sending');
  if (!turn) return t('turn.fetching');
  if (!plan) return t('turn.choose');
  const { path } = plan;
  if (path.length === 1) return t('turn.goal');
  if (!isReady(plan, turn)) return t('turn.goOn');
  const piece = movesFrom(turn, path[0]);
  const span = { n: path.length - 1, from: path[0], to: path.at(-1) };
  return path.length === 2 && piece.steps?.includes(path[1]) ? t('turn.step', span) : t('turn.chain', span);
}

/** How the computer sees the game after its hint; `score` is in hundredths of a move. */
export function hintLine(score) {
  const moves = Math.round(Math.abs(score) / 10) / 10;
  if (moves < 0.5) return t('hint.even');
  return t(score > 0 ? 'hint.ahead' : 'hint.behind', { n: numberText(moves) });
}

/** What a button or a line of the menu does. */
export function actionLabel({ id, seat, accepts }, game) {
  if (id === 'rematch') return t(rematchLabel(game, accepts));
  if (id === 'abort' && game.status === 'open') return t('act.abort.open');
  return t(`act.${id}`, { seat: seat ? seatName(seat) : '' });
}

function rematchLabel(game, accepts) {
  if (game.solo) return 'act.rematch.solo';
  return accepts ? 'act.rematch.accept' : 'act.rematch';
}

/** Who wants another game; empty while nobody has said so. */
export function rematchLine(game, mine) {
  if (game.successor || game.rematch.length === 0) return '';
  if (game.rematch.every((seat) => mine.includes(seat))) return t('result.rematch.asked');
  return t('result.rematch', { seats: together(game.rematch.map(seatName)) });
}

/** Who won, in a few words. */
export function resultTitle(game, mine) {
  const { winners, reason } = game.outcome;
  if (reason === 'aborted') return t('result.aborted');
  if (winners.length === 0) return t('result.draw');
  const seats = seatsIn(game);
  if (mine.length < seats.length && winners.some((seat) => mine.includes(seat))) return t('result.you');
  if (winners.length === 1) return t('result.won', { seat: seatName(winners[0]) });
  return t('result.won.many', { seats: together(winners.map(seatName)) });
}

/** Why it ended so. */
export function resultReason(game) {
  const { reason, winners } = game.outcome;
  const out = seatsIn(game).filter((seat) => !winners.includes(seat));
  if (out.length === 1 && has(`reason.${reason}.two`)) return t(`reason.${reason}.two`, { seat: seatName(out[0]) });
  return t(`reason.${reason}`);
}

/** What went wrong with a game to be made, naming the options that clash. */
export function clashLine(refusal) {
  const key = `clash.${refusal.message.split(':')[0]}`;
  return refusal.code === 'bad_ruleset' && has(key) ? t(key) : refusalLine(refusal);
}

/** What went wrong and what to do about it. */
export function refusalLine(refusal) {
  if (ILLEGAL.has(refusal.code)) return t('error.illegal');
  const key = `error.${refusal.code}`;
  return t(has(key) ? key : 'error.other', { message: refusal.message });
}
