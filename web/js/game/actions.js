// What a player can do just now around the moves: offers, ways back, ways out, another game.

import { actingSeat, seatsLeft } from '../model/seats.js';

/**
 * The actions open to who holds the seats `mine`, those wanted most often first: `{id, seat?, main, off?}`.
 * `main` ones deserve a button of their own. `me` is the player one is.
 */
export function actionsFor({ game, mine, line, me }) {
  if (game.status === 'open') return game.host?.id === me?.id ? [{ id: 'abort', main: false }] : [];
  if (mine.length === 0) return [];
  if (game.status === 'finished') return game.successor ? [] : [rematch(game, mine)];
  const seat = actingSeat(game, mine);
  if (!seat) return [];
  const hint = game.hints ? [{ id: 'hint', main: true, off: !mine.includes(game.toMove) }] : [];
  return [...(game.solo ? alone(game, line, seat) : together(game, mine, line, seat)), ...hint, ...waysOut(game, seat)];
}

/** Whether every seat still in has ended a turn, so that the game can no longer be called off. */
export function isUnderWay(game) {
  return seatsLeft(game).every((seat) => game.seats[seat].made > (game.begunWith?.[seat] ?? 0));
}

function rematch({ rematch: wanted }, mine) {
  const off = mine.every((seat) => wanted.includes(seat));
  return { id: 'rematch', main: true, off, accepts: !off && wanted.some((seat) => !mine.includes(seat)) };
}

function alone(game, { plies, undone }, seat) {
  const own = ({ kind, seat: mover }) => kind === 'moved' && !game.seats[mover].computer;
  const computers = seatsLeft(game).some((other) => game.seats[other].computer);
  return [
    { id: 'undo', main: true, off: !plies.some(own) },
    { id: 'redo', main: true, off: undone.length === 0 },
    { id: 'restart', main: false },
    ...(computers ? [{ id: 'draw', seat, main: false, off: game.proposal !== null }] : []),
  ];
}

function together(game, mine, { plies }, seat) {
  const busy = game.proposal !== null;
  const moved = plies.some((ply) => ply.kind === 'moved' && ply.seat === seat);
  const others = game.clock.kind === 'fischer' ? seatsLeft(game).filter((other) => !mine.includes(other)) : [];
  return [
    { id: 'draw', seat, main: true, off: busy },
    { id: 'takeback', seat, main: true, off: busy || !moved },
    ...others.map((other) => ({ id: 'give', seat: other, main: false })),
  ];
}

function waysOut(game, seat) {
  const out = { id: 'resign', seat, main: true };
  return isUnderWay(game) ? [out] : [{ id: 'abort', seat, main: false }, out];
}
