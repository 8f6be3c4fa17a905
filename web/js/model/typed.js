// Reads a move somebody has typed, against the legal moves the server sent.

import { mayStop, movesFrom, onward, shortest } from './chains.js';

/**
 * `{path}` of a typed move such as `a1-c3-e5` or `a1 e5` (then by a shortest way), or `{problem}`:
 * `form` (no squares joined by `-`), `piece` (no piece of yours that can move there) or `way` (no such way).
 */
export function readMove(text, turn) {
  const squares = text.trim().toLowerCase().split(/[\s\-–—→>,]+/).filter(Boolean);
  if (squares.length < 2 || squares.some((square) => !/^[a-p]([1-9]|1[0-6])$/.test(square))) return { problem: 'form' };
  const piece = movesFrom(turn, squares[0]);
  if (!piece) return { problem: 'piece' };
  const path = squares.length === 2 ? shortest(piece, squares[1]) : walk(piece, squares);
  return path && mayStop(piece, path) ? { path } : { problem: 'way' };
}

function walk(piece, squares) {
  for (let end = 1; end < squares.length; end++) {
    if (!onward(piece, squares.slice(0, end)).includes(squares[end])) return null;
  }
  return squares;
}
