// Makes games and takes seats for whoever looks at the page, and goes to the game.

import { gameHash } from '../router.js';

/** What refuses a seat in one game and not in another. */
const NEXT = new Set(['seat_taken', 'seat_reserved', 'already_started', 'game_over', 'no_such_game']);
const SEARCHED = 50;

/** `make(body)` makes a game, `join(body)` takes a seat in an open one like it or makes it; both go there and may fail with a refusal. */
export function createGameMaking({ api, me, go = (hash) => { location.hash = hash; } }) {
  async function make(body) {
    const game = await me.act(() => api.makeGame(body));
    go(new URL(game.url).hash);
  }

  async function join(body) {
    const { games } = await api.games({ joinable: true, preset: body.rules, limit: SEARCHED });
    const own = me.player()?.id;
    const others = games.filter((game) => !Object.values(game.seats).some((player) => player?.id === own) && !game.rated === !body.rated
      && JSON.stringify(game.clock) === JSON.stringify(body.clock ?? { kind: 'none' }));
    for (const { id } of others.reverse()) {
      try {
        await me.act(() => api.takeSeat(id, {}));
        return go(gameHash(id));
      } catch (refusal) {
        if (!NEXT.has(refusal.code)) throw refusal;
      }
    }
    return make(body);
  }

  return { make, join };
}
