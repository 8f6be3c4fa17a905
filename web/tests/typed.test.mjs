// A move typed in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMove } from '../js/model/typed.js';

const turn = {
  pieces: [
    { from: 'c3', steps: ['b4'], hops: { c3: ['e3', 'c5'], e3: ['c3', 'e5'], c5: ['c3', 'e5'], e5: ['e3', 'c5', 'g7'], g7: ['e5'] } },
    { from: 'a1', steps: ['a2'], ends: [] },
  ],
};

test('a whole path goes as it is written, two squares by a shortest way', () => {
  assert.deepEqual(readMove('c3-c5-e5', turn), { path: ['c3', 'c5', 'e5'] });
  assert.deepEqual(readMove(' C3 g7 ', turn), { path: ['c3', 'e3', 'e5', 'g7'] });
  assert.deepEqual(readMove('c3 → b4', turn), { path: ['c3', 'b4'] });
});

test('what is wrong is told apart', () => {
  assert.equal(readMove('c3', turn).problem, 'form');
  assert.equal(readMove('c3-q9', turn).problem, 'form');
  assert.equal(readMove('d4-d5', turn).problem, 'piece');
  assert.equal(readMove('c3-e5-g7', turn).problem, 'way');
  assert.equal(readMove('c3-e3-c3', turn).problem, 'way');
  assert.equal(readMove('a1-a2', turn).problem, 'way', 'an end the rules forbid now');
});
