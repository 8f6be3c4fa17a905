// Draws what lies under the pieces: squares, frame, camps and coordinates.

import { s } from '../dom.js';
import { all, at, parse, place } from '../model/squares.js';
import { outline, UNIT } from './geometry.js';

/** Draws the ground into a group. A camp is `{seat, squares, owned, strong}`. */
export function drawGround(group, geometry, camps, coordinates) {
  const { side } = geometry;
  group.replaceChildren(
    s('rect', { class: 'field', width: side, height: side }),
    s('path', { class: 'field-dark', d: darkSquares(geometry) }),
    ...camps.map(({ seat, squares, owned, strong }) => s('path', {
      class: `camp of-${seat}${owned ? '' : ' empty'}${strong ? ' strong' : ''}`,
      d: outline(geometry, squares),
    })),
    s('rect', { class: 'frame', x: -1, y: -1, width: side + 2, height: side + 2, rx: 2 }),
    ...(coordinates ? labels(geometry) : []),
  );
}

function darkSquares(geometry) {
  return all(geometry.size)
    .map((square) => ({ ...place(square, geometry.size, geometry.quarters) }))
    .filter(({ column, row }) => (column + row) % 2 === 1)
    .map(({ column, row }) => `M${column * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h${-UNIT}Z`)
    .join('');
}

/** The letters and figures along the lower and the left edge, whichever way the board is turned. */
function labels({ size, quarters, side, scale }) {
  const sideways = quarters % 2 === 1;
  const text = (square, byFile) => (byFile ? square[0] : String(parse(square).rank + 1));
  const list = [];
  for (let index = 0; index < size; index++) {
    const below = at(index, size - 1, size, quarters);
    const beside = at(0, index, size, quarters);
    list.push(
      s('text', { class: 'coordinate', x: (index + 0.5) * UNIT, y: side + 16 * scale }, text(below, !sideways)),
      s('text', { class: 'coordinate', x: -11 * scale, y: (index + 0.5) * UNIT + 4 * scale }, text(beside, sideways)),
    );
  }
  return list;
}
