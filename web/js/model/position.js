// Reads and writes the text form of a position.

import { name } from './squares.js';

const SEAT_OF = { w: 'white', r: 'red', b: 'black', u: 'blue' };
const LETTER_OF = { white: 'w', red: 'r', black: 'b', blue: 'u' };

/**
 * `{size, pieces: {square: {seat, marked}}, toMove, made: [turns], out: [whether]}` of a position
 * such as `wwww4/…/4bbbb w 0,0`; `made` and `out` are in seat order.
 */
export function parsePosition(text) {
  const [board, letter, counts = ''] = text.trim().split(/\s+/);
  const rows = board.split('/');
  const size = rows.length;
  const pieces = {};
  rows.forEach((row, index) => {
    let file = 0;
    for (const [token] of row.matchAll(/\d+|[a-z]/gi)) {
      if (/\d/.test(token)) {
        file += Number(token);
        continue;
      }
      const seat = SEAT_OF[token.toLowerCase()];
      pieces[name(file, size - 1 - index)] = { seat, marked: token !== token.toLowerCase() };
      file += 1;
    }
  });
  const made = counts.split(',').filter(Boolean);
  return {
    size,
    pieces,
    toMove: SEAT_OF[letter] ?? null,
    made: made.map((count) => Number.parseInt(count, 10)),
    out: made.map((count) => count.endsWith('x')),
  };
}

/** The text of a position; `seats` are the seats of the game, `made` the turns of each, 0 if left out. */
export function formatPosition({ size, pieces, toMove, seats, made = [] }) {
  const rows = [];
  for (let rank = size - 1; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < size; file++) {
      const piece = pieces[name(file, rank)];
      if (!piece) {
        empty += 1;
        continue;
      }
      const letter = LETTER_OF[piece.seat];
      row += `${empty || ''}${piece.marked ? letter.toUpperCase() : letter}`;
      empty = 0;
    }
    rows.push(`${row}${empty || ''}`);
  }
  return `${rows.join('/')} ${LETTER_OF[toMove]} ${seats.map((_, index) => made[index] ?? 0).join(',')}`;
}

/** Whether a text has the form of a position on a board of this size; what it means the server judges. */
export function looksLikePosition(text, size) {
  const match = /^(\S+) ([wrbu]) \d+[xh]?(,\d+[xh]?){1,3}$/.exec(text.trim());
  if (!match || /[^wrbu\d/]/i.test(match[1])) return false;
  const rows = match[1].split('/');
  const width = (row) => [...row.matchAll(/\d+|[a-z]/gi)].reduce((sum, [token]) => sum + (Number(token) || 1), 0);
  return rows.length === size && rows.every((row) => width(row) === size);
}
