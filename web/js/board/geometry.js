// Where squares lie in the drawing: units, centres, the picture's frame, and the nearest square to a point.

import { place } from '../model/squares.js';

/** The side of a square in drawing units. */
export const UNIT = 40;

const LARGEST = 16;

/** The size, turn and margin of a drawn board; `scale` makes what should look alike on all sizes smaller on small ones. */
export function createGeometry({ size, quarters = 0, coordinates = true }) {
  const side = size * UNIT;
  const scale = size / LARGEST;
  const rest = 3 * scale;
  const labels = coordinates ? 22 * scale : rest;
  const corner = (square) => {
    const { column, row } = place(square, size, quarters);
    return { x: column * UNIT, y: row * UNIT };
  };
  return {
    size,
    quarters,
    side,
    scale,
    corner,
    centre: (square) => {
      const { x, y } = corner(square);
      return { x: x + UNIT / 2, y: y + UNIT / 2 };
    },
    viewBox: [-labels, -rest, side + labels + rest, side + labels + rest].join(' '),
  };
}

/** The square among `squares` whose centre is nearest to a point, if within `reach` units. */
export function nearest(geometry, squares, point, reach) {
  let best = null;
  let least = reach;
  for (const square of squares) {
    const centre = geometry.centre(square);
    const distance = Math.hypot(centre.x - point.x, centre.y - point.y);
    if (distance <= least) [best, least] = [square, distance];
  }
  return best;
}

/** The `d` of a line around a set of squares. */
export function outline(geometry, squares) {
  const cells = new Set(squares.map((square) => {
    const { x, y } = geometry.corner(square);
    return `${x / UNIT},${y / UNIT}`;
  }));
  const edges = new Map();
  for (const cell of cells) {
    const [x, y] = cell.split(',').map(Number);
    const has = (column, row) => cells.has(`${column},${row}`);
    if (!has(x, y - 1)) edges.set(`${x},${y}`, [...(edges.get(`${x},${y}`) ?? []), [x + 1, y]]);
    if (!has(x + 1, y)) edges.set(`${x + 1},${y}`, [...(edges.get(`${x + 1},${y}`) ?? []), [x + 1, y + 1]]);
    if (!has(x, y + 1)) edges.set(`${x + 1},${y + 1}`, [...(edges.get(`${x + 1},${y + 1}`) ?? []), [x, y + 1]]);
    if (!has(x - 1, y)) edges.set(`${x},${y + 1}`, [...(edges.get(`${x},${y + 1}`) ?? []), [x, y]]);
  }
  return loops(edges).map((loop) => `M${loop.map(([x, y]) => `${x * UNIT} ${y * UNIT}`).join('L')}Z`).join('');
}

/** The `d` of a line through the centres of squares. */
export function line(geometry, squares) {
  return squares.map((square, index) => {
    const { x, y } = geometry.centre(square);
    return `${index ? 'L' : 'M'}${x} ${y}`;
  }).join('');
}

function loops(edges) {
  const found = [];
  while (edges.size > 0) {
    const [start] = edges.keys();
    const loop = [];
    let here = start;
    do {
      loop.push(here.split(',').map(Number));
      const ways = edges.get(here);
      const [x, y] = ways.pop();
      if (ways.length === 0) edges.delete(here);
      here = `${x},${y}`;
    } while (here !== start);
    found.push(loop);
  }
  return found;
}
