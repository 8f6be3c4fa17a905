// A game's past: events gathered from pages and from the socket, and the rounds they make.

import { seatsOf } from './seats.js';

/** Both lists in order, each event once. */
export function merge(known, more) {
  if (more.length === 1 && more[0].seq === (known.at(-1)?.seq ?? 0) + 1) return [...known, more[0]];
  const bySeq = new Map([...known, ...more].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}

/** The number up to which nothing is missing. */
export function completeTo(events) {
  let last = 0;
  for (const event of events) {
    if (event.seq !== last + 1) break;
    last = event.seq;
  }
  return last;
}

/** Rounds `{number, turns: [{seq, seat, kind, path?}]}`, each beginning with the seat that is first. */
export function rounds(events, rules) {
  const seats = seatsOf(rules);
  const first = Math.max(0, seats.indexOf(rules.first));
  const rank = (seat) => (seats.indexOf(seat) - first + seats.length) % seats.length;
  const list = [];
  let last = Infinity;
  for (const event of events) {
    if (!TURNS.has(event.kind)) continue;
    const turn = { seq: event.seq, seat: event.seat, kind: event.kind, path: event.path };
    const isTurn = event.kind === 'moved' || event.kind === 'passed';
    if (list.length === 0 || (isTurn && rank(event.seat) <= last)) list.push({ number: list.length + 1, turns: [] });
    list.at(-1).turns.push(turn);
    if (isTurn) last = rank(event.seat);
  }
  return list;
}

const TURNS = new Set(['moved', 'passed', 'resigned', 'missed_deadline']);
