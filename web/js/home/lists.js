// The lists of open and of running games, fetched again every few seconds while somebody looks.

import { pieceIcon } from '../board/artwork.js';
import { h, keyed, setText } from '../dom.js';
import { seatsOf } from '../model/seats.js';
import { apart, rulesTitle, seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';

const EVERY = 4000;
const MOST = 20;

/** Both lists; `me()` is the player one is, `onPlaying(games)` hears of the running games. */
export function createLists({ api, me, onPlaying }) {
  const open = createList('open', 'home.open', (game) => (isIn(game, me()) ? 'home.yourGame' : 'home.join'));
  const playing = createList('playing', 'home.playing', (game) => (isIn(game, me()) ? 'home.yourGame' : 'home.watch'));
  const lost = h('p', { class: 'quiet-line', role: 'status', hidden: true }, t('home.lists.lost'));
  let stopped = false;
  let timer;

  async function refresh() {
    clearTimeout(timer);
    if (!document.hidden) {
      try {
        const [waiting, running] = await Promise.all([api.games('open', MOST), api.games('playing', MOST)]);
        if (stopped) return;
        open.show(waiting.games);
        playing.show(running.games);
        onPlaying(running.games);
        lost.hidden = true;
      } catch {
        lost.hidden = false;
      }
    }
    if (!stopped) timer = setTimeout(refresh, EVERY);
  }

  const onVisible = () => document.hidden || refresh();
  document.addEventListener('visibilitychange', onVisible);
  refresh();
  return {
    el: h('div', { class: 'lists' }, lost, open.el, playing.el),
    stop() {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}

function createList(test, title, verb) {
  const rows = h('ul', { class: 'games' });
  const none = h('p', { class: 'quiet-line', hidden: true }, t(`${title}.none`));
  return {
    el: h('section', { 'data-test': `games-${test}` }, h('h2', {}, t(title)), none, rows),
    show(games) {
      none.hidden = games.length > 0;
      keyed(rows, games, (game) => game.id, (game) => makeRow(game, verb));
    },
  };
}

function makeRow({ id }, verb) {
  const seats = h('span', { class: 'game-seats' });
  const names = h('span', { class: 'game-names' });
  const facts = h('span', { class: 'game-facts' });
  const go = h('span', { class: 'game-go' });
  const el = h('li', {}, h('a', { class: 'game-row', href: `#/game/${id}`, 'data-game': id }, seats,
    h('span', { class: 'game-words' }, names, facts), go));
  return {
    el,
    update(game) {
      keyed(seats, seatsOf(game.rules), String, makeSeat);
      for (const seat of seatsOf(game.rules)) {
        seats.keyedChildren.get(seat).el.classList.toggle('is-free', !game.seats[seat]);
      }
      setText(names, namesOf(game));
      setText(facts, factsOf(game));
      setText(go, t(verb(game)));
    },
  };
}

function makeSeat(seat) {
  return { el: h('span', { class: 'game-seat', title: seatName(seat) }, pieceIcon(seat)) };
}

function namesOf(game) {
  const names = seatsOf(game.rules).map((seat) => game.seats[seat]?.name).filter(Boolean);
  return [...new Set(names.length > 0 ? names : [game.host.name])].map(apart).join(' · ');
}

function factsOf(game) {
  const title = rulesTitle(game.preset);
  if (game.status !== 'open') return title;
  const seats = seatsOf(game.rules);
  return `${title} · ${t('home.taken', { n: seats.filter((seat) => game.seats[seat]).length, of: seats.length })}`;
}

function isIn(game, player) {
  return Boolean(player) && Object.values(game.seats).some((holder) => holder?.id === player.id);
}
