// Gathering events and ordering them into rounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeTo, merge, rounds } from '../js/model/history.js';

const moved = (seq, seat, path = 'a1-a2') => ({ seq, kind: 'moved', seat, path });

test('pages and live events meet without a double', () => {
  const live = merge([], [moved(5, 'white')]);
  assert.equal(completeTo(live), 0);
  const full = merge(live, [1, 2, 3, 4, 5].map((seq) => ({ seq, kind: 'seated' })));
  assert.deepEqual(full.map(({ seq }) => seq), [1, 2, 3, 4, 5]);
  assert.equal(completeTo(full), 5);
  assert.equal(completeTo(merge(full, [moved(6, 'black')])), 6);
});

test('a round begins with the seat that is first', () => {
  const events = [{ seq: 1, kind: 'created' }, moved(4, 'black'), moved(5, 'white'), moved(6, 'black')];
  const list = rounds(events, { first: 'black' });
  assert.deepEqual(list.map(({ turns }) => turns.map(({ seq }) => seq)), [[4, 5], [6]]);
  assert.deepEqual(rounds(events, {}).map(({ turns }) => turns.map(({ seq }) => seq)), [[4], [5, 6]]);
});

test('a seat that is out leaves its place empty', () => {
  const events = [moved(1, 'white'), moved(2, 'red'), { seq: 3, kind: 'resigned', seat: 'black' }, moved(4, 'white'), moved(5, 'red')];
  const list = rounds(events, { seats: 3 });
  assert.deepEqual(list.map(({ turns }) => turns.map(({ seq }) => seq)), [[1, 2, 3], [4, 5]]);
});
