// Statistics made ready to be shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curveOf, place, ticks } from '../js/model/curve.js';
import { isQuick, paceOf, QUICK_CLOCKS } from '../js/model/pace.js';
import { whyNotRated } from '../js/model/rateable.js';
import { resultFor } from '../js/model/results.js';
import { byGames, dayBefore, filterOf, laidOut, resultParts } from '../js/model/tally.js';
import { waitingFirst, yourGame } from '../js/model/yourgame.js';

const share = (games, percent) => ({ games, percent });

test('draws stand between two sides, and after more', () => {
  const two = { wins: [{ seats: ['white'], ...share(1, 25) }, { seats: ['black'], ...share(2, 50) }], draws: share(1, 25) };
  assert.deepEqual(resultParts(two).map(({ key }) => key), ['white', 'draw', 'black']);
  const three = { wins: ['white', 'red', 'black'].map((seat) => ({ seats: [seat], ...share(1, 33.33) })), draws: share(0, 0) };
  assert.deepEqual(resultParts(three).map(({ key }) => key), ['white', 'red', 'black', 'draw']);
  assert.deepEqual(laidOut(resultParts(two)).map(({ start, width }) => [start, width]), [[0, 25], [25, 25], [50, 50]]);
  assert.deepEqual(laidOut(resultParts(three)).length, 3);
});

test('the most played comes first', () => {
  assert.deepEqual(byGames({ a: { games: 1 }, b: { games: 3 } }).map(({ name }) => name), ['b', 'a']);
});

test('a filter takes from the address what it understands', () => {
  const filter = filterOf(new URLSearchParams('clock=rapid&humans=true&from=2026-01-31&to=yesterday&rated='));
  assert.deepEqual(JSON.parse(JSON.stringify(filter)), { clock: 'rapid', humans: 'true', from: '2026-01-31' });
  assert.equal(dayBefore(Date.UTC(2026, 2, 1, 12), 1), '2026-02-28');
});

test('an axis has round figures around its values', () => {
  assert.deepEqual(ticks([1500, 1512]), [1500, 1510, 1520]);
  assert.deepEqual(ticks([1500]), [1500, 1510]);
  for (const values of [[1203, 1890], [1499, 1501], [400, 2800]]) {
    const scale = ticks(values);
    assert.ok(scale[0] <= Math.min(...values) && scale.at(-1) >= Math.max(...values) && scale.length <= 7, `${values}`);
  }
});

test('a curve goes from the oldest rating to the newest', () => {
  const values = curveOf([{ before: 1520, after: 1510 }, { before: 1500, after: 1520 }]);
  assert.deepEqual(values, [1500, 1520, 1510]);
  const box = { left: 0, right: 100, top: 0, bottom: 50 };
  assert.deepEqual(place(values, [1500, 1520], box), [{ x: 0, y: 50 }, { x: 50, y: 0 }, { x: 100, y: 25 }]);
});

test('clocks have a class', () => {
  assert.deepEqual(QUICK_CLOCKS.map(paceOf), ['blitz', 'rapid', 'classical', 'correspondence', 'correspondence', 'untimed']);
  assert.equal(paceOf({ kind: 'per_move', time: 10_000 }), 'rapid');
  assert.ok(isQuick('standard-four', QUICK_CLOCKS[0]));
  assert.ok(!isQuick('grasshopper', QUICK_CLOCKS[0]) && !isQuick('standard', { kind: 'none' }));
});

test('what keeps a game from being rated', () => {
  const presets = [{ name: 'standard', rules: { board: 8 } }];
  const ada = { kind: 'account' };
  const good = { rules: { board: 8, first: 'black' }, clock: { kind: 'fischer' }, holders: { white: 'me', black: 'open' }, hints: false, start: '' };
  assert.equal(whyNotRated(good, presets, ada), null);
  assert.equal(whyNotRated(good, presets, null), 'account');
  assert.equal(whyNotRated(good, presets, { kind: 'guest' }), 'account');
  for (const [change, why] of [
    [{ rules: { board: 10 } }, 'preset'], [{ start: 'x' }, 'preset'], [{ clock: { kind: 'none' } }, 'clock'], [{ hints: true }, 'hints'],
    [{ holders: { white: 'me', black: 3 } }, 'computer'], [{ holders: { white: 'me', black: 'me' } }, 'seats']]) {
    assert.equal(whyNotRated({ ...good, ...change }, presets, ada), why);
  }
});

test('what a game was for who played it', () => {
  const seats = { white: { id: 'a' }, black: { id: 'b' } };
  const ended = (winners, reason) => ({ seats, outcome: { winners, reason } });
  assert.equal(resultFor(ended(['white'], 'home'), 'a'), 'won');
  assert.equal(resultFor(ended(['white'], 'abandoned'), 'b'), 'lost');
  assert.equal(resultFor(ended([], 'repetition'), 'a'), 'drawn');
  assert.equal(resultFor(ended([], 'aborted'), 'a'), 'off');
});

test('a game waits for one unless one is alone', () => {
  const game = (id, seats, more) => ({ id, url: `http://x/#/game/${id}/key-1`, seats, ...more });
  const list = [
    { your_turn: true, game: game('a', { white: { id: 'me' }, black: { id: 'me' } }) },
    { your_turn: true, game: game('b', { white: { id: 'me' }, black: null }, { computers: { black: 2 } }) },
    { your_turn: true, to_move: 'white', game: game('c', { white: { id: 'me' }, black: { id: 'you' } }) },
  ].map((one) => yourGame(one, { id: 'me' }));
  assert.deepEqual(list.map(({ waits }) => waits), [false, false, true]);
  assert.deepEqual(waitingFirst(list).map(({ id }) => id), ['c', 'a', 'b']);
  assert.equal(list[0].key, 'key-1');
});
