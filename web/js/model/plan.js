// The move being chosen: what each press of a square makes of it, until it is confirmed.

import { mayStop, movesFrom, onward, shortest } from './chains.js';

/**
 * A plan is `{path}`: the chosen piece's square and the landings chosen so far.
 * Pressing gives the next plan (or null) and whether the press confirmed it.
 */
export function press(plan, square, turn) {
  const chosen = movesFrom(turn, square);
  if (!plan) return { plan: chosen ? { path: [square] } : null, confirmed: false };

  const { path } = plan;
  const piece = movesFrom(turn, path[0]);
  const known = path.indexOf(square);
  if (known >= 0) return pressOnPath(plan, known, piece);
  if (onward(piece, path).includes(square)) return keep([...path, square]);
  const route = shortest(piece, square);
  if (route && mayStop(piece, route)) return keep(route);
  if (chosen) return keep([square]);
  return path.length > 1 ? { plan, confirmed: false } : { plan: null, confirmed: false };
}

/** Whether the plan can be sent as it stands. */
export function isReady(plan, turn) {
  const piece = plan && movesFrom(turn, plan.path[0]);
  return Boolean(piece) && mayStop(piece, plan.path);
}

function pressOnPath(plan, index, piece) {
  const { path } = plan;
  const last = path.length - 1;
  if (index === last && last > 0) return { plan, confirmed: mayStop(piece, path) };
  if (index === last) return { plan: null, confirmed: false };
  return keep(path.slice(0, index + 1));
}

function keep(path) {
  return { plan: { path }, confirmed: false };
}
