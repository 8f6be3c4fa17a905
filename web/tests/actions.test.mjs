// What a player can do around the moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionsFor } from '../js/game/actions.js';
import { lineOf } from '../js/model/line.js';

const me = { id: 'p1' };
const seat = (made, player = me, out = false) => ({ player, made, out });
const game = (more = {}) => ({
  status: 'playing', toMove: 'white', solo: false, proposal: null, successor: null, rematch: [], host: me, clock: { kind: 'none' },
  seats: { white: seat(1), black: seat(1, { id: 'p2' }) }, ...more,
});
const line = lineOf([{ seq: 1, kind: 'created', rules: {} }, { seq: 2, kind: 'moved', seat: 'white', path: 'a1-a2' }]);
const ids = (view) => actionsFor({ mine: ['white'], line, me, ...view }).map(({ id, off }) => (off ? `${id} off` : id));

test('among others one offers, alone one goes back and forth', () => {
  assert.deepEqual(ids({ game: game() }), ['draw', 'takeback', 'resign']);
  assert.deepEqual(ids({ game: game({ proposal: {} }) }), ['draw off', 'takeback off', 'resign']);
  assert.deepEqual(ids({ game: game({ solo: true }) }), ['undo', 'redo off', 'restart', 'resign']);
});

test('a game not under way can be called off, a clock can be given time', () => {
  const fresh = game({ seats: { white: seat(0), black: seat(0, { id: 'p2' }) }, clock: { kind: 'fischer' } });
  assert.deepEqual(ids({ game: fresh, line: lineOf([]) }), ['draw', 'takeback off', 'give', 'abort', 'resign']);
});

test('who only watches can do nothing, a host can call an open game off, players can play again', () => {
  assert.deepEqual(ids({ game: game(), mine: [] }), []);
  assert.deepEqual(ids({ game: game({ status: 'open' }), mine: [] }), ['abort']);
  assert.deepEqual(ids({ game: game({ status: 'open', host: { id: 'p2' } }) }), []);
  assert.deepEqual(ids({ game: game({ status: 'finished', toMove: null }) }), ['rematch']);
  assert.deepEqual(ids({ game: game({ status: 'finished', successor: 'g2' }) }), []);
});

test('who has asked for another game waits, who is asked accepts', () => {
  const over = (rematch, mine = ['white']) => actionsFor({ game: game({ status: 'finished', toMove: null, rematch }), mine, line, me });
  assert.deepEqual(over([]), [{ id: 'rematch', main: true, off: false, accepts: false }]);
  assert.deepEqual(over(['white']), [{ id: 'rematch', main: true, off: true, accepts: false }]);
  assert.deepEqual(over(['black']), [{ id: 'rematch', main: true, off: false, accepts: true }]);
  assert.deepEqual(over(['red', 'white']), [{ id: 'rematch', main: true, off: true, accepts: false }]);
  assert.deepEqual(over(['white'], ['white', 'red'])[0].off, false);
});

test('a seat that is out has no say', () => {
  const out = game({ seats: { white: seat(1, me, true), black: seat(1, { id: 'p2' }) } });
  assert.deepEqual(ids({ game: out }), []);
});
