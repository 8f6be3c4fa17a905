// Reads the text form of a position into pieces by square.

import { name } from './squares.js';

const SEAT_OF = { w: 'white', r: 'red', b: 'black', u: 'blue' };

/** `{size, pieces: {square: {seat, marked}}}` of a position such as `wwww4/…/4bbbb w 0,0`. */
export function parsePosition(text) {
  const rows = text.split(' ')[0].split('/');
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
  return { size, pieces };
}
