// Who one is in this browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuests } from '../js/net/guest.js';

function scene(stored = {}) {
  const made = [];
  const storage = { getItem: (key) => stored[key] ?? null, setItem: (key, value) => { stored[key] = value; } };
  const makeGuest = async (name) => {
    made.push(name);
    return { player: { id: `p${made.length}`, name: name || 'Guest' }, token: `t${made.length}` };
  };
  return { stored, made, guests: createGuests({ storage, makeGuest }) };
}

test('a guest is made once, at the first action, and remembered', async () => {
  const { guests, made, stored } = scene();
  assert.equal(guests.token(), null);
  await Promise.all([guests.ensure(), guests.ensure()]);
  assert.equal(made.length, 1);
  assert.equal(guests.token(), 't1');
  assert.equal(scene(stored).guests.token(), 't1');
});

test('a name chosen before is borne, a name chosen later makes another guest', async () => {
  const { guests, made } = scene();
  await guests.rename('Ann');
  assert.deepEqual(made, []);
  await guests.ensure();
  assert.deepEqual(made, ['Ann']);
  await guests.rename('Bea');
  assert.equal(guests.player().name, 'Bea');
  assert.ok(guests.wasOnce({ id: 'p1' }));
  guests.become('p1');
  assert.equal(guests.token(), 't1');
  await guests.rename('Bea');
  assert.deepEqual(made, ['Ann', 'Bea']);
  assert.equal(guests.token(), 't2');
});

test('an action with a token the server does not know is done by a new guest', async () => {
  const { guests } = scene();
  await guests.ensure();
  const seen = [];
  await guests.act(async (token) => {
    seen.push(token);
    if (token === 't1') throw Object.assign(new Error(), { code: 'bad_token' });
  });
  assert.deepEqual(seen, ['t1', 't2']);
  await assert.rejects(guests.act(async () => { throw Object.assign(new Error(), { code: 'seat_taken' }); }), { code: 'seat_taken' });
});

test('a browser that stores nothing, or nonsense, still plays', async () => {
  const forbidden = { getItem: () => { throw new Error(); }, setItem: () => { throw new Error(); } };
  const guests = createGuests({ storage: forbidden, makeGuest: async () => ({ player: { id: 'p', name: 'x' }, token: 't' }) });
  await guests.ensure();
  assert.equal(guests.token(), 't');
  assert.equal(scene({ 'halma.guests': '{' }).guests.token(), null);
});
