// The client against servers that say just what the test wants.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';

import { WebSocketServer } from 'ws';

import { Client, Lost, ProtocolViolation, Rest } from '../halma-client.mjs';

const game = '019b76da-a800-7c41-9d2e-5f0c8f1e2a30';
const MOVED = { type: 'event', game, seq: 5, kind: 'moved', seat: 'white', path: 'd2-e1', next: null };
const FINISHED = { type: 'event', game, seq: 6, kind: 'finished', winners: ['white'], reason: 'home' };

/** One connection, from the server's side. */
class Line {
  #inbox = [];
  #wake = () => {};

  constructor(socket) {
    this.socket = socket;
    socket.on('message', (data) => { this.#inbox.push(JSON.parse(data)); this.#wake(); });
  }

  say(message) { this.socket.send(JSON.stringify(message)); }

  async heard(type) {
    while (this.#inbox.length === 0) await new Promise((resolve) => { this.#wake = resolve; });
    const message = this.#inbox.shift();
    assert.equal(message.type, type);
    return message;
  }

  async join(since) {
    const join = await this.heard('join');
    assert.equal(join.since, since);
    this.say({ type: 'events', id: join.id, game, seq: since, at: 5, events: [] });
  }
}

/** Connections one after the other, each with its own part, while a client plays. */
async function play(parts, plays) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const played = [];
  server.on('connection', (socket) => {
    const line = new Line(socket);
    const part = parts.shift();
    played.push((async () => {
      await line.heard('hello');
      line.say({ type: 'welcome', protocol: 1, player: null, now: 0 });
      await part(line);
    })());
  });
  const client = await Client.connect(`http://127.0.0.1:${server.address().port}`, undefined, { patience: 10_000 });
  try {
    await plays(client);
    await Promise.all(played);
    assert.equal(parts.length, 0);
  } finally {
    client.close();
    server.close();
  }
}

async function kinds(joined) {
  const all = [];
  for await (const { kind } of joined) all.push(kind);
  return all;
}

test('a command is answered though the game has ended', async () => {
  const sent = [];
  await play([
    async (line) => {
      await line.join(4);
      sent.push(await line.heard('move'));
      line.say(MOVED);
      line.say(FINISHED);
      // The connection goes before the answer does.
      line.socket.close(1012);
    },
    async (line) => {
      await line.join(6);
      sent.push(await line.heard('move'));
      line.say({ type: 'ok', id: sent[1].id, game, seq: 5 });
    },
  ], async (client) => {
    const joined = await client.join(game, { since: 4 });
    assert.equal(await joined.move('d2-e1', { at: 4 }), 5);
    assert.deepEqual(await kinds(joined), ['moved', 'finished']);
  });
  assert.deepEqual(sent[0], sent[1]);
});

test('an ended game takes commands after a lost connection', async () => {
  let back;
  const again = new Promise((resolve) => { back = resolve; });
  await play([
    async (line) => {
      await line.join(4);
      line.say(MOVED);
      line.say(FINISHED);
      line.socket.close(1012);
    },
    async (line) => {
      back();
      await line.join(6);
      const { id } = await line.heard('rematch');
      line.say({ type: 'ok', id, game, seq: 7 });
    },
  ], async (client) => {
    const joined = await client.join(game, { since: 4 });
    assert.deepEqual(await kinds(joined), ['moved', 'finished']);
    await again;
    assert.equal(await joined.command('rematch'), 7);
  });
});

test('a quick game is found or the search is lost', async () => {
  await play([
    async (line) => { await line.heard('seek'); line.socket.close(1012); },
    async (line) => {
      const { id, preset, rated } = await line.heard('seek');
      assert.deepEqual([preset, rated], ['standard', true]);
      line.say({ type: 'seeking', id });
      line.say({ type: 'paired', id, game, seat: 'black' });
    },
  ], async (client) => {
    await assert.rejects(client.pair(), Lost);
    for (;;) {
      try {
        const paired = await client.pair({ rated: true });
        assert.deepEqual([paired.game, paired.seat], [game, 'black']);
        return;
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        await new Promise((resolve) => { setTimeout(resolve, 10); });
      }
    }
  });
});

test('what is no address is named', () => {
  for (const url of [undefined, '', 'localhost:8080', 'ftp://localhost', 'http://']) {
    assert.throws(() => new Rest(url), /not a server's address/);
  }
});

test('a gap in the events is a violation', async () => {
  await play([async (line) => { await line.join(4); line.say(FINISHED); }], async (client) => {
    const joined = await client.join(game, { since: 4 });
    await assert.rejects(kinds(joined), ProtocolViolation);
  });
});

test('what is not known does no harm', async () => {
  await play([async (line) => {
    line.say({ type: 'weather', rain: true });
    await line.join(4);
    line.say({ ...MOVED, kind: 'sneezed', next: 'white', loud: true });
    line.say(FINISHED);
  }], async (client) => {
    const joined = await client.join(game, { since: 4 });
    assert.deepEqual(await kinds(joined), ['sneezed', 'finished']);
    assert.equal(joined.at, 5);
  });
});
