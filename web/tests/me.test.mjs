// Who one is in this browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMe } from '../js/net/me.js';

/** A server that knows players by the cookie it has given out. */
function scene(stored = {}) {
  const players = new Map();
  const self = { stored, made: [], cookie: null, refused: 'unauthorized' };
  const info = (id, name, kind = 'guest') => ({ id, name, kind, bot: false });
  const known = () => {
    const player = players.get(self.cookie);
    if (!player) throw Object.assign(new Error(), { code: self.refused });
    return player;
  };
  const api = {
    async makeGuest(name) {
      self.made.push(name);
      const player = info(`p${self.made.length}`, name || 'Guest');
      players.set(player.id, player);
      self.cookie = player.id;
      return { player };
    },
    me: async () => known(),
    async changeMe({ name }) {
      players.set(self.cookie, { ...known(), name });
      return known();
    },
    async keepInCookie(token) {
      if (!players.has(token)) throw Object.assign(new Error(), { code: 'bad_token' });
      self.cookie = token;
    },
    logOut: async () => { self.cookie = null; },
    known,
  };
  const storage = { getItem: (key) => stored[key] ?? null, setItem: (key, value) => { stored[key] = value; } };
  return Object.assign(self, { api, players, info, me: createMe({ storage, api }) });
}

test('a guest is made once, at the first action, and remembered', async () => {
  const { me, made, stored } = scene();
  assert.equal(me.player(), null);
  await Promise.all([me.ensure(), me.ensure()]);
  assert.equal(made.length, 1);
  assert.equal(scene(stored).me.player().id, 'p1');
  assert.doesNotMatch(JSON.stringify(stored), /token/);
});

test('a name chosen before is borne, one chosen later is the same guest’s', async () => {
  const { me, made } = scene();
  await me.rename('Ann');
  assert.deepEqual(made, []);
  await me.ensure();
  assert.deepEqual(made, ['Ann']);
  const heard = [];
  me.listen((player) => heard.push(player.name));
  await me.rename('Bea');
  assert.equal(me.player().id, 'p1');
  assert.deepEqual(heard, ['Bea']);
});

test('what another tab has become, or wishes to be called, is followed', () => {
  const { me, stored, info } = scene();
  const heard = [];
  me.listen((player) => heard.push([player?.id, me.name()]));
  me.follow();
  assert.deepEqual(heard.splice(0), [[undefined, '']], 'now it is known that one is nobody');
  stored['halma.name'] = JSON.stringify('Ann');
  me.follow();
  me.follow();
  stored['halma.me'] = JSON.stringify(info('p', 'Bea'));
  me.follow();
  assert.deepEqual(heard, [[undefined, 'Ann'], ['p', 'Bea']]);
});

test('who one is is known from this browser, or once the server has said it', async () => {
  const { me, stored } = scene();
  assert.equal(me.isKnown(), false);
  await me.heard(null);
  assert.equal(me.isKnown(), true);
  await me.ensure();
  assert.equal(scene(stored).me.isKnown(), true);
});

test('an action the server takes for nobody’s is done by a new guest, but never in place of an account', async () => {
  const one = scene();
  await one.me.ensure();
  one.players.clear();
  await one.me.act(async () => one.api.known());
  assert.equal(one.me.player().id, 'p2');
  await assert.rejects(one.me.act(async () => { throw Object.assign(new Error(), { code: 'seat_taken' }); }), { code: 'seat_taken' });

  const other = scene();
  await other.me.enter(async () => ({ player: other.info('a', 'Ada', 'account') }));
  other.refused = 'bad_token';
  await assert.rejects(other.me.act(async () => other.api.known()), { code: 'bad_token' });
  assert.equal(other.me.player(), null);
  assert.deepEqual(other.made, []);
});

test('a guest whose token was kept here before goes on by the cookie', async () => {
  const moved = scene({ 'halma.guests': JSON.stringify([{ player: { id: 'old', name: 'Old' }, token: 'old' }]) });
  moved.players.set('old', moved.info('old', 'Old'));
  await moved.me.settle();
  assert.equal(moved.me.player().id, 'old');
  assert.equal(moved.cookie, 'old');
  assert.doesNotMatch(JSON.stringify(moved.stored), /token/);

  const dead = scene({ 'halma.guests': JSON.stringify([{ player: { id: 'x' }, token: 'x' }]) });
  await dead.me.settle();
  assert.equal(dead.me.player(), null);
});

test('what the socket says one is counts', async () => {
  const { me, players, info } = scene();
  const one = scene();
  await one.me.ensure();
  await one.me.heard(null);
  assert.equal(one.me.player(), null);
  players.set('z', info('z', 'Zoe'));
  await me.heard({ id: 'z', name: 'Zoe' });
  assert.equal(me.player().name, 'Zoe');
});

test('only who was somebody and is known no more is a stranger', async () => {
  const { me, players, ...self } = scene();
  assert.equal(await me.isStranger(), false);
  await me.ensure();
  assert.equal(await me.isStranger(), false);
  players.clear();
  assert.equal(await me.isStranger(), false, 'the server is away');
  self.api.me = () => Promise.reject(Object.assign(new Error(), { code: 'bad_token' }));
  assert.equal(await me.isStranger(), true);
  assert.equal(me.player(), null);
});

test('a browser that stores nothing, or nonsense, still plays', async () => {
  const storage = { getItem: () => { throw new Error(); }, setItem: () => { throw new Error(); } };
  const me = createMe({ storage, api: { makeGuest: async () => ({ player: { id: 'p', name: 'x', kind: 'guest' } }) } });
  await me.ensure();
  assert.equal(me.player().id, 'p');
  assert.equal(scene({ 'halma.me': '{' }).me.player(), null);
});
