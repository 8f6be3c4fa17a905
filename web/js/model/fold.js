// Keeps a game up to date: a snapshot from the server, then one event after another.

import { parsePosition } from './position.js';

/** A `state` message as the page keeps it: the same fields, with `pieces` read from `position`. */
export function fromState(state) {
  return {
    game: state.game,
    seq: state.seq,
    at: state.at,
    status: state.status,
    rules: state.rules ?? {},
    preset: state.preset ?? null,
    board: state.board,
    pieces: parsePosition(state.position).pieces,
    toMove: state.to_move ?? null,
    last: state.last ? state.last.split('-') : null,
    seats: state.seats,
    host: state.host,
    outcome: state.outcome ?? null,
    watchers: state.watchers ?? 0,
  };
}

/** How an event stands to a game: `next` can be applied, `old` is known already, `gap` misses some before it. */
export function order(game, event) {
  if (event.seq <= game.seq) return 'old';
  return event.seq === game.seq + 1 ? 'next' : 'gap';
}

/** The game after the event that comes next. The game given is left as it was. */
export function fold(game, event) {
  const change = CHANGES[event.kind];
  return { ...game, ...(change ? change(game, event) : {}), seq: event.seq };
}

/** The game with a new word on who is connected. */
export function foldPresence(game, presence) {
  let { seats } = game;
  for (const seat of Object.keys(seats)) {
    seats = withSeat(seats, seat, { connected: presence.seats[seat] ?? false });
  }
  return { ...game, seats, watchers: presence.watchers };
}

const CHANGES = {
  seated: (game, { seat, player }) => ({ seats: withSeat(game.seats, seat, { player }) }),
  stood: (game, { seat }) => ({ seats: withSeat(game.seats, seat, { player: null, connected: false }) }),
  started: (game, event) => ({ status: 'playing', ...turnPassed(event) }),
  moved: (game, event) => {
    const path = event.path.split('-');
    const { [path[0]]: piece, ...pieces } = game.pieces;
    if (piece) pieces[path.at(-1)] = piece;
    return { pieces, last: path, seats: withTurn(game.seats, event.seat), ...turnPassed(event) };
  },
  passed: (game, event) => ({ seats: withTurn(game.seats, event.seat), ...turnPassed(event) }),
  resigned: goesOut,
  missed_deadline: goesOut,
  finished: (game, { winners, reason }) => ({ status: 'finished', toMove: null, outcome: { winners, reason } }),
};

function turnPassed(event) {
  return { toMove: event.next ?? null, at: event.seq };
}

function goesOut(game, event) {
  const pieces = Object.fromEntries(Object.entries(game.pieces).filter(([, piece]) => piece.seat !== event.seat));
  return { pieces, seats: withSeat(game.seats, event.seat, { out: true }), ...turnPassed(event) };
}

function withSeat(seats, seat, change) {
  return { ...seats, [seat]: { ...seats[seat], ...change } };
}

function withTurn(seats, seat) {
  return withSeat(seats, seat, { made: seats[seat].made + 1 });
}
