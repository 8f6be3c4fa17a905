// The squares as hands meet them: what can be pressed, what has the focus, what a screen reader hears.

import { s } from '../dom.js';
import { all, at, place } from '../model/squares.js';
import { UNIT } from './geometry.js';

const STEP = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The cells of a board, made in a group; `onPress(square)` hears of Enter and Space, `onReach(square)` of the focus. */
export function createCells(group, { size, label, onPress, onReach }) {
  const cells = new Map(all(size).map((square) => [square, makeCell(square)]));
  let quarters = 0;
  let current = null;

  group.setAttribute('role', 'grid');
  group.setAttribute('aria-label', label);
  group.addEventListener('keydown', (event) => {
    const square = event.target.dataset?.square;
    if (!square) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPress(square);
    } else if (STEP[event.key]) {
      event.preventDefault();
      const { column, row } = place(square, size, quarters);
      const [right, down] = STEP[event.key];
      const next = at(column + right, row + down, size, quarters);
      if (next) focus(next);
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      focus(at(event.key === 'Home' ? 0 : size - 1, place(square, size, quarters).row, size, quarters));
    }
  });
  // Chromium stops at whatever of a drawing listens to the focus: that is each square, and not all of them together.
  for (const [square, { hit }] of cells) hit.addEventListener('focus', () => arrive(square));

  function reach(square) {
    if (current) cells.get(current).hit.setAttribute('tabindex', -1);
    current = square;
    cells.get(square).hit.setAttribute('tabindex', 0);
  }

  function arrive(square) {
    reach(square);
    onReach(square);
  }

  function focus(square) {
    reach(square);
    cells.get(square).hit.focus({ preventScroll: true });
  }

  return {
    squares: () => cells.keys(),

    /** Moves the focus to a square, or to the one that had it last. */
    focus: (square = current) => focus(square),

    /** Lays the cells out for a turned board, row by row as seen. */
    layOut(geometry) {
      const focused = group.contains(document.activeElement) ? current : null;
      quarters = geometry.quarters;
      const rows = Array.from({ length: size }, () => s('g', { role: 'row' }));
      for (let row = 0; row < size; row++) {
        for (let column = 0; column < size; column++) {
          const cell = cells.get(at(column, row, size, quarters));
          cell.el.setAttribute('transform', `translate(${column * UNIT} ${row * UNIT})`);
          rows[row].append(cell.el);
        }
      }
      group.replaceChildren(...rows);
      if (!current) reach(at(0, size - 1, size, quarters));
      if (focused) focus(focused);
    },

    /** Shows what each square offers: `kind(square)` gives class names, `describe(square)` its words. */
    update(kind, describe) {
      for (const [square, cell] of cells) {
        const kinds = kind(square);
        if (cell.kinds !== kinds) cell.el.setAttribute('class', `cell ${cell.kinds = kinds}`);
        const words = describe(square);
        if (cell.words !== words) cell.hit.setAttribute('aria-label', cell.words = words);
      }
    },
  };
}

function makeCell(square) {
  const half = UNIT / 2;
  const hit = s('rect', { class: 'hit', width: UNIT, height: UNIT, role: 'gridcell', tabindex: -1, 'data-square': square });
  const el = s('g', { class: 'cell' },
    s('circle', { class: 'halo', cx: half, cy: half, r: 17.4 }),
    s('circle', { class: 'ring', cx: half, cy: half, r: 6.2 }),
    hit);
  return { el, hit, kinds: '', words: '' };
}
