// Zooms a board by buttons, wheel or two fingers, and moves what is in view by one.

import { moved, reframed, revealed, seen, whole, zoomed } from '../model/window.js';

const STEP = 1.5;
const THRESHOLD = 8;

/** The zoom of a drawn board, by hand if `canPan(event)` is there to say whether a mouse may move the view from there. */
export function createZoom(el, { canPan }) {
  let view = null;
  const fingers = new Map();
  let last = null;
  let travelled = 0;

  function show(next) {
    view = next;
    el.setAttribute('viewBox', seen(view).join(' '));
    el.classList.toggle('is-zoomed', view.scale > 1.01);
  }

  /** A point of the window as a point of the board. */
  function pointOf({ x, y }) {
    return new DOMPoint(x, y).matrixTransform(el.getScreenCTM().inverse());
  }

  function middle() {
    const points = [...fingers.values()];
    const mean = (name) => points.reduce((sum, point) => sum + point[name], 0) / points.length;
    const centre = { x: mean('x'), y: mean('y') };
    return { ...centre, spread: points.length > 1 ? Math.hypot(points[0].x - centre.x, points[0].y - centre.y) : 0 };
  }

  function down(event) {
    if (event.pointerType !== 'touch' && !(view?.scale > 1 && event.button === 0 && canPan(event))) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) {
      travelled = 0;
      addEventListener('pointermove', move);
      addEventListener('pointerup', up);
      addEventListener('pointercancel', up);
    }
    last = middle();
  }

  function move(event) {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const now = middle();
    travelled += Math.hypot(now.x - last.x, now.y - last.y) + Math.abs(now.spread - last.spread);
    if (travelled > THRESHOLD && (fingers.size > 1 || view.scale > 1)) {
      const [before, after] = [pointOf(last), pointOf(now)];
      const next = moved(view, before.x - after.x, before.y - after.y);
      show(last.spread > 0 ? zoomed(next, now.spread / last.spread, before) : next);
    }
    last = now;
  }

  function up(event) {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size > 0) {
      last = middle();
      return;
    }
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', up);
  }

  if (canPan) listen();

  function listen() {
    el.addEventListener('pointerdown', down);
    // Two fingers are for the board; one is for the page unless the board is zoomed.
    el.addEventListener('touchstart', (event) => event.touches.length > 1 && event.preventDefault(), { passive: false });
    // A press that has moved the view is no press of a square.
    el.addEventListener('click', (event) => {
      if (travelled > THRESHOLD && event.detail > 0) event.stopImmediatePropagation();
      travelled = 0;
    }, { capture: true });
    el.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      show(zoomed(view, Math.exp(-event.deltaY / 200), pointOf({ x: event.clientX, y: event.clientY })));
    }, { passive: false });
  }

  return {
    /** Closer; a point stays where it is seen, the middle if none is given. */
    in: (point) => show(zoomed(view, STEP, point)),
    out: () => show(zoomed(view, 1 / STEP)),
    get scale() {
      return view?.scale ?? 1;
    },
    pointOf,

    /** Brings a square into view, given its corner and side. */
    reveal(corner, side) {
      if (view.scale > 1) show(revealed(view, corner, side));
    },

    /** Takes a newly laid out board, turned clockwise by so many quarters since the last. */
    frame(geometry, quarters) {
      const frame = geometry.viewBox.split(' ').map(Number);
      show(view && view.frame[2] === frame[2] ? reframed(view, frame, quarters, geometry.side) : whole(frame));
    },
  };
}
