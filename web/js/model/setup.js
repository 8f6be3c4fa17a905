// A position being set up by hand: what each press of a square makes of it.

import { homes } from './camps.js';
import { seatsOf } from './seats.js';

/** The pieces after a tool has been used on a square. A tool is a piece `{seat, marked}`, or null to take away. */
export function touch(pieces, square, tool) {
  const { [square]: there, ...others } = pieces;
  if (!tool || same(there, tool)) return others;
  const kept = tool.marked ? withoutMark(others, tool.seat) : others;
  return { ...kept, [square]: { seat: tool.seat, marked: Boolean(tool.marked) } };
}

/** The pieces after one has been carried from square to square; off the board it is gone. */
export function carry(pieces, from, to) {
  const { [from]: piece, ...others } = pieces;
  if (!piece || from === to) return pieces;
  return to ? { ...others, [to]: piece } : others;
}

/** The pieces that fit a ruleset: on its board, of its seats, marked only if it marks any. */
export function fitted(pieces, rules) {
  const size = rules.board ?? 16;
  const seats = seatsOf(rules);
  const fits = (square, { seat }) => seats.includes(seat) && square.charCodeAt(0) - 97 < size && Number(square.slice(1)) <= size;
  return Object.fromEntries(Object.entries(pieces).filter(([square, piece]) => fits(square, piece))
    .map(([square, piece]) => [square, { ...piece, marked: Boolean(rules.marked) && piece.marked }]));
}

/** How many pieces of each seat there are, and how many there may be. */
export function counts(pieces, rules) {
  return Object.entries(homes(rules)).map(([seat, home]) =>
    ({ seat, count: Object.values(pieces).filter((piece) => piece.seat === seat).length, most: home.length }));
}

function same(one, other) {
  return Boolean(one) && one.seat === other.seat && Boolean(one.marked) === Boolean(other.marked);
}

/** A seat marks one piece of its own at most. */
function withoutMark(pieces, seat) {
  return Object.fromEntries(Object.entries(pieces).map(([square, piece]) =>
    [square, piece.seat === seat ? { ...piece, marked: false } : piece]));
}
