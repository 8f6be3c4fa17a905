// The title of the page while nobody looks at it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTitle } from '../js/title.js';

test('it blinks for one’s turn until somebody looks, and counts the games that wait', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  let look;
  globalThis.document = { title: 'Halma', hidden: true, addEventListener: (_, listener) => { look = listener; } };
  const title = createTitle();
  title.set('Classic');
  title.count(2);
  assert.equal(document.title, '(2) Classic');
  title.call('turn');
  mock.timers.tick(1200);
  assert.equal(document.title, '(2) title.call.turn');
  mock.timers.tick(1200);
  assert.equal(document.title, '(2) Classic');
  title.call('offer');
  mock.timers.tick(1200);
  assert.equal(document.title, '(2) title.call.offer');
  title.call(null);
  mock.timers.tick(1200);
  assert.equal(document.title, '(2) Classic');
  title.call('turn');
  mock.timers.tick(1200);
  document.hidden = false;
  look();
  assert.equal(document.title, '(2) Classic');
  title.call('turn');
  mock.timers.tick(1200);
  assert.equal(document.title, '(2) Classic');
  delete globalThis.document;
});
