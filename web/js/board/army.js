// Keeps a drawn piece for every piece of the position, and walks one along its path.

import { drawPiece } from './artwork.js';
import { UNIT } from './geometry.js';
import { walk, wantsStillness } from './motion.js';

/** The pieces on a board, drawn into a group. */
export function createArmy(group) {
  const drawn = new Map();
  let until = 0;

  return {
    /** Shows exactly these pieces; `lifted` is the square whose piece is about to go. */
    show(geometry, pieces, lifted) {
      for (const [square, one] of drawn) {
        const piece = pieces[square];
        if (piece && piece.seat === one.seat && Boolean(piece.marked) === one.marked) continue;
        one.el.remove();
        drawn.delete(square);
      }
      for (const [square, { seat, marked = false }] of Object.entries(pieces)) {
        let one = drawn.get(square);
        if (!one) {
          one = { seat, marked, el: drawPiece(seat, marked), motion: null };
          one.el.dataset.piece = seat;
          drawn.set(square, one);
          group.append(one.el);
        }
        const { x, y } = geometry.centre(square);
        one.el.setAttribute('transform', `translate(${x} ${y})`);
        one.el.dataset.at = square;
        one.el.classList.toggle('lifted', square === lifted);
      }
    },

    /** Lets the piece at the start of a path walk to its end; to be called before the new position is shown. */
    slide(geometry, path) {
      const one = drawn.get(path[0]);
      if (!one) return;
      this.settle();
      drawn.delete(path[0]);
      drawn.get(path.at(-1))?.el.remove();
      drawn.set(path.at(-1), one);
      one.el.classList.remove('lifted');
      if (wantsStillness()) return;
      group.append(one.el);
      const { frames, duration } = walk(path.map(geometry.centre), UNIT);
      one.motion = one.el.animate(frames, { duration });
      until = performance.now() + duration;
    },

    /** Milliseconds until the piece that walks has arrived. */
    walking: () => Math.max(0, until - performance.now()),

    /** Puts every walking piece where it belongs. */
    settle() {
      for (const one of drawn.values()) {
        one.motion?.cancel();
        one.motion = null;
      }
    },
  };
}
