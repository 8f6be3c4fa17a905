// Keeps a game up to date: a snapshot from the server, then one event after another.

import { parsePosition } from './position.js';
import { isAlone, seatsIn, seatsLeft } from './seats.js';
import * as votes from './votes.js';

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
    clock: state.clock ?? { kind: 'none' },
    ...clocksOf(state),
    turnSince: null,
    proposal: state.proposal ?? null,
    solo: state.solo ?? false,
    hints: state.hints ?? false,
    rated: state.rated ?? false,
    key: state.key ?? null,
    rematch: state.rematch ?? [],
    predecessor: state.predecessor ?? null,
    successor: state.successor ?? null,
    away: {},
    claimable: null,
  };
}

/** The game with the clocks as the server says they stand, in a snapshot or with what was missed. */
export function foldClocks(game, said) {
  return { ...game, ...clocksOf(said) };
}

/** Clocks and since when they run, which after a restart of the server may be still to come. */
function clocksOf({ clocks = null, now = 0, paused_until: pause = 0 }) {
  return { clocks, clocksAt: Math.max(now, pause) };
}

/** How an event stands to a game: `next` can be applied, `old` is known already, `gap` misses some before it. */
export function order(game, event) {
  if (event.seq <= game.seq) return 'old';
  return event.seq === game.seq + 1 ? 'next' : 'gap';
}

/** The game after the event that comes next. The game given is left as it was. */
export function fold(game, event) {
  const change = CHANGES[event.kind];
  const clocks = event.clocks ? { clocks: event.clocks, clocksAt: event.time } : {};
  return { ...game, ...(change ? change(game, event) : {}), ...clocks, seq: event.seq };
}

/** The game with a new word on who is connected. */
export function foldPresence(game, presence) {
  let { seats } = game;
  for (const seat of Object.keys(seats)) {
    seats = withSeat(seats, seat, { connected: presence.seats[seat] ?? false });
  }
  return { ...game, seats, watchers: presence.watchers, away: presence.away ?? {}, claimable: presence.claimable ?? null };
}

const CHANGES = {
  seated: (game, { seat, player }) => withHolder(game, seat, { player, invited: undefined }),
  stood: (game, { seat }) => withHolder(game, seat, { player: null, connected: false }),
  started: (game, event) => ({ status: 'playing', ...turnPassed(event) }),
  moved: (game, event) => ({ ...walked(game, event), ...turnPassed(event) }),
  passed: (game, event) => ({ seats: withTurn(game.seats, event.seat), ...turnPassed(event) }),
  resigned: goesOut,
  flagged: goesOut,
  missed_deadline: goesOut,
  claimed: (game, event) => (seatsLeft(game).length > 2 ? goesOut(game, event) : turnPassed(event)),
  proposed: (game, { seq, seat, what }) => ({ proposal: votes.proposed(seq, what, seat, seatsLeft(game)) }),
  voted: (game, { seat, accept }) => ({ proposal: votes.voted(game.proposal, seat, accept) }),
  withdrawn: () => ({ proposal: null }),
  taken_back: setBack,
  undone: setBack,
  redone: (game, event) => ({ ...setBack(game, event), last: event.moves.at(-1)?.path.split('-') ?? null }),
  rematch_offered: (game, { seat }) => ({ rematch: [...game.rematch.filter((other) => other !== seat), seat] }),
  succeeded: (game, event) => ({ successor: event.successor }),
  finished: (game, { winners, reason }) => ({ status: 'finished', toMove: null, proposal: null, outcome: { winners, reason } }),
};

function turnPassed(event) {
  return { toMove: event.next ?? null, at: event.seq, turnSince: event.time };
}

function walked(game, { seat, path }) {
  const squares = path.split('-');
  const { [squares[0]]: piece, ...pieces } = game.pieces;
  if (piece) pieces[squares.at(-1)] = piece;
  return { pieces, last: squares, seats: withTurn(game.seats, seat) };
}

function goesOut(game, event) {
  return {
    pieces: withoutArmy(game.pieces, event.seat),
    seats: withSeat(game.seats, event.seat, { out: true }),
    proposal: votes.struck(game.proposal, event.seat),
    ...turnPassed(event),
  };
}

/** The pieces when a seat has gone out. */
export function withoutArmy(pieces, seat) {
  return Object.fromEntries(Object.entries(pieces).filter(([, piece]) => piece.seat !== seat));
}

/** Back or forward to a position the event brings along; which move led there the line of moves knows. */
function setBack(game, event) {
  const { pieces, made, out } = parsePosition(event.position);
  let { seats } = game;
  seatsIn(game).forEach((seat, index) => {
    seats = withSeat(seats, seat, { made: made[index] ?? 0, out: out[index] ?? false });
  });
  return { pieces, seats, last: null, proposal: null, ...turnPassed(event) };
}

function withHolder(game, seat, change) {
  const seats = withSeat(game.seats, seat, change);
  return { seats, solo: isAlone({ ...game, seats }) };
}

function withSeat(seats, seat, change) {
  return { ...seats, [seat]: { ...seats[seat], ...change } };
}

function withTurn(seats, seat) {
  return withSeat(seats, seat, { made: seats[seat].made + 1 });
}
