// A drawn board: shows a position and what may be done on it; knows no rules.

import { s } from '../dom.js';
import { createArmy } from './army.js';
import { drawPiece, provideArtwork } from './artwork.js';
import { createCells } from './cells.js';
import { listenToDrags } from './drag.js';
import { createGeometry, nearest, UNIT } from './geometry.js';
import { drawGround } from './ground.js';
import { createLens } from './lens.js';
import { drawEnds, drawLast, drawPlan } from './tracks.js';
import { createZoom } from './zoom.js';

/** Squares smaller than this, in pixels, are hard to hit with a finger. */
const SMALL = 34;

/**
 * A board to play on if `onPress(square)` is given, else a picture. `words` gives the texts of its squares,
 * `onLift(square)` hears of a piece picked up, `onDrop(from, to)` of one put down, if that is no press.
 * `show(view)`: `{size, quarters, camps, pieces, last, plan, ends, onward, movable}`; `exact` if every square can be meant.
 */
export function createBoard({ onPress, onLift, onDrop, coordinates = true, label, words } = {}) {
  provideArtwork();
  const layers = Object.fromEntries(['ground', 'last', 'pieces', 'plan', 'cells', 'carried'].map((name) => [name, s('g', { class: name })]));
  const content = s('g', {}, layers.ground, layers.last, layers.pieces, layers.plan, layers.cells);
  const el = s('svg', { class: onPress ? 'board for-play' : 'board', ...(onPress ? {} : { role: 'img', 'aria-label': label }) },
    content, layers.carried);
  const army = createArmy(layers.pieces);
  let cells = null;
  let geometry = null;
  let view = null;
  let ground = '';
  let carried = null;
  const zoom = createZoom(el, { canPan: onPress && ((event) => !offers().has(event.target.dataset?.square)) });

  if (onPress) {
    el.addEventListener('click', (event) => {
      const square = event.target.dataset?.square;
      if (square) choose(event.pointerType === 'touch' ? pick(event) : square);
    });
    createLens(el, { content, isWanted: isSmall, pick, centre: (square) => geometry.centre(square), onPress: choose });
  }
  if (onLift) {
    listenToDrags(el, {
      canLift: (square) => view.movable.includes(square) || (view.plan?.path.length > 1 && view.plan.path.at(-1) === square),
      onLift: lift,
      onCarry: carry,
      onDrop: onDrop ?? drop,
    });
  }

  function choose(square) {
    cells.focus(square);
    onPress(square);
  }

  function offers() {
    return new Set([...view.movable, ...view.ends, ...view.onward, ...(view.plan?.path ?? [])]);
  }

  function isSmall() {
    return (el.getScreenCTM()?.a ?? 1) * UNIT < SMALL;
  }

  /** The square a finger means: on small squares the nearest that offers something. */
  function pick(event) {
    const point = zoom.pointOf({ x: event.clientX, y: event.clientY });
    const exact = nearest(geometry, [...cells.squares()], point, UNIT * 40);
    if (view.exact || offers().has(exact) || !isSmall()) return exact;
    return nearest(geometry, offers(), point, UNIT * 1.1) ?? exact;
  }

  function lift(square) {
    const piece = view.pieces[square] ?? view.plan?.piece;
    carried = { from: view.pieces[square] ? square : view.plan.path[0], el: drawPiece(piece.seat, piece.marked) };
    layers.carried.replaceChildren(carried.el);
    if (view.movable.includes(square)) onLift(square);
    else draw();
  }

  /** A piece is put down: on a square that is offered that is a press, elsewhere it goes back. */
  function drop(from, to) {
    const path = view.plan?.path ?? [];
    if (offers().has(to) && to !== path[0] && to !== path.at(-1)) choose(to);
    else draw();
  }

  function carry(event) {
    if (!event) {
      carried = null;
      layers.carried.replaceChildren();
      return;
    }
    const { x, y } = zoom.pointOf({ x: event.clientX, y: event.clientY });
    carried?.el.setAttribute('transform', `translate(${x} ${y}) scale(1.12)`);
  }

  function layOut(next) {
    if (geometry?.size === next.size && geometry.quarters === next.quarters) return;
    army.settle();
    if (onPress && geometry?.size !== next.size) {
      cells = createCells(layers.cells, { size: next.size, label, onPress, onReach: (square) => zoom.reveal(geometry.corner(square), UNIT) });
    }
    const turned = geometry ? (next.quarters - geometry.quarters + 4) % 4 : 0;
    geometry = createGeometry({ size: next.size, quarters: next.quarters, coordinates });
    zoom.frame(geometry, turned);
    el.style.setProperty('--scale', geometry.scale);
    cells?.layOut(geometry);
  }

  function draw() {
    const planned = view.plan?.path.length > 1 ? view.plan.path[0] : null;
    drawLast(layers.last, geometry, view.last);
    army.show(geometry, view.pieces, carried?.from ?? planned);
    drawPlan(layers.plan, geometry, view.plan, carried !== null);
    if (cells) cells.update(kindOf(view), (square) => words(square, view));
    else drawEnds(layers.cells, geometry, view.ends ?? []);
  }

  return {
    el,

    /** Looks closer, at what is planned if anything is. */
    zoomIn() {
      const path = view?.plan?.path.map((square) => geometry.centre(square)) ?? [];
      const mean = (name) => path.reduce((sum, point) => sum + point[name], 0) / path.length;
      zoom.in(path.length > 0 ? { x: mean('x'), y: mean('y') } : undefined);
    },

    zoomOut: zoom.out,

    show(next) {
      layOut(next);
      view = next;
      const wanted = JSON.stringify([geometry.viewBox, next.quarters, next.camps]);
      if (ground !== wanted) drawGround(layers.ground, geometry, next.camps, coordinates);
      ground = wanted;
      draw();
    },

    /** Moves the focus to a square, or to the one that had it last. */
    focus: (square) => cells?.focus(square),

    /** Walks a piece along its path; to be called before the position after it is shown. */
    slide(path) {
      if (geometry) army.slide(geometry, path);
    },

    /** Milliseconds until the piece that walks has arrived. */
    walking: army.walking,
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
