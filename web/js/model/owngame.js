// One of one's own games in short: enough for a list that says where it is one's turn.

/** What to remember of a game, from what its page shows. */
export function recall({ id, key, game, seats }) {
  const all = Object.entries(game.seats);
  const players = Object.fromEntries(all.map(([seat, { player }]) => [seat, player]));
  const computers = Object.fromEntries(all.filter(([, { computer }]) => computer).map(([seat, { computer }]) => [seat, computer]));
  const { seq, status, preset, rules, toMove, solo, clock } = game;
  return { id, key, seq, status, preset, rules, toMove, solo, clock, seats, players, computers };
}

/** The same after an event. */
export function foldOwn(own, event) {
  if (event.seq <= own.seq) return own;
  const next = { ...own, seq: event.seq };
  if ('next' in event) Object.assign(next, { toMove: event.next, status: 'playing' });
  if (event.kind === 'seated') next.players = { ...own.players, [event.seat]: event.player };
  if (event.kind === 'stood') next.players = { ...own.players, [event.seat]: null };
  if (event.kind === 'finished') Object.assign(next, { status: 'finished', toMove: null });
  return next;
}

/** Whether the game waits for who remembers it; alone at the board nobody waits. */
export function isWaiting({ status, seats, toMove, solo }) {
  return status === 'playing' && !solo && seats.includes(toMove);
}
