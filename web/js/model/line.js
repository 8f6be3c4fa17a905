// The line a game has come to: its plies, without those taken back, and what could be done again.

import { withoutArmy } from './fold.js';
import { parsePosition } from './position.js';
import { seatsOf } from './seats.js';
import { parse } from './squares.js';

const OUT = new Set(['resigned', 'flagged', 'claimed']);
const NONE = { plies: [], undone: [], start: null, seats: 2 };

/**
 * `{plies, undone, start}` of a game's events. A ply is `{seq, seat, kind, path?, missed?}`: a move, a pass, or a
 * seat going out; `undone` are the stretches of plies that can be done again, newest last; `start` is the text of
 * the position begun from, if it is not the usual one. A claim against one of two ends the game; the army stays.
 */
export function lineOf(events) {
  const line = { ...NONE, plies: [], undone: [] };
  for (const event of events) (STEPS[event.kind] ?? pass)(line, event);
  return events.length > 0 ? line : NONE;
}

const STEPS = {
  created: (line, { start, rules }) => Object.assign(line, { start: start ?? null, seats: seatsOf(rules).length }),
  moved: (line, { seq, seat, path }) => {
    line.plies.push({ seq, seat, kind: 'moved', path: path.split('-') });
    line.undone = [];
  },
  passed: goOn,
  resigned: goOn,
  flagged: goOn,
  claimed: (line, { seq, seat }) => {
    const out = line.plies.filter(({ kind, missed }) => missed || OUT.has(kind)).length;
    line.plies.push({ seq, seat, kind: 'claimed', stays: line.seats - out <= 2 });
  },
  missed_deadline: (line, { seat }) => {
    const move = line.plies.findLastIndex((ply) => ply.kind === 'moved' && ply.seat === seat);
    if (move >= 0) line.plies[move] = { ...line.plies[move], missed: true };
  },
  taken_back: (line, { plies }) => { line.plies.length = Math.min(plies, line.plies.length); },
  undone: (line, { plies }) => line.undone.push(line.plies.splice(plies)),
  redone: (line) => line.plies.push(...(line.undone.pop() ?? [])),
};

function goOn(line, { seq, seat, kind }) {
  line.plies.push({ seq, seat, kind });
}

function pass() {}

/** The path of the last move before ply number `ply`, or null. */
export function lastPath(line, ply = line.plies.length) {
  return line.plies.slice(0, ply).findLast(({ kind }) => kind === 'moved')?.path ?? null;
}

/** The pieces after so many plies, from the pieces of the start. */
export function piecesAfter(start, line, ply) {
  let pieces = { ...start };
  for (const { seat, kind, path, missed, stays } of line.plies.slice(0, ply)) {
    if (kind === 'moved') {
      const piece = pieces[path[0]];
      delete pieces[path[0]];
      if (piece) pieces[path.at(-1)] = piece;
    }
    if (missed || (OUT.has(kind) && !stays)) pieces = withoutArmy(pieces, seat);
  }
  return pieces;
}

/** The pieces a game began with: those of the text it was made with, else every army on its home. */
export function startPieces(game, line) {
  if (line.start) return parsePosition(line.start).pieces;
  const edge = [0, game.board - 1];
  const isCorner = (square) => edge.includes(parse(square).file) && edge.includes(parse(square).rank);
  return Object.fromEntries(seatsOf(game.rules).flatMap((seat) => game.seats[seat].home.map((square) =>
    [square, { seat, marked: Boolean(game.rules.marked) && isCorner(square) }])));
}

/** Rounds `{number, turns: [ply with its number]}`, each beginning with the seat that is first. */
export function rounds(line, rules) {
  const seats = seatsOf(rules);
  const first = Math.max(0, seats.indexOf(rules.first));
  const rank = (seat) => (seats.indexOf(seat) - first + seats.length) % seats.length;
  const list = [];
  let last = Infinity;
  line.plies.forEach((ply, index) => {
    const isTurn = ply.kind === 'moved' || ply.kind === 'passed';
    if (list.length === 0 || (isTurn && rank(ply.seat) <= last)) list.push({ number: list.length + 1, turns: [] });
    list.at(-1).turns.push({ ...ply, ply: index + 1 });
    if (isTurn) last = rank(ply.seat);
  });
  return list;
}
