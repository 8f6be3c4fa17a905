// A few running games as small boards that move.

import { createBoard } from '../board/board.js';
import { h, keyed } from '../dom.js';
import { fold, fromState, order } from '../model/fold.js';
import { seatsIn } from '../model/seats.js';
import { settle } from '../model/slots.js';
import { gameHash } from '../router.js';
import { t } from '../text/messages.js';
import { rulesTitle } from '../text/sentences.js';
import { namesOf } from './row.js';

const MOST = 6;
/** There are always so many places; in those that are free lies an empty board. */
const PLACES = 3;

/** A row of live boards; `show(games)` keeps it to a few, and each that is shown in its place. */
export function createLive({ connection }) {
  const el = h('div', { class: 'live' });
  const stops = new Map();
  let slots = [];

  function makeBoard(summary) {
    const board = createBoard({ coordinates: false, label: rulesTitle(summary.preset) });
    let game = null;
    const show = () => game && board.show(pictureOf(game));
    const leave = connection.watch(summary.id, {
      legal: false,
      since: () => game?.seq,
      onMessage(message) {
        if (message.type === 'state') game = fromState(message);
        else if (!game) return;
        else if (message.type === 'events') for (const event of message.events) take(event);
        else if (message.type === 'event') take(message);
        else return;
        show();
      },
    });

    function take(event) {
      const place = order(game, event);
      if (place === 'gap') connection.rejoin(summary.id);
      if (place !== 'next') return;
      if (event.kind === 'moved') board.slide(event.path.split('-'));
      game = fold(game, event);
    }

    stops.set(summary.id, leave);
    return { el: h('a', { class: 'live-board', href: gameHash(summary.id), title: t('home.watch') }, board.el,
      h('span', { class: 'live-names' }, namesOf(summary))) };
  }

  /** Those on boards as long as they go on, and the newest of the others. */
  function choose(games) {
    const shown = games.filter(({ id }) => stops.has(id));
    const others = games.filter(({ id }) => !stops.has(id));
    return [...shown, ...others.slice(0, MOST - shown.length)];
  }

  function show(games) {
    slots = settle(slots, choose(games), ({ id }) => id);
    for (const [id, leave] of stops) {
      if (slots.some((game) => game?.id === id)) continue;
      leave();
      stops.delete(id);
    }
    const places = Array.from({ length: Math.max(PLACES, slots.length) }, (_, place) => slots[place] ?? { id: `free ${place}`, isFree: true });
    keyed(el, places, ({ id }) => id, (one) => (one.isFree ? { el: h('div', { class: 'live-free' }) } : makeBoard(one)));
  }

  show([]);
  return {
    el,
    show,
    stop() {
      for (const leave of stops.values()) leave();
      stops.clear();
    },
  };
}

function pictureOf(game) {
  const camps = seatsIn(game).map((seat) => ({ seat, squares: game.seats[seat].home, owned: true }));
  return { size: game.board, quarters: 0, camps, pieces: game.pieces, last: game.last, plan: null };
}
