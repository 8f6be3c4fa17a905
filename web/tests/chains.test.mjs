// Walking through the legal moves the server sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsOf, mayStop, onward, shortest } from '../js/model/chains.js';

const ring = {
  from: 'c3',
  steps: ['b4'],
  hops: { c3: ['e3', 'c5'], e3: ['c3', 'e5'], c5: ['c3', 'e5'], e5: ['e3', 'c5', 'g7'], g7: ['e5'] },
};

test('every square a walk reaches is an end, the start is not', () => {
  assert.deepEqual(endsOf(ring).sort(), ['b4', 'c5', 'e3', 'e5', 'g7']);
});

test('the shortest way is taken, a step is a way of its own', () => {
  assert.deepEqual(shortest(ring, 'g7'), ['c3', 'e3', 'e5', 'g7']);
  assert.deepEqual(shortest(ring, 'b4'), ['c3', 'b4']);
  assert.equal(shortest(ring, 'c3'), null);
  assert.equal(shortest(ring, 'h8'), null);
});

test('a walk goes on to squares it has not been on, and never after a step', () => {
  assert.deepEqual(onward(ring, ['c3']), ['b4', 'e3', 'c5']);
  assert.deepEqual(onward(ring, ['c3', 'e3', 'e5']), ['c5', 'g7']);
  assert.deepEqual(onward(ring, ['c3', 'b4']), []);
});

test('where the rules name the ends, only those are ends', () => {
  const held = { ...ring, ends: ['e5'] };
  assert.deepEqual(endsOf(held), ['e5']);
  assert.equal(mayStop(held, ['c3', 'e3']), false);
  assert.equal(mayStop(held, ['c3', 'e3', 'e5']), true);
});

test('a piece with steps alone, or hops alone', () => {
  assert.deepEqual(endsOf({ from: 'a1', steps: ['a2'] }), ['a2']);
  assert.deepEqual(endsOf({ from: 'a1', hops: { a1: ['c1'] } }), ['c1']);
});
