// One's own games in short, from the server's list: whose turn it is, and whether anybody waits.

/** A game of one's own: what the server lists of it, with `key`, `yourTurn`, `toMove` and `waits`. */
export function yourGame({ your_turn: yourTurn, to_move: toMove = null, game }, me) {
  return { ...game, key: keyIn(game.url), yourTurn, toMove, waits: yourTurn && !isAlone(game, me) };
}

/** Whether one holds every seat that people play: alone at the board nobody waits. */
function isAlone({ seats, computers = {} }, me) {
  return Object.entries(seats).every(([seat, player]) => seat in computers || player?.id === me?.id);
}

/** The key at the end of a private game's link. */
function keyIn(url) {
  return /#\/game\/[^/]+\/([\w-]+)/.exec(url)?.[1] ?? null;
}

/** Those that wait for one's move first, else as they came. */
export function waitingFirst(games) {
  return [...games.filter(({ waits }) => waits), ...games.filter(({ waits }) => !waits)];
}
