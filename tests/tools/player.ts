// Makes a game, finds it in the list, and plays both seats at random until the move cap ends it.

import createClient from 'openapi-fetch';
import { WebSocket } from 'ws';

import type { ClientMsg } from './client.js';
import type { paths } from './rest.js';
import type { ServerMsg } from './server.js';

const url = process.argv[2] ?? 'http://localhost:8080';
const rest = createClient<paths>({ baseUrl: url });

function got<T>({ data, error }: { data?: T; error?: { code: string; detail: string } }): T {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.detail}`);
  return data;
}

const guest = got(await rest.POST('/api/guests', { body: { name: 'Typed' } }));
const token = guest.token ?? '';
const headers = { authorization: `Bearer ${token}` };
const made = got(await rest.POST('/api/games', { headers, body: { rules: { board: 8, move_cap: 12 }, seats: ['white', 'black'] } }));
const { games } = got(await rest.GET('/api/games', { params: { query: { status: 'playing', limit: 10 } } }));
if (!games.some(({ id }) => id === made.id)) throw new Error('the game is not in the list');

const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
const say = (message: ClientMsg): void => socket.send(JSON.stringify(message));
let commands = 0;
const id = (): string => `c${(commands += 1)}`;

socket.on('open', () => say({ type: 'hello', protocol: 1, token, strict: true }));
socket.on('message', (data) => {
  const message = JSON.parse(String(data)) as ServerMsg;
  switch (message.type) {
    case 'welcome':
      say({ type: 'join', id: id(), game: made.id, legal: true });
      break;
    case 'turn': {
      // Any piece that moves, any step or first jump of it.
      const { from, steps = [], hops = {} } = message.pieces[Math.floor(Math.random() * message.pieces.length)]!;
      const ends = [...steps, ...(hops[from] ?? [])];
      const to = ends[Math.floor(Math.random() * ends.length)];
      say({ type: 'move', id: id(), game: made.id, at: message.at, path: `${from}-${to}` });
      break;
    }
    case 'event':
      if (message.kind === 'finished') {
        console.log(`finished: ${message.reason}`);
        socket.close();
      }
      break;
    case 'error':
      throw new Error(`${message.code}: ${message.message}`);
    default:
  }
});
