// Squares on boards of every size, turned every way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, at, isFar, place, quartersFor } from '../js/model/squares.js';
import { createGeometry, nearest, outline } from '../js/board/geometry.js';

test('the board as printed has a1 at the lower left', () => {
  assert.deepEqual(place('a1', 16, 0), { column: 0, row: 15 });
  assert.deepEqual(place('p16', 16, 0), { column: 15, row: 0 });
});

test('what is seen at a place is the square placed there', () => {
  for (const size of [8, 10, 16]) {
    for (const quarters of [0, 1, 2, 3]) {
      for (const square of all(size)) {
        const { column, row } = place(square, size, quarters);
        assert.equal(at(column, row, size, quarters), square);
      }
    }
  }
  assert.equal(at(-1, 0, 8, 1), null);
  assert.equal(at(0, 8, 8, 1), null);
});

test('each corner can be brought near', () => {
  const corners = { a8: 3, h8: 2, h1: 1, a1: 0 };
  for (const [corner, quarters] of Object.entries(corners)) {
    assert.equal(quartersFor([corner], 8), quarters);
    assert.deepEqual(place(corner, 8, quarters), { column: 0, row: 7 });
    assert.equal(isFar([corner], 8, quarters), false);
  }
});

test('the line around a camp runs along its edge alone', () => {
  const geometry = createGeometry({ size: 8 });
  assert.equal(outline(geometry, ['a1']), 'M0 280L40 280L40 320L0 320Z');
  const corners = outline(geometry, ['a1', 'b1', 'a2']).split('L').length;
  assert.equal(corners, 8);
});

test('a tap finds the nearest square within reach', () => {
  const geometry = createGeometry({ size: 8 });
  assert.equal(nearest(geometry, ['a1', 'c1'], { x: 42, y: 300 }, 44), 'a1');
  assert.equal(nearest(geometry, ['h8'], { x: 42, y: 300 }, 44), null);
});
