// The socket that stays: a scripted server, a hand-driven clock.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delay } from '../js/net/backoff.js';
import { Connection } from '../js/net/connection.js';

/** A connection, the sockets it has opened, and what it has told. */
function scene() {
  const sockets = [];
  const statuses = [];
  const self = { sockets, statuses, strangers: 0, unopened: 0 };
  let count = 0;
  self.connection = new Connection({
    open() {
      const socket = { readyState: 0, sent: [], send: (text) => socket.sent.push(JSON.parse(text)), close: () => { socket.readyState = 3; } };
      sockets.push(socket);
      return socket;
    },
    onStatus: ({ status, reason }) => statuses.push(reason ? `${status}:${reason}` : status),
    onStranger: () => { self.strangers += 1; },
    onUnopened: () => { self.unopened += 1; },
    makeId: () => `id${++count}`,
    random: () => 0.5,
  });
  self.accept = () => {
    const socket = sockets.at(-1);
    socket.readyState = 1;
    socket.onopen();
    self.say({ type: 'welcome' });
    return socket;
  };
  self.say = (message) => sockets.at(-1).onmessage({ data: JSON.stringify(message) });
  self.cut = (code = 1006) => {
    sockets.at(-1).readyState = 3;
    sockets.at(-1).onclose({ code });
    clock.tick(20_000);
  };
  return self;
}

/** A clock that goes on only when told. */
const clock = {
  now: 0,
  due: new Map(),
  tick(time) {
    const until = clock.now + time;
    for (;;) {
      const [next] = [...clock.due].sort(([, one], [, other]) => one.at - other.at);
      if (!next || next[1].at > until) break;
      clock.due.delete(next[0]);
      clock.now = next[1].at;
      next[1].run();
    }
    clock.now = until;
  },
};
let timers = 0;
globalThis.setTimeout = (run, time) => {
  clock.due.set(++timers, { run, at: clock.now + time });
  return timers;
};
globalThis.clearTimeout = (timer) => clock.due.delete(timer);
test.beforeEach(() => clock.due.clear());

test('hello comes first; who one is the cookie says', () => {
  const { connection, accept } = scene();
  connection.start();
  assert.deepEqual(accept().sent[0], { type: 'hello', protocol: 1 });
});

test('after a loss it comes back and joins after the last event it has', () => {
  const { connection, accept, cut, sockets, statuses } = scene();
  connection.start();
  accept();
  let seq;
  connection.watch('g', { since: () => seq, onMessage: () => { seq = 7; } });
  assert.deepEqual(sockets[0].sent.at(-1), { type: 'join', id: 'id1', game: 'g', legal: true });
  sockets[0].onmessage({ data: '{"type":"state","id":"id1","game":"g"}' });
  cut();
  assert.equal(sockets.length, 2);
  assert.deepEqual(accept().sent.at(-1), { type: 'join', id: 'id2', game: 'g', since: 7, legal: true });
  assert.deepEqual(statuses, ['connecting', 'open', 'lost', 'connecting', 'open']);
});

test('an unanswered command is sent again with its id, after the join is answered', async () => {
  const { connection, accept, cut, say, sockets } = scene();
  connection.start();
  accept();
  connection.watch('g', { onMessage: () => {} });
  say({ type: 'state', id: 'id1', game: 'g' });
  const answer = connection.command({ type: 'move', game: 'g', at: 3, path: 'a1-a2' });
  const move = { type: 'move', id: 'id2', game: 'g', at: 3, path: 'a1-a2' };
  assert.deepEqual(sockets[0].sent.at(-1), move);
  cut();
  const second = accept();
  assert.equal(second.sent.some(({ type }) => type === 'move'), false);
  say({ type: 'events', id: 'id3', game: 'g', events: [] });
  assert.deepEqual(second.sent.at(-1), move);
  say({ type: 'ok', id: 'id2', game: 'g', seq: 4 });
  assert.equal((await answer).seq, 4);
});

test('a command given while away waits for the join', () => {
  const { connection, accept, say } = scene();
  connection.start();
  connection.watch('g', { onMessage: () => {} });
  connection.command({ type: 'resign', game: 'g' });
  const socket = accept();
  assert.equal(socket.sent.some(({ type }) => type === 'resign'), false);
  say({ type: 'state', id: socket.sent.at(-1).id, game: 'g' });
  assert.equal(socket.sent.at(-1).type, 'resign');
});

test('a refusal is told, a busy server is asked again', async () => {
  const { connection, accept, say } = scene();
  connection.start();
  const socket = accept();
  connection.watch('g', { onMessage: () => {} });
  say({ type: 'state', id: 'id1', game: 'g' });
  const answer = connection.command({ type: 'move', game: 'g' });
  say({ type: 'error', id: 'id2', game: 'g', code: 'busy', message: '' });
  clock.tick(1000);
  assert.equal(socket.sent.filter(({ type }) => type === 'move').length, 2);
  say({ type: 'error', id: 'id2', game: 'g', code: 'stale', message: 'no', details: { at: 9 } });
  await assert.rejects(answer, { code: 'stale', details: { at: 9 } });
});

test('a planned restart is told apart, a cookie that is not known stops it until that is settled', () => {
  const self = scene();
  const { connection, accept, cut, say, statuses, sockets } = self;
  connection.start();
  accept();
  say({ type: 'closing', reason: 'restart', resume: true });
  cut(1012);
  assert.ok(statuses.includes('lost:restart'));
  sockets.at(-1).readyState = 1;
  sockets.at(-1).onopen();
  say({ type: 'error', code: 'bad_token', message: '' });
  assert.equal(self.strangers, 1);
  const before = sockets.length;
  clock.tick(60_000);
  assert.equal(sockets.length, before);
  connection.start();
  assert.deepEqual(accept().sent[0], { type: 'hello', protocol: 1 });
});

test('a socket that does not come to be is told apart from one that is cut', () => {
  const self = scene();
  self.connection.start();
  self.accept();
  self.cut();
  assert.equal(self.unopened, 0);
  self.cut();
  assert.equal(self.unopened, 1);
});

test('what is about no game is heard by who listens, and waits for the socket', async () => {
  const { connection, accept, say, sockets } = scene();
  const heard = [];
  connection.listen(({ type }) => heard.push(type));
  const answer = connection.command({ type: 'seek', preset: 'standard' });
  connection.start();
  accept();
  assert.equal(sockets[0].sent.at(-1).type, 'seek');
  say({ type: 'seeking', id: 'id1' });
  await answer;
  connection.watch('g', { onMessage: ({ type }) => heard.push(`game ${type}`) });
  say({ type: 'your_turn', game: 'g', seat: 'white' });
  say({ type: 'presence', game: 'g' });
  assert.deepEqual(heard, ['welcome', 'seeking', 'your_turn', 'game presence']);
});

test('who has become somebody else comes in anew', () => {
  const { connection, accept, say, sockets } = scene();
  connection.start();
  accept();
  connection.be(null);
  assert.equal(sockets.length, 1);
  connection.be({ id: 'p' });
  assert.equal(sockets.length, 2);
  accept();
  say({ type: 'welcome', player: { id: 'p', name: 'P' } });
  connection.be({ id: 'p' });
  assert.equal(sockets.length, 2);
});

test('a server that says nothing any more is left', () => {
  const { connection, accept, sockets } = scene();
  connection.start();
  accept();
  clock.tick(20_000);
  assert.equal(sockets[0].sent.at(-1).type, 'ping');
  clock.tick(10_000);
  clock.tick(2_000);
  assert.equal(sockets.length, 2);
});

test('waits grow, stay within bounds, and differ', () => {
  for (let attempt = 0; attempt < 12; attempt++) {
    assert.ok(delay(attempt, () => 0) >= 200);
    assert.ok(delay(attempt, () => 1) <= 12_000);
  }
  assert.ok(delay(3, () => 0.5) > delay(1, () => 0.5));
  assert.notEqual(delay(2, () => 0), delay(2, () => 0.9));
});

test('a private game is joined with its key', () => {
  const { connection, accept, sockets } = scene();
  connection.start();
  accept();
  connection.watch('g', { key: () => 'secret', onMessage: () => {} });
  assert.equal(sockets[0].sent.at(-1).key, 'secret');
});
