// A few running games as small boards that move.

import { createBoard } from '../board/board.js';
import { h, keyed } from '../dom.js';
import { fold, fromState, order } from '../model/fold.js';
import { seatsIn } from '../model/seats.js';
import { gameHash } from '../router.js';
import { t } from '../text/messages.js';
import { rulesTitle } from '../text/sentences.js';
import { namesOf } from './row.js';

const MOST = 3;

/** A row of live boards; `show(games)` keeps it to the first few. */
export function createLive({ connection }) {
  const el = h('div', { class: 'live', hidden: true });
  const stops = new Map();

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

  return {
    el,
    show(games) {
      const shown = games.slice(0, MOST);
      el.hidden = shown.length === 0;
      for (const [id, leave] of stops) {
        if (shown.some((game) => game.id === id)) continue;
        leave();
        stops.delete(id);
      }
      keyed(el, shown, (game) => game.id, makeBoard);
    },
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
