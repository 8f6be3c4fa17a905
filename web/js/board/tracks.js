// Draws ways over the board: the last move as a fine line, a planned move as a broad band with its ghost.

import { s } from '../dom.js';
import { drawPiece } from './artwork.js';
import { line, UNIT } from './geometry.js';

/** Draws the last move: its faded start square, a line through its landings, a knot at each. */
export function drawLast(group, geometry, path) {
  if (!path) return group.replaceChildren();
  const { x, y } = geometry.corner(path[0]);
  return group.replaceChildren(
    s('rect', { class: 'last-start', x, y, width: UNIT, height: UNIT }),
    s('path', { class: 'last-line', d: line(geometry, path) }),
    ...path.map((square) => {
      const centre = geometry.centre(square);
      return s('circle', { class: 'last-knot', cx: centre.x, cy: centre.y, r: 3.4 });
    }),
  );
}

/** Draws a planned move: the band, the hops numbered when more than two, the piece where it would end. */
export function drawPlan(group, geometry, plan, carried = false) {
  if (!plan || plan.path.length < 2) return group.replaceChildren();
  const { path, piece, sending } = plan;
  const end = geometry.centre(path.at(-1));
  group.setAttribute('class', sending ? 'plan sending' : 'plan');
  return group.replaceChildren(
    s('path', { class: 'plan-band', d: line(geometry, path) }),
    ...(path.length > 3 ? path.slice(1, -1).map((square, index) => badge(geometry.centre(square), index + 1)) : []),
    ...(carried ? [] : [s('g', { class: 'ghost', transform: `translate(${end.x} ${end.y})` }, drawPiece(piece.seat, piece.marked))]),
    ...(path.length > 3 ? [badge({ x: end.x + 12, y: end.y - 12 }, path.length - 1)] : []),
  );
}

/** Draws rings on squares a piece can reach, on a board that is only looked at. */
export function drawEnds(group, geometry, squares) {
  group.replaceChildren(...squares.map((square) => {
    const { x, y } = geometry.centre(square);
    return s('circle', { class: 'shown-end', cx: x, cy: y, r: 6.2 });
  }));
}

function badge({ x, y }, number) {
  return s('g', { class: 'hop-number', transform: `translate(${x} ${y})` },
    s('circle', { r: 8.5 }), s('text', { y: 3.8 }, String(number)));
}
