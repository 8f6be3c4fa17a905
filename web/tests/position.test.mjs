// The text form of positions, read and written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPosition, looksLikePosition, parsePosition } from '../js/model/position.js';

const TEXT = 'wWww4/www5/ww6/w7/7b/6bb/5bbb/4bbbb b 3,2x';

test('what is read is written the same', () => {
  const { size, pieces, toMove, made, out } = parsePosition(TEXT);
  assert.equal(size, 8);
  assert.deepEqual(pieces.b8, { seat: 'white', marked: true });
  assert.deepEqual([toMove, made, out], ['black', [3, 2], [false, true]]);
  const seats = ['white', 'black'];
  assert.equal(formatPosition({ size, pieces, toMove, seats, made }), TEXT.replace('x', ''));
  assert.equal(formatPosition({ size: 8, pieces: {}, toMove: 'white', seats }), '8/8/8/8/8/8/8/8 w 0,0');
});

test('the form is checked before anything is asked', () => {
  assert.equal(looksLikePosition(TEXT, 8), true);
  assert.equal(looksLikePosition(TEXT, 10), false);
  assert.equal(looksLikePosition('8/8/8/8/8/8/8/7 w 0,0', 8), false);
  assert.equal(looksLikePosition('8/8/8/8/8/8/8/8 w', 8), false);
  assert.equal(looksLikePosition('16/16/16/16/16/16/16/16/16/16/16/16/16/16/uuu13/16 u 0,0,0,0', 16), true);
});
