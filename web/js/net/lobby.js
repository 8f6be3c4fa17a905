// Who and what waits for players: open games, quick seeks, challenges, and one's own seek.

/**
 * The lobby, kept up to date by the socket. `onPaired(game)`, `onChallenge(game)` and `onTurn(game)` hear what
 * calls for one; `listen(listener)` hears of every change.
 */
export function createLobby({ connection, api, me, onPaired, onChallenge, onTurn }) {
  const listeners = new Set();
  let games = new Map();
  let known = false;
  let seeks = [];
  let received = [];
  let seeking = null;
  let subscribing = null;

  function tell() {
    for (const listener of listeners) listener();
  }

  connection.listen((message) => {
    HEARD[message.type]?.(message);
    tell();
  });

  const HEARD = {
    welcome() {
      subscribing ??= connection.command({ type: 'subscribe' }).catch(() => {}).finally(() => { subscribing = null; });
      refreshChallenges();
      // A seek ends with its socket.
      if (seeking?.isKnown) ask().catch(() => {});
    },
    lobby(lobby) {
      games = new Map(lobby.games.map((game) => [game.id, game]));
      ({ seeks } = lobby);
      known = true;
    },
    lobby_game({ game }) { games = new Map([[game.id, game], ...[...games].filter(([id]) => id !== game.id)]); },
    lobby_gone({ game }) { games.delete(game); },
    seeks(news) { ({ seeks } = news); },
    paired({ game }) {
      seeking = null;
      onPaired(game);
    },
    seek_ended({ id }) { if (seeking?.id === id) seeking = null; },
    challenged({ game }) {
      received = [game, ...received.filter(({ id }) => id !== game.id)];
      onChallenge(game);
    },
    challenge_over({ game }) { received = received.filter(({ id }) => id !== game); },
    your_turn: ({ game }) => onTurn(game),
  };

  async function refreshChallenges() {
    try {
      received = me.player() ? (await api.challenges()).received : [];
      tell();
    } catch {
      // They stay as they were.
    }
  }

  async function ask() {
    const id = connection.makeId();
    const wish = seeking;
    seeking = { ...wish, id, isKnown: false };
    tell();
    try {
      await connection.command({ ...wish.terms, type: 'seek', id });
      if (seeking?.id === id) seeking.isKnown = true;
    } catch (refusal) {
      if (seeking?.id === id) seeking = null;
      tell();
      throw refusal;
    }
  }

  return {
    games: () => [...games.values()],
    /** Whether the server has said what waits, or nothing can be heard of it. */
    isKnown: () => known || connection.status === 'lost' || connection.status === 'outdated',
    seeks: () => seeks,
    challenges: () => received,
    /** One's own seek: `{terms, since}`, or null. */
    seeking: () => seeking,

    /** Looks for somebody by these terms: `{preset, clock, rated?}`. */
    async seek(terms) {
      await me.ensure();
      seeking = { terms, since: Date.now() };
      await ask();
    },

    async cancel() {
      seeking = null;
      tell();
      await connection.command({ type: 'cancel' });
    },

    /** Declines a challenge, or forgets one that has been accepted. */
    async answered(game, accepted) {
      received = received.filter(({ id }) => id !== game);
      tell();
      if (!accepted) await api.decline(game).catch(() => {});
    },

    refreshChallenges,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
