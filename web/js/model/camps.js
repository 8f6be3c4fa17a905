// Where armies stand at the start, for pictures and for setting up; a game's own camps come from the server.

import { seatsOf } from './seats.js';
import { name } from './squares.js';

/** Row lengths counted from the edge that bears the corner. */
const LARGE = [5, 5, 4, 3, 2];
const MIDDLE = [4, 4, 3, 2];
const ROWS = { 10: [5, 4, 3, 2, 1], 8: [4, 3, 2, 1] };
/** Which corner is whose: whether it is on the right, and whether at the top. */
const CORNERS = { white: [0, 1], red: [1, 1], black: [1, 0], blue: [0, 0] };

/** The squares of each seat's home under a ruleset. */
export function homes(rules) {
  return Object.fromEntries(seatsOf(rules).map((seat) => [seat, corner(seat, rowsOf(rules, seat), rules.board ?? 16)]));
}

/** The square in the corner of a seat's home. */
export function cornerOf(seat, size) {
  return corner(seat, [1], size)[0];
}

/** The pieces of the usual start, the corner pieces marked if the rules want it. */
export function usualStart(rules) {
  const size = rules.board ?? 16;
  return Object.fromEntries(Object.entries(homes(rules)).flatMap(([seat, squares]) =>
    squares.map((square) => [square, { seat, marked: Boolean(rules.marked) && square === cornerOf(seat, size) }])));
}

function rowsOf({ board = 16, seats = 2 }, seat) {
  if (board !== 16) return ROWS[board];
  return seats === 4 || (seats === 3 && seat === 'red') ? MIDDLE : LARGE;
}

function corner(seat, rows, size) {
  const [right, top] = CORNERS[seat];
  return rows.flatMap((length, row) => Array.from({ length }, (_, file) =>
    name(right ? size - 1 - file : file, top ? size - 1 - row : row)));
}
