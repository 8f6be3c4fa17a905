// A small picture of a ruleset's board: its camps and armies, drawn plainly enough to be read at any size.

import { s } from '../dom.js';
import { cornerOf, homes } from '../model/camps.js';
import { all, parse } from '../model/squares.js';

const UNIT = 10;
const PARTNERS = [['white', 'black'], ['red', 'blue']];

/** The picture; it says nothing to screen readers, for words stand beside it. */
export function drawPicture(rules) {
  const size = rules.board ?? 16;
  const side = size * UNIT;
  const centre = (square) => {
    const { file, rank } = parse(square);
    return { cx: (file + 0.5) * UNIT, cy: side - (rank + 0.5) * UNIT };
  };
  const isCrowned = (seat, square) => Boolean(rules.marked) && square === cornerOf(seat, size);
  return s('svg', { class: 'board-picture', viewBox: `-1 -1 ${side + 2} ${side + 2}`, 'aria-hidden': 'true' },
    s('rect', { class: 'field', width: side, height: side, rx: 3 }),
    rules.movement === 'colour' ? s('path', { class: 'field-dark', d: chequers(size, side) }) : null,
    ...(rules.teams && rules.teams !== 'none' ? PARTNERS.map((team) => bond(team.map((seat) => centre(cornerOf(seat, size))))) : []),
    ...Object.entries(homes(rules)).map(([seat, squares]) => s('g', { class: `of-${seat}` },
      ...squares.map((square) => s('circle', { ...centre(square), r: UNIT * 0.42, class: isCrowned(seat, square) ? 'crowned' : null })))),
    s('rect', { class: 'picture-frame', width: side, height: side, rx: 3 }));
}

function chequers(size, side) {
  return all(size).map(parse).filter(({ file, rank }) => (file + rank) % 2 === 1)
    .map(({ file, rank }) => `M${file * UNIT} ${side - (rank + 1) * UNIT}h${UNIT}v${UNIT}h${-UNIT}Z`).join('');
}

/** A dotted line from partner to partner. */
function bond([one, other]) {
  return s('path', { class: 'picture-team', d: `M${one.cx} ${one.cy}L${other.cx} ${other.cy}` });
}
