// The games one holds a seat in, as this browser remembers them, and whose turn it is in each.

import { foldOwn, recall } from '../model/owngame.js';

const KEY = 'halma.games';
const MOST = 40;
const EVERY = 15_000;
const EVERY_UNSEEN = 60_000;
/** Older games than these are asked about when one opens them. */
const ASKED = 12;
const EVENTS = 200;

/** The remembered games; `api` brings news of them, `onChange(games)` hears of every change. */
export function createOwnGames({ storage, api, token, onChange = () => {} }) {
  let games = read(storage);
  let timer;

  function store(list) {
    games = list;
    try {
      storage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
    } catch {
      // Storage is full or forbidden: the list lasts as long as the page.
    }
    onChange(games);
  }

  /** Asks for what has happened in every game that goes on. */
  async function refresh() {
    clearTimeout(timer);
    onChange(games);
    for (const { id } of games.filter(({ status }) => status !== 'finished').slice(0, ASKED)) await catchUp(id);
    clearTimeout(timer);
    timer = setTimeout(refresh, document.hidden ? EVERY_UNSEEN : EVERY);
  }

  async function catchUp(id) {
    const known = games.find((game) => game.id === id);
    try {
      const { events } = await api.events(id, known.seq, EVENTS, { key: known.key, token: token() });
      if (events.length > 0) store(games.map((game) => (game.id === id ? events.reduce(foldOwn, game) : game)));
    } catch (refusal) {
      if (refusal.code === 'no_such_game') self.forget(id);
    }
  }

  const self = {
    list: () => games,

    /** Takes a game as its page knows it. */
    keep(view) {
      const next = recall(view);
      const known = games.find(({ id }) => id === next.id);
      if (known && known.seq === next.seq && known.seats.join() === next.seats.join()) return;
      store([next, ...games.filter(({ id }) => id !== next.id)]);
    },

    forget(id) {
      if (games.some((game) => game.id === id)) store(games.filter((game) => game.id !== id));
    },

    refresh,
    stop: () => clearTimeout(timer),
  };
  return self;
}

function read(storage) {
  try {
    return JSON.parse(storage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}
