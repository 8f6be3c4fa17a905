// A snapshot and the events after it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, foldClocks, foldPresence, fromState, order } from '../js/model/fold.js';
import { parsePosition } from '../js/model/position.js';
import { arrived, freeSeats, seatsHeldBy } from '../js/model/seats.js';

const seat = (player, home, goal) => ({ player, connected: false, made: 0, out: false, home, goal });
const ann = { id: 'p1', name: 'Ann' };
const bob = { id: 'p2', name: 'Bob' };

function snapshot() {
  return fromState({
    type: 'state', game: 'g', seq: 2, at: 1, status: 'open', rules: { board: 8 }, preset: 'grasshopper', board: 8,
    position: 'wW6/8/8/8/8/8/8/7b w 0,0', to_move: null,
    seats: { white: seat(ann, ['a8', 'b8'], ['h1', 'g1']), black: seat(null, ['h1', 'g1'], ['a8', 'b8']) },
    yours: ['white'], host: ann, watchers: 0,
  });
}

const follow = (...events) => events.reduce((game, event, index) => fold(game, { seq: index + 3, ...event }), snapshot());

test('a position is read with its marked pieces', () => {
  assert.deepEqual(snapshot().pieces, {
    a8: { seat: 'white', marked: false }, b8: { seat: 'white', marked: true }, h1: { seat: 'black', marked: false },
  });
  const { size, pieces } = parsePosition('11wwwww/16/16/16/16/16/16/16/16/16/16/16/16/16/16/uuu13 u 0,0,0,0');
  assert.equal(size, 16);
  assert.deepEqual(Object.keys(pieces), ['l16', 'm16', 'n16', 'o16', 'p16', 'a1', 'b1', 'c1']);
});

test('clocks run from when the server said how they stand, and not while it lets them rest', () => {
  const at = (said) => foldClocks(snapshot(), said).clocksAt;
  assert.equal(at({ clocks: { white: 1, black: 2 }, now: 5 }), 5);
  assert.equal(at({ clocks: { white: 1, black: 2 }, now: 5, paused_until: 9 }), 9);
  assert.equal(at({ clocks: { white: 1, black: 2 }, now: 9, paused_until: 5 }), 9);
  assert.deepEqual(foldClocks(snapshot(), { clocks: { white: 1 }, now: 5 }).clocks, { white: 1 });
});

test('seats are taken and given up', () => {
  assert.deepEqual(freeSeats(snapshot()), ['black']);
  const taken = follow({ kind: 'seated', seat: 'black', player: bob });
  assert.deepEqual(freeSeats(taken), []);
  assert.deepEqual(seatsHeldBy(taken, bob), ['black']);
  assert.deepEqual(freeSeats(fold(taken, { seq: 4, kind: 'stood', seat: 'black' })), ['black']);
});

test('a start, a move, a pass, an end', () => {
  const started = follow({ kind: 'seated', seat: 'black', player: bob }, { kind: 'started', next: 'white' });
  assert.equal(started.status, 'playing');
  assert.equal(started.toMove, 'white');
  assert.equal(started.at, 4);
  const moved = fold(started, { seq: 5, kind: 'moved', seat: 'white', path: 'b8-d8-g1', next: 'black' });
  assert.deepEqual(moved.last, ['b8', 'd8', 'g1']);
  assert.deepEqual(moved.pieces.g1, { seat: 'white', marked: true });
  assert.equal(moved.pieces.b8, undefined);
  assert.equal(moved.seats.white.made, 1);
  assert.deepEqual(arrived(moved, 'white'), { count: 1, of: 2 });
  assert.equal(started.pieces.g1, undefined, 'the game before is left as it was');
  const passed = fold(moved, { seq: 6, kind: 'passed', seat: 'black', next: 'white' });
  assert.equal(passed.seats.black.made, 1);
  assert.equal(passed.at, 6);
  const over = fold(passed, { seq: 7, kind: 'finished', winners: ['white'], reason: 'home' });
  assert.equal(over.status, 'finished');
  assert.equal(over.at, 6);
  assert.deepEqual(over.outcome, { winners: ['white'], reason: 'home' });
});

test('a seat that goes out takes its pieces along', () => {
  for (const kind of ['resigned', 'missed_deadline']) {
    const game = follow({ kind, seat: 'white', next: null });
    assert.deepEqual(Object.keys(game.pieces), ['h1']);
    assert.equal(game.seats.white.out, true);
    assert.equal(game.toMove, null);
  }
});

test('out of time, or claimed against among more than two, a seat is out; of two only the game ends', () => {
  assert.deepEqual(Object.keys(follow({ kind: 'flagged', seat: 'white', next: 'black' }).pieces), ['h1']);
  const claimed = follow({ kind: 'claimed', seat: 'white', by_seat: 'black', what: 'win', next: null });
  assert.equal(Object.keys(claimed.pieces).length, 3);
  const three = { ...snapshot(), seats: { ...snapshot().seats, red: seat(bob, [], []) } };
  assert.deepEqual(Object.keys(fold(three, { seq: 3, kind: 'claimed', seat: 'white', by_seat: 'black', what: 'win', next: 'red' }).pieces), ['h1']);
});

test('a proposal gathers votes; one refusal, a way back and the end close it', () => {
  const offer = { kind: 'proposed', seat: 'white', what: 'draw' };
  assert.deepEqual(follow(offer).proposal, { proposal: 3, what: 'draw', seat: 'white', accepted: ['white'], waiting: ['black'] });
  assert.deepEqual(follow(offer, { kind: 'voted', seat: 'black', proposal: 3, accept: true }).proposal.waiting, []);
  assert.equal(follow(offer, { kind: 'voted', seat: 'black', proposal: 3, accept: false }).proposal, null);
  assert.equal(follow(offer, { kind: 'withdrawn', seat: 'white', proposal: 3 }).proposal, null);
  assert.equal(follow(offer, { kind: 'finished', winners: [], reason: 'agreement' }).proposal, null);
});

test('a way back brings its position along', () => {
  const moved = follow({ kind: 'started', next: 'white' }, { kind: 'moved', seat: 'white', path: 'b8-d8', next: 'black' });
  const back = fold(moved, { seq: 5, kind: 'undone', plies: 0, position: 'wW6/8/8/8/8/8/8/7b w 0,0', next: 'white' });
  assert.deepEqual([back.pieces, back.toMove, back.at, back.seats.white.made, back.last], [snapshot().pieces, 'white', 5, 0, null]);
  const again = fold(back, { seq: 6, kind: 'redone', moves: [{ seat: 'white', path: 'b8-d8' }], position: 'w2W4/8/8/8/8/8/8/7b b 1,0', next: 'black' });
  assert.deepEqual([again.pieces.d8, again.last, again.seats.white.made], [{ seat: 'white', marked: true }, ['b8', 'd8'], 1]);
});

test('clocks stand as the last event says', () => {
  const timed = follow({ kind: 'started', next: 'white', time: 77, clocks: { white: 60_000, black: 50_000 } });
  assert.deepEqual([timed.clocks, timed.clocksAt], [{ white: 60_000, black: 50_000 }, 77]);
  const gift = fold(timed, { seq: 4, kind: 'time_given', seat: 'black', millis: 15_000, time: 99, clocks: { white: 60_000, black: 65_000 } });
  assert.deepEqual([gift.clocks.black, gift.clocksAt], [65_000, 99]);
});

test('another game is wanted and follows', () => {
  assert.deepEqual(follow({ kind: 'rematch_offered', seat: 'white' }, { kind: 'rematch_offered', seat: 'black' }).rematch, ['white', 'black']);
  assert.equal(follow({ kind: 'succeeded', successor: 'g2' }).successor, 'g2');
});

test('one player on every seat is alone', () => {
  assert.equal(follow({ kind: 'seated', seat: 'black', player: ann }).solo, true);
  assert.equal(follow({ kind: 'seated', seat: 'black', player: bob }).solo, false);
});

test('events are known as old, next or after a gap', () => {
  assert.equal(order(snapshot(), { seq: 2 }), 'old');
  assert.equal(order(snapshot(), { seq: 3 }), 'next');
  assert.equal(order(snapshot(), { seq: 5 }), 'gap');
});

test('presence tells who is there', () => {
  const game = foldPresence(snapshot(), { seats: { white: true }, watchers: 3 });
  assert.equal(game.seats.white.connected, true);
  assert.equal(game.seats.black.connected, false);
  assert.equal(game.watchers, 3);
});
