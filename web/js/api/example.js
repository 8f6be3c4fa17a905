// A first client: makes a guest and a game against the computer, and plays random legal moves.

/** The client as text, for the server at this address. */
export function exampleOf(origin) {
  return `const base = '${origin}';

const post = async (path, token, body) => (await fetch(base + path, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) },
  body: JSON.stringify(body),
})).json();

const { token } = await post('/api/guests', null, { name: 'First client' });
const game = await post('/api/games', token, {
  rules: 'grasshopper', seats: ['white'], computers: { black: 2 },
});
console.log('watch it at', game.url);

const socket = new WebSocket(base.replace('http', 'ws') + '/ws');
const send = (message) => socket.send(JSON.stringify(message));
const any = (list) => list[Math.floor(Math.random() * list.length)];

socket.onopen = () => {
  send({ type: 'hello', protocol: 1, token });
  send({ type: 'join', id: 'join', game: game.id, legal: true });
};

socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === 'turn') {
    const piece = any(message.pieces);
    const path = [piece.from];
    const next = () => piece.hops?.[path.at(-1)]?.filter((to) => !path.includes(to)) ?? [];
    if (piece.steps) path.push(any(piece.steps));
    else do path.push(any(next())); while (next().length > 0 && Math.random() < 0.7);
    send({ type: 'move', id: crypto.randomUUID(), game: game.id, at: message.at, path: path.join('-') });
  }
  if (message.type === 'event') console.log(message.seq, message.kind, message.path ?? '');
};
`;
}
