// The lists of games: one's own, those that wait for players, those being played.

import { h, keyed } from '../dom.js';
import { t } from '../text/messages.js';
import { isIn, makeRow, makeSeekRow } from './row.js';

const EVERY = 6000;
const MOST = 20;
/** Of the games being played only so many are listed; the newest are small boards besides. */
const SHOWN = 8;

/** The lists; `mine` are one's own games, `live` shows running games of others as small boards, `onSeek(seek)` answers who looks for a game. */
export function createLists({ api, me, mine, lobby, live, onSeek }) {
  const verb = (other) => (game) => (isIn(game, me.player()) ? 'home.yourGame' : other);
  const own = createList('mine', 'home.mine', (game) => makeRow(game, verbOfOwn));
  const open = createList('open', 'home.open', (one) => (one.seek ? makeSeekRow(one.seek, onSeek) : makeRow(one, verb('home.join'))));
  const playing = createList('playing', 'home.playing', (game) => makeRow(game, verb('home.watch')));
  const el = h('div', { class: 'lists is-unread' });
  const reading = h('p', { class: 'quiet-line', role: 'status' }, t('home.lists.reading'));
  const lost = h('p', { class: 'quiet-line', role: 'status', hidden: true }, t('home.lists.lost'));
  let stopped = false;
  let timer;
  let isRead = false;

  /** The first time all lists are shown at once, so that none pushes another down. */
  function showRead() {
    if (!isRead || !lobby.isKnown() || !mine.isKnown()) return;
    reading.hidden = true;
    for (const part of [own.el, el]) part.classList.remove('is-unread');
  }

  async function refresh() {
    clearTimeout(timer);
    if (!document.hidden) {
      try {
        const { games } = await api.games({ status: 'playing', limit: MOST });
        if (stopped) return;
        playing.show(games.slice(0, SHOWN));
        live.show(games.filter((game) => !isIn(game, me.player())));
        lost.hidden = true;
      } catch {
        lost.hidden = false;
      }
      isRead = true;
      showRead();
    }
    if (!stopped) timer = setTimeout(refresh, EVERY);
  }

  function showLobby() {
    const seeks = lobby.seeks().filter(({ player }) => player.id !== me.player()?.id);
    open.show([...seeks.map((seek) => ({ id: `${seek.player.id} ${seek.since}`, seek })), ...lobby.games().slice(0, MOST)]);
    showRead();
  }

  function showOwn() {
    own.show(mine.list());
    showRead();
  }

  const stopMine = mine.listen(showOwn);
  const stopLobby = lobby.listen(showLobby);
  own.el.classList.add('is-unread');
  playing.el.children[0].after(live.el);
  el.append(lost, open.el, playing.el);
  const onVisible = () => document.hidden || refresh();
  document.addEventListener('visibilitychange', onVisible);
  showOwn();
  showLobby();
  refresh();
  mine.refresh();
  return {
    reading,
    own: own.el,
    el,
    stop() {
      stopped = true;
      clearTimeout(timer);
      stopMine();
      stopLobby();
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}

function verbOfOwn(game) {
  if (game.status === 'open') return 'home.waits';
  return game.waits ? 'home.yourTurn' : 'home.goOn';
}

function createList(test, title, make) {
  const rows = h('ul', { class: 'games' });
  const none = h('p', { class: 'quiet-line', hidden: true }, t(`${title}.none`));
  const el = h('section', { 'data-test': `games-${test}` }, h('h2', {}, t(title)), none, rows);
  return {
    el,
    show(games) {
      none.hidden = games.length > 0;
      // Who has no games yet needs no list of them.
      if (test === 'mine') el.hidden = games.length === 0;
      keyed(rows, games, ({ id }) => id, make);
    },
  };
}
