// How the players of a game rate by its rules and pace, and what a rated game did to that.

import { paceOf } from '../model/pace.js';
import { seatsIn } from '../model/seats.js';

/** The ratings in the game `id`; `onChange()` hears when more is known. */
export function createRatings({ id, api, connection, onChange }) {
  const known = new Map();
  let changes = [];
  let asked = false;
  const deaf = connection.listen((message) => {
    if (message.type !== 'rated' || message.game !== id) return;
    changes = message.changes;
    onChange();
  });

  async function read(game, player) {
    known.set(player.id, null);
    const ratings = await api.ratings(player.id).catch(() => []);
    const rating = ratings.find(({ preset, clock }) => preset === game.preset && clock === paceOf(game.clock));
    known.set(player.id, rating ?? null);
    onChange();
  }

  async function readChanges(game, key) {
    asked = true;
    const list = await api.ratingChanges(game.game, { key }).catch(() => []);
    if (list.length > 0) changes = list;
    onChange();
  }

  return {
    /** Asks for what a game makes one want to know; only games by named rules with a clock are on a ladder. */
    update(game, key) {
      if (!game.preset || game.clock.kind === 'none') return;
      for (const { player } of seatsIn(game).map((seat) => game.seats[seat])) {
        if (player && !known.has(player.id)) read(game, player);
      }
      if (game.rated && game.status === 'finished' && !asked) readChanges(game, key);
    },

    /** The rating of each seat's player, as a number, where there is one. */
    bySeat(game) {
      const of = ({ player }) => changes.find((change) => change.player === player?.id)?.after ?? known.get(player?.id)?.rating;
      return Object.fromEntries(seatsIn(game).map((seat) => [seat, of(game.seats[seat])]));
    },

    /** What the game changed: `{name, before, after}` for each player, in seat order. */
    changed(game) {
      const players = seatsIn(game).map((seat) => game.seats[seat].player).filter(Boolean);
      return players.flatMap(({ id, name }) => changes.filter((change) => change.player === id).map(({ before, after }) => ({ name, before, after })));
    },

    stop: deaf,
  };
}
