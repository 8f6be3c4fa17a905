// Zooming in, moving about, turning.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moved, reframed, revealed, seen, whole, zoomed } from '../js/model/window.js';

const board = whole([0, 0, 640, 640]);

test('a point stays where it is seen, and the frame is never left', () => {
  const near = zoomed(board, 2, { x: 160, y: 480 });
  assert.deepEqual(seen(near), [80, 240, 320, 320]);
  assert.deepEqual(seen(moved(near, -500, 500)), [0, 320, 320, 320]);
  assert.deepEqual(seen(zoomed(near, 0.1)), [0, 0, 640, 640]);
});

test('turned by a quarter, the same squares are seen', () => {
  const corner = moved(zoomed(board, 2), -160, -160);
  assert.deepEqual(seen(corner), [0, 0, 320, 320]);
  assert.deepEqual(seen(reframed(corner, board.frame, 1, 640)), [320, 0, 320, 320]);
  assert.deepEqual(seen(reframed(corner, board.frame, 2, 640)), [320, 320, 320, 320]);
});

test('a square out of view is brought into it, no farther than needed', () => {
  const corner = moved(zoomed(board, 2), -160, -160);
  assert.deepEqual(seen(revealed(corner, { x: 320, y: 0 }, 40)), [40, 0, 320, 320]);
  assert.deepEqual(seen(revealed(corner, { x: 120, y: 120 }, 40)), [0, 0, 320, 320]);
});
