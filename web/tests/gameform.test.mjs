// From the choices on the form to what the server is asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homes, usualStart } from '../js/model/camps.js';
import { presetOf, requestOf, short, timeControl, usualHolders } from '../js/model/gameform.js';

const PRESETS = [{ name: 'classic', rules: {} }, { name: 'grasshopper', rules: { board: 8 } }];
const NO_CLOCK = { kind: 'none' };

test('a preset is sent by its name, other rules by what differs', () => {
  assert.equal(presetOf({ board: 8, marked: false }, PRESETS).name, 'grasshopper');
  assert.equal(presetOf({ board: 10 }, PRESETS), null);
  assert.deepEqual(short({ board: 16, home_deadline: { moves: 5, then: 'lose' } }), { home_deadline: { moves: 5, then: 'lose' } });
  assert.deepEqual(requestOf({ rules: { board: 8 }, clock: NO_CLOCK, holders: { white: 'me', black: 'open' } }, PRESETS),
    { rules: 'grasshopper', seats: ['white'] });
});

test('computers, clock, privacy and start go along', () => {
  const body = requestOf({
    rules: { seats: 3 }, clock: { kind: 'per_move', amount: 2, unit: 'days' }, holders: { white: 4, red: 'me', black: 'open' },
    hidden: true, drawn: true, start: 'x',
  }, PRESETS);
  assert.deepEqual(body, {
    rules: { seats: 3 }, seats: ['red'], computers: { white: 4 }, clock: { kind: 'per_move', time: 172_800_000 },
    private: true, draw_first: true, start: 'x',
  });
  assert.deepEqual(timeControl({ kind: 'fischer', minutes: 0.5, seconds: 3 }), { kind: 'fischer', initial: 30_000, increment: 3000 });
});

test('one sits on the first seat, others on the rest', () => {
  assert.deepEqual(usualHolders({ seats: 3 }, 2), { white: 'me', red: 2, black: 2 });
});

test('camps lie in their corners', () => {
  assert.deepEqual(homes({ board: 8 }).black.sort(), ['e1', 'f1', 'f2', 'g1', 'g2', 'g3', 'h1', 'h2', 'h3', 'h4']);
  const three = homes({ seats: 3 });
  assert.deepEqual(Object.values(three).map((squares) => squares.length), [19, 13, 19]);
  assert.ok(three.white.includes('a16') && three.red.includes('p16') && homes({ seats: 4 }).blue.includes('a1'));
  const marked = Object.entries(usualStart({ marked: true })).filter(([, piece]) => piece.marked).map(([square]) => square);
  assert.deepEqual(marked.sort(), ['a16', 'p1']);
});
