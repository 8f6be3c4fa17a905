// The lists of games: one's own, those that wait for players, those being played.

import { h, keyed } from '../dom.js';
import { isWaiting } from '../model/owngame.js';
import { t } from '../text/messages.js';
import { isIn, makeRow } from './row.js';

const EVERY = 4000;
const MOST = 20;

/** The lists; `me()` is the player one is, `mine` one's own games, `onPlaying(games)` hears of the running games of others. */
export function createLists({ api, me, mine, onPlaying }) {
  const own = createList('mine', 'home.mine', verbOfOwn);
  const open = createList('open', 'home.open', (game) => (isIn(game, me()) ? 'home.yourGame' : 'home.join'));
  const playing = createList('playing', 'home.playing', (game) => (isIn(game, me()) ? 'home.yourGame' : 'home.watch'));
  const el = h('div', { class: 'lists is-unread' });
  const lost = h('p', { class: 'quiet-line', role: 'status', hidden: true }, t('home.lists.lost'));
  let stopped = false;
  let timer;

  async function refresh() {
    clearTimeout(timer);
    showOwn();
    if (!document.hidden) {
      try {
        const [waiting, running] = await Promise.all([api.games('open', MOST), api.games('playing', MOST)]);
        if (stopped) return;
        el.classList.remove('is-unread');
        open.show(waiting.games);
        playing.show(running.games);
        onPlaying(running.games.filter((game) => !isIn(game, me())));
        lost.hidden = true;
      } catch {
        el.classList.remove('is-unread');
        lost.hidden = false;
      }
    }
    if (!stopped) timer = setTimeout(refresh, EVERY);
  }

  function showOwn() {
    const games = mine.list().filter(({ status }) => status !== 'finished');
    const rank = (game) => (isWaiting(game) ? 0 : 1);
    own.show(games.sort((one, other) => rank(one) - rank(other)).map((game) => ({ ...game, own: game.seats, seats: game.players })));
  }

  el.append(lost, open.el, playing.el);
  const onVisible = () => document.hidden || refresh();
  document.addEventListener('visibilitychange', onVisible);
  refresh();
  mine.refresh().then(showOwn);
  return {
    own: own.el,
    el,
    stop() {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}

function verbOfOwn(game) {
  if (game.status === 'open') return 'home.waits';
  return isWaiting({ ...game, seats: game.own }) ? 'home.yourTurn' : 'home.goOn';
}

function createList(test, title, verb) {
  const rows = h('ul', { class: 'games' });
  const none = h('p', { class: 'quiet-line', hidden: true }, t(`${title}.none`));
  const el = h('section', { 'data-test': `games-${test}` }, h('h2', {}, t(title)), none, rows);
  return {
    el,
    show(games) {
      none.hidden = games.length > 0;
      // Who has no games yet needs no list of them.
      if (test === 'mine') el.hidden = games.length === 0;
      keyed(rows, games, (game) => game.id, (game) => makeRow(game, verb));
    },
  };
}
