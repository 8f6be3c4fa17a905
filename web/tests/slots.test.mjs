// Lists that change while somebody looks at them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from '../js/model/slots.js';

const keep = (before, items) => settle(before, items, String);

test('what stands in a list stays where it is', () => {
  assert.deepEqual(keep([], ['a', 'b', 'c']), ['a', 'b', 'c']);
  assert.deepEqual(keep(['a', 'b', 'c'], ['c', 'b', 'a']), ['a', 'b', 'c']);
  assert.deepEqual(keep(['a', 'b', 'c'], ['c', 'a']), ['a', null, 'c']);
});

test('what is new takes a free place, else the end', () => {
  assert.deepEqual(keep(['a', null, 'c'], ['d', 'a', 'c']), ['a', 'd', 'c']);
  assert.deepEqual(keep(['a', 'b'], ['d', 'b', 'e']), ['d', 'b', 'e']);
  assert.deepEqual(keep(['a'], ['b', 'a', 'c']), ['a', 'b', 'c']);
});

test('free places at the end are given up, and items are the newest', () => {
  assert.deepEqual(keep(['a', 'b', 'c'], ['a']), ['a']);
  assert.deepEqual(keep(['a', 'b'], []), []);
  const [one] = settle([{ id: 1, n: 1 }], [{ id: 1, n: 2 }], ({ id }) => id);
  assert.equal(one.n, 2);
});
