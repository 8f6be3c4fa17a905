// Clocks between two words of the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figures, firstMoveLeft, isLow, isRunning, timeLeft } from '../js/model/clock.js';

const game = (more = {}) => ({
  status: 'playing', toMove: 'white', clock: { kind: 'fischer', initial: 60_000, increment: 2000 },
  clocks: { white: 50_000, black: 40_000 }, clocksAt: 1_000_000, turnSince: 1_000_000,
  seats: { white: { made: 1 }, black: { made: 1 } }, ...more,
});

test('only the clock of the seat to move runs, and never below nothing', () => {
  assert.equal(timeLeft(game(), 'white', 1_007_000), 43_000);
  assert.equal(timeLeft(game(), 'black', 1_007_000), 40_000);
  assert.equal(timeLeft(game(), 'white', 2_000_000), 0);
  assert.equal(timeLeft(game(), 'white', 999_000), 50_000, 'a server that is ahead gives nothing away');
  assert.equal(timeLeft(game({ status: 'finished', toMove: null }), 'white', 1_007_000), 50_000);
});

test('a first turn costs no time but has its minute', () => {
  const first = game({ seats: { white: { made: 0 }, black: { made: 0 } } });
  assert.equal(isRunning(first, 'white'), false);
  assert.equal(firstMoveLeft(first, 1_010_000), 50_000);
  assert.equal(firstMoveLeft(game(), 1_010_000), null);
  const later = game({ seats: { white: { made: 3 }, black: { made: 3 } }, begunWith: { white: 3 } });
  assert.equal(isRunning(later, 'white'), false, 'a game begun from a position counts from there');
  assert.equal(isRunning({ ...first, clock: { kind: 'per_move', time: 60_000 } }, 'white'), true);
});

test('a game without a clock has none, one not begun shows what it will have', () => {
  assert.equal(timeLeft(game({ clock: { kind: 'none' }, clocks: null }), 'white', 0), null);
  assert.equal(timeLeft(game({ status: 'open', clocks: null }), 'white', 0), 60_000);
});

test('little time is known as little', () => {
  assert.equal(isLow(game(), 9000), true);
  assert.equal(isLow(game(), 20_000), false);
  assert.equal(isLow(game({ clock: { kind: 'fischer', initial: 600_000, increment: 0 } }), 25_000), true);
});

test('times are written as clocks show them', () => {
  assert.equal(figures(600_000), '10:00');
  assert.equal(figures(61_001), '1:02');
  assert.equal(figures(9_999), '0:09.9');
  assert.equal(figures(0), '0:00.0');
  assert.equal(figures(2_100, false), '0:03');
  assert.equal(figures(3_600_000), '1:00:00');
  assert.equal(figures(90_000_000), null);
});
