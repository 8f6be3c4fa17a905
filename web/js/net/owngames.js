// The games one holds a seat in, as the server lists them.

import { waitingFirst, yourGame } from '../model/yourgame.js';

const EVERY = 30_000;

/** One's own games that are not over, those that wait first; `listen(listener)` hears of every answer. */
export function createOwnGames({ api, me }) {
  const listeners = new Set();
  let games = [];
  /** Whose games have been asked for: a player's id, or null for nobody's. */
  let whose;
  let timer;
  let asked = 0;

  async function refresh() {
    clearTimeout(timer);
    timer = setTimeout(refresh, EVERY);
    const turn = ++asked;
    const player = me.player();
    try {
      const list = player ? await api.myGames() : [];
      if (turn !== asked) return;
      games = waitingFirst(list.map((one) => yourGame(one, player)));
    } catch {
      // The list stays as it was; it is asked for again soon.
    }
    whose = player?.id ?? null;
    for (const listener of listeners) listener(games);
  }

  return {
    list: () => games,
    /** Whether the server has been asked which are those of who one is now. */
    isKnown: () => whose === (me.player()?.id ?? null),
    refresh,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
