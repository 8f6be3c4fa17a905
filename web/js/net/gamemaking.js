// Makes games and takes seats for whoever looks at the page, and goes to the game.

import { gameHash } from '../router.js';

/** What refuses a seat in one game and not in another. */
const NEXT = new Set(['seat_taken', 'seat_reserved', 'already_started', 'game_over', 'no_such_game']);
const SEARCHED = 50;

/** `make(body)` makes a game, `join(preset)` takes a seat in an open one or makes it; both go there and may fail with a refusal. */
export function createGameMaking({ api, guests, connection, go = (hash) => { location.hash = hash; } }) {
  async function asGuest(action) {
    const before = guests.token();
    const answer = await guests.act(action);
    if (guests.token() !== before) connection.restart();
    return answer;
  }

  async function make(body) {
    const game = await asGuest((token) => api.makeGame(token, body));
    go(new URL(game.url).hash);
  }

  async function join(preset, body) {
    const { games } = await api.games('open', SEARCHED);
    const me = guests.player()?.id;
    const others = games.filter((game) => game.preset === preset && !Object.values(game.seats).some((player) => player?.id === me));
    for (const { id } of others.reverse()) {
      try {
        await asGuest((token) => api.takeSeat(token, id, {}));
        return go(gameHash(id));
      } catch (refusal) {
        if (!NEXT.has(refusal.code)) throw refusal;
      }
    }
    return make(body);
  }

  return { make, join };
}
