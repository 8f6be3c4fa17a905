// Gathering events from pages and from the socket.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeTo, merge, timeOf } from '../js/model/events.js';

const moved = (seq, seat) => ({ seq, time: seq * 10, kind: 'moved', seat });

test('pages and live events meet without a double', () => {
  const live = merge([], [moved(5, 'white')]);
  assert.equal(completeTo(live), 0);
  const full = merge(live, [1, 2, 3, 4, 5].map((seq) => ({ seq, kind: 'seated' })));
  assert.deepEqual(full.map(({ seq }) => seq), [1, 2, 3, 4, 5]);
  assert.equal(completeTo(full), 5);
  assert.equal(completeTo(merge(full, [moved(6, 'black')])), 6);
  assert.equal(timeOf(merge(full, [moved(6, 'black')]), 6), 60);
  assert.equal(timeOf(full, 9), null);
});
