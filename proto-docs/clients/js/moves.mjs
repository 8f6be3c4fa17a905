// Legal moves, read off a `turn`; no knowledge of the rules is needed.

/** One path, a shortest, for every piece of a `turn` and every square it can end on. */
export function legalMoves(turn) {
  return turn.pieces.flatMap((piece) => paths(piece)).map((path) => path.join('-'));
}

/** One legal move of a `turn`, chosen evenly. */
export function randomMove(turn) {
  const moves = legalMoves(turn);
  return moves[Math.floor(Math.random() * moves.length)];
}

function paths({ from, steps = [], hops = {}, ends }) {
  const found = steps.map((square) => [from, square]);
  // Breadth first: the first path to reach a square is a shortest one and never crosses itself.
  const seen = new Set([from]);
  const queue = [[from]];
  for (const path of queue) {
    for (const square of hops[path.at(-1)] ?? []) {
      if (seen.has(square)) continue;
      seen.add(square);
      queue.push([...path, square]);
      found.push([...path, square]);
    }
  }
  return ends ? found.filter((path) => ends.includes(path.at(-1))) : found;
}
