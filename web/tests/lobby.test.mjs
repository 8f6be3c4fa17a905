// What waits for players: told by a scripted socket.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLobby } from '../js/net/lobby.js';

const TERMS = { preset: 'standard', clock: { kind: 'fischer', initial: 300_000, increment: 3000 } };

function scene({ refuses = [] } = {}) {
  const self = { sent: [], paired: [], called: [], turns: [], declined: [], waiting: [{ id: 'c0' }] };
  let listener;
  let count = 0;
  const connection = {
    makeId: () => `id${++count}`,
    listen: (one) => { listener = one; },
    async command(frame) {
      self.sent.push(frame);
      if (refuses.includes(frame.type)) throw Object.assign(new Error(), { code: 'not_rated' });
    },
  };
  const api = { challenges: async () => ({ received: self.waiting }), decline: async (id) => { self.declined.push(id); } };
  const me = { player: () => ({ id: 'me' }), ensure: async () => {} };
  self.lobby = createLobby({
    connection, api, me, onPaired: (game) => self.paired.push(game), onChallenge: (game) => self.called.push(game.id), onTurn: (game) => self.turns.push(game),
  });
  self.hear = async (message) => {
    listener(message);
    await new Promise(setImmediate);
  };
  self.asked = () => self.sent.filter(({ type }) => type === 'seek');
  return self;
}

test('open games come, change and go; a lobby sent again replaces all', async () => {
  const { lobby, hear } = scene();
  await hear({ type: 'lobby', games: [{ id: 'a' }, { id: 'b' }], seeks: [] });
  await hear({ type: 'lobby_game', game: { id: 'a', seats: 1 } });
  await hear({ type: 'lobby_game', game: { id: 'c' } });
  assert.deepEqual(lobby.games().map(({ id }) => id), ['c', 'a', 'b']);
  await hear({ type: 'lobby_gone', game: 'b' });
  assert.deepEqual(lobby.games().map(({ id }) => id), ['c', 'a']);
  await hear({ type: 'lobby', games: [{ id: 'd' }], seeks: [{ player: { id: 'x' } }] });
  assert.deepEqual(lobby.games(), [{ id: 'd' }]);
  assert.equal(lobby.seeks().length, 1);
});

test('a seek is asked again on every new socket until it has ended', async () => {
  const { lobby, hear, asked, paired } = scene();
  await lobby.seek(TERMS);
  assert.deepEqual(asked()[0], { ...TERMS, type: 'seek', id: 'id1' });
  await hear({ type: 'welcome' });
  assert.equal(asked().length, 2);
  await hear({ type: 'seek_ended', id: 'id1', why: 'replaced' });
  assert.ok(lobby.seeking(), 'the end of the former one is not the end of this');
  await hear({ type: 'paired', id: 'id2', game: 'g', seat: 'white' });
  assert.deepEqual(paired, ['g']);
  await hear({ type: 'welcome' });
  assert.equal(lobby.seeking(), null);
  assert.equal(asked().length, 2);
});

test('a seek that is refused or cancelled is none', async () => {
  const refused = scene({ refuses: ['seek'] });
  await assert.rejects(refused.lobby.seek(TERMS), { code: 'not_rated' });
  assert.equal(refused.lobby.seeking(), null);
  const { lobby, sent } = scene();
  await lobby.seek(TERMS);
  await lobby.cancel();
  assert.equal(lobby.seeking(), null);
  assert.equal(sent.at(-1).type, 'cancel');
});

test('challenges stand until they are answered', async () => {
  const { lobby, hear, called, declined } = scene();
  await hear({ type: 'welcome' });
  await hear({ type: 'challenged', game: { id: 'c1' } });
  await hear({ type: 'challenged', game: { id: 'c1' } });
  assert.deepEqual(lobby.challenges().map(({ id }) => id), ['c1', 'c0']);
  assert.deepEqual(called, ['c1', 'c1']);
  await hear({ type: 'challenged', game: { id: 'c2' } });
  await hear({ type: 'challenge_over', game: 'c2', accepted: false });
  assert.deepEqual(lobby.challenges().map(({ id }) => id), ['c1', 'c0']);
  await lobby.answered('c1', true);
  await lobby.answered('c0', false);
  assert.deepEqual(lobby.challenges(), []);
  assert.deepEqual(declined, ['c0']);
});

test('one’s turn in any game is heard of', async () => {
  const { hear, turns } = scene();
  await hear({ type: 'your_turn', game: 'g', seat: 'red' });
  assert.deepEqual(turns, ['g']);
});
