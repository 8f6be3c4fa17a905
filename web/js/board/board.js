// A drawn board: shows a position and what may be done on it; knows no rules.

import { s } from '../dom.js';
import { createArmy } from './army.js';
import { provideArtwork } from './artwork.js';
import { createCells } from './cells.js';
import { createGeometry, nearest, UNIT } from './geometry.js';
import { drawGround } from './ground.js';
import { drawLast, drawPlan } from './tracks.js';

const SMALL = 34;

/**
 * A board to play on if `onPress(square)` is given, else a picture. `words` gives the texts of its squares.
 * `show(view)`: `{size, quarters, camps, pieces, last, plan, ends, onward, movable}`.
 */
export function createBoard({ onPress, coordinates = true, label, words } = {}) {
  provideArtwork();
  const layers = Object.fromEntries(['ground', 'last', 'pieces', 'plan', 'cells'].map((name) => [name, s('g', { class: name })]));
  const el = s('svg', { class: 'board', ...(onPress ? {} : { role: 'img', 'aria-label': label }) }, ...Object.values(layers));
  const army = createArmy(layers.pieces);
  let cells = null;
  let geometry = null;
  let view = null;
  let ground = '';

  if (onPress) el.addEventListener('click', (event) => {
    const square = event.target.dataset?.square;
    if (!square) return;
    const meant = sensible(event, square);
    cells.focus(meant);
    onPress(meant);
  });

  /** On small squares a finger's tap goes to the nearest square that offers something. */
  function sensible(event, square) {
    const scale = el.getScreenCTM()?.a ?? 1;
    const offers = new Set([...view.movable, ...view.ends, ...view.onward, ...(view.plan?.path ?? [])]);
    if (offers.has(square) || event.pointerType !== 'touch' || scale * UNIT > SMALL) return square;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(el.getScreenCTM().inverse());
    return nearest(geometry, offers, point, UNIT * 1.1) ?? square;
  }

  function layOut(next) {
    if (geometry?.size === next.size && geometry.quarters === next.quarters) return;
    army.settle();
    if (onPress && geometry?.size !== next.size) {
      cells = createCells(layers.cells, { size: next.size, label, onPress });
    }
    geometry = createGeometry({ size: next.size, quarters: next.quarters, coordinates });
    el.setAttribute('viewBox', geometry.viewBox);
    el.style.setProperty('--scale', geometry.scale);
    cells?.layOut(geometry);
  }

  return {
    el,

    show(next) {
      layOut(next);
      view = next;
      const wanted = JSON.stringify([geometry.viewBox, next.quarters, next.camps]);
      if (ground !== wanted) drawGround(layers.ground, geometry, next.camps, coordinates);
      ground = wanted;
      drawLast(layers.last, geometry, next.last);
      army.show(geometry, next.pieces, next.plan?.path.length > 1 ? next.plan.path[0] : null);
      drawPlan(layers.plan, geometry, next.plan);
      cells?.update(kindOf(next), (square) => words(square, next));
    },

    focus: () => cells?.focus(),

    /** Walks a piece along its path; to be called before the position after it is shown. */
    slide(path) {
      if (geometry) army.slide(geometry, path);
    },
  };
}

function kindOf({ movable, ends, onward, plan }) {
  const sets = { movable: new Set(movable), end: new Set(ends), onward: new Set(onward) };
  return (square) => {
    const kinds = Object.keys(sets).filter((kind) => sets[kind].has(square));
    if (plan?.path[0] === square) kinds.push('chosen');
    if (plan?.path.includes(square)) kinds.push('on-path');
    return kinds.join(' ');
  };
}
