// What presses of squares make of a plan.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReady, press } from '../js/model/plan.js';

const turn = {
  pieces: [
    { from: 'c3', steps: ['b4'], hops: { c3: ['e3', 'c5'], e3: ['c3', 'e5'], c5: ['c3', 'e5'], e5: ['e3', 'c5', 'g7'], g7: ['e5'] } },
    { from: 'a1', steps: ['a2'] },
  ],
};

/** Presses squares one after another. */
function play(...squares) {
  return squares.reduce(({ plan }, square) => press(plan, square, turn), { plan: null, confirmed: false });
}

test('a piece, an end, the end again', () => {
  assert.deepEqual(play('c3').plan, { path: ['c3'] });
  assert.deepEqual(play('c3', 'g7').plan, { path: ['c3', 'e3', 'e5', 'g7'] });
  const last = play('c3', 'g7', 'g7');
  assert.equal(last.confirmed, true);
  assert.deepEqual(last.plan, { path: ['c3', 'e3', 'e5', 'g7'] });
});

test('hop by hop another route can be chosen', () => {
  assert.deepEqual(play('c3', 'c5', 'e5', 'g7').plan, { path: ['c3', 'c5', 'e5', 'g7'] });
});

test('a landing on the route stops there, the start begins anew', () => {
  assert.deepEqual(play('c3', 'g7', 'e5').plan, { path: ['c3', 'e3', 'e5'] });
  assert.deepEqual(play('c3', 'g7', 'c3').plan, { path: ['c3'] });
  assert.equal(play('c3', 'c3').plan, null);
});

test('another end, another piece, nothing at all', () => {
  assert.deepEqual(play('c3', 'g7', 'b4').plan, { path: ['c3', 'b4'] });
  assert.deepEqual(play('c3', 'g7', 'a1').plan, { path: ['a1'] });
  assert.deepEqual(play('c3', 'g7', 'h1').plan, { path: ['c3', 'e3', 'e5', 'g7'] });
  assert.equal(play('c3', 'h1').plan, null);
  assert.equal(play('h1').plan, null);
});

test('where only some ends are allowed, the others are passed through and not confirmed', () => {
  const [piece] = turn.pieces;
  const held = { pieces: [{ ...piece, ends: ['g7'] }] };
  assert.deepEqual(press({ path: ['c3'] }, 'e5', held).plan, null);
  const halfway = press({ path: ['c3'] }, 'e3', held).plan;
  assert.deepEqual(halfway, { path: ['c3', 'e3'] });
  assert.equal(isReady(halfway, held), false);
  assert.equal(press(halfway, 'e3', held).confirmed, false);
  assert.equal(isReady(press(halfway, 'g7', held).plan, held), true);
});
