// Setting a position up by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carry, counts, fitted, touch } from '../js/model/setup.js';

const white = { seat: 'white', marked: false };
const marked = { seat: 'white', marked: true };

test('a press puts a piece, takes it away, or puts another in its place', () => {
  const one = touch({}, 'a1', white);
  assert.deepEqual(one, { a1: white });
  assert.deepEqual(touch(one, 'a1', white), {});
  assert.deepEqual(touch(one, 'a1', { seat: 'black' }), { a1: { seat: 'black', marked: false } });
  assert.deepEqual(touch(one, 'a1', null), {});
});

test('a seat marks one piece', () => {
  assert.deepEqual(touch({ a1: marked, b1: white }, 'b1', marked), { a1: white, b1: marked });
});

test('a piece is carried, over the edge it is gone', () => {
  assert.deepEqual(carry({ a1: white, b1: marked }, 'a1', 'b1'), { b1: white });
  assert.deepEqual(carry({ a1: white }, 'a1', null), {});
  assert.deepEqual(carry({ a1: white }, 'c1', 'd1'), { a1: white });
});

test('what does not fit other rules goes', () => {
  const pieces = { a1: marked, p16: white, b2: { seat: 'red', marked: false } };
  assert.deepEqual(fitted(pieces, { board: 8 }), { a1: white });
  assert.deepEqual(fitted(pieces, { seats: 3, marked: true }), pieces);
  assert.deepEqual(counts({ a1: white }, { board: 8 }), [{ seat: 'white', count: 1, most: 10 }, { seat: 'black', count: 0, most: 10 }]);
});
