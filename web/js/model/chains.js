// Walks through the legal moves the server sent: where a piece can go, and by which way.

/** The moves of the piece on a square; undefined if it has none. */
export function movesFrom(turn, square) {
  return turn?.pieces.find((piece) => piece.from === square);
}

/** Every square a turn of this piece may end on. */
export function endsOf(piece) {
  const reached = new Set([...(piece.steps ?? []), ...before(piece).keys()]);
  reached.delete(piece.from);
  if (!piece.ends) return [...reached];
  return piece.ends.filter((square) => reached.has(square));
}

/** Whether a turn may stop at the end of this path. */
export function mayStop(piece, path) {
  return path.length > 1 && (!piece.ends || piece.ends.includes(path.at(-1)));
}

/** The squares one more hop (or the first step) can reach from the end of a path. */
export function onward(piece, path) {
  const here = path.at(-1);
  if (path.length === 2 && isStep(piece, path)) return [];
  const hops = (piece.hops?.[here] ?? []).filter((square) => !path.includes(square));
  return path.length === 1 ? [...(piece.steps ?? []), ...hops] : hops;
}

/** A shortest path from the piece to a square, or null. */
export function shortest(piece, to) {
  if (piece.steps?.includes(to)) return [piece.from, to];
  const cameFrom = before(piece);
  if (!cameFrom.has(to) || to === piece.from) return null;
  const path = [to];
  while (path[0] !== piece.from) path.unshift(cameFrom.get(path[0]));
  return path;
}

function isStep(piece, path) {
  return Boolean(piece.steps?.includes(path[1])) && !piece.hops?.[piece.from]?.includes(path[1]);
}

/** For each square hops can reach, breadth first, the one before it on a shortest way. */
function before(piece) {
  const cameFrom = new Map([[piece.from, null]]);
  const queue = [piece.from];
  for (const here of queue) {
    for (const next of piece.hops?.[here] ?? []) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, here);
      queue.push(next);
    }
  }
  return cameFrom;
}
