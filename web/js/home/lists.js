// The lists of games: one's own, those being played, those that wait for players. Nothing in them moves while it is looked at.

import { h, keyed, setText } from '../dom.js';
import { settle } from '../model/slots.js';
import { t } from '../text/messages.js';
import { isIn, makeRow, makeSeekRow } from './row.js';

const EVERY = 6000;
const MOST = 20;

/** The lists; `mine` are one's own games, `live` shows running games of others as small boards, `onSeek(seek)` answers who looks for a game. */
export function createLists({ api, me, mine, lobby, live, onSeek }) {
  const own = createList('mine', 'home.mine', (game) => makeRow(game, verbOfOwn));
  const open = createList('open', 'home.open', (one) => (one.seek ? makeSeekRow(one.seek, onSeek) : makeRow(one, () => 'home.join')));
  const note = h('p', { class: 'live-note', role: 'status' });
  const playing = h('section', { 'data-test': 'games-playing' }, h('h2', {}, t('home.playing')), h('div', { class: 'live-box' }, live.el, note));
  // The one that changes most stands last, where it pushes nothing.
  const el = h('div', { class: 'lists is-unread' }, own.el, playing, open.el);
  const reading = h('p', { class: 'quiet-line', role: 'status' }, t('home.lists.reading'));
  let stopped = false;
  let timer;
  let isRead = false;

  /** The first time all lists are shown at once; from then on each thing in them keeps its place. */
  function showRead() {
    if (!isRead || !me.isKnown() || !mine.isKnown() || !lobby.isKnown() || reading.hidden) return;
    reading.hidden = true;
    own.el.hidden = mine.list().length === 0 && !me.player();
    own.fix(true);
    open.fix(false);
    el.classList.remove('is-unread');
  }

  async function refresh() {
    clearTimeout(timer);
    if (!document.hidden) {
      try {
        const { games } = await api.games({ status: 'playing', limit: MOST });
        if (stopped) return;
        const others = games.filter((game) => !isIn(game, me.player()));
        live.show(others);
        setText(note, others.length > 0 ? '' : t(games.length > 0 ? 'home.playing.alone' : 'home.playing.none'));
      } catch {
        setText(note, t('home.lists.lost'));
      }
      isRead = true;
      showRead();
    }
    if (!stopped) timer = setTimeout(refresh, EVERY);
  }

  /** What others wait for: one's own stands among one's own games. */
  function showLobby() {
    const seeks = lobby.seeks().filter(({ player }) => player.id !== me.player()?.id);
    const games = lobby.games().filter((game) => !isIn(game, me.player()));
    open.show([...seeks.map((seek) => ({ id: `${seek.player.id} ${seek.since}`, seek })), ...games.slice(0, MOST)]);
    showRead();
  }

  /** Another player's games are not these. */
  function become(now, before) {
    if (now?.id !== before?.id) {
      for (const list of [own, open]) list.clear();
      refresh();
    }
    showLobby();
  }

  function showOwn() {
    own.show(mine.list());
    // Who turns out to have games sees them, whatever moves.
    if (mine.list().length > 0) own.el.hidden = false;
    showRead();
  }

  const stops = [mine.listen(showOwn), lobby.listen(showLobby), me.listen(become)];
  const onVisible = () => {
    if (!document.hidden) refresh();
    // Nobody sees how they close up.
    else for (const list of [own, open]) list.closeUp();
  };
  document.addEventListener('visibilitychange', onVisible);
  showOwn();
  showLobby();
  refresh();
  mine.refresh();
  return {
    reading,
    el,
    stop() {
      stopped = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}

function verbOfOwn(game) {
  if (game.status === 'open') return 'home.waits';
  return game.waits ? 'home.yourTurn' : 'home.goOn';
}

/** A list whose things keep their places once it is fixed. */
function createList(test, title, make) {
  const list = h('ul', { class: 'games' });
  const none = h('p', { class: 'quiet-line', hidden: true }, t(`${title}.none`));
  const box = h('div', { class: 'games-box' }, none, list);
  let slots = [];
  let isFixed = false;
  let rows = 1;

  function keepHeight() {
    rows = Math.max(rows, slots.length);
    box.style.setProperty('--rows', rows);
  }

  function show(games) {
    slots = settle(isFixed ? slots : [], games, ({ id }) => id);
    none.hidden = slots.length > 0;
    // Nobody looks for a new game of one's own below the edge.
    if (box.classList.contains('is-fixed')) keepHeight();
    const shown = slots.map((one, place) => one ?? { id: `free ${place}`, isFree: true });
    keyed(list, shown, ({ id }) => id, (one) => (one.isFree ? { el: h('li', { class: 'game-gone' }, t(`${title}.gone`)) } : make(one)));
  }

  return {
    el: h('section', { 'data-test': `games-${test}` }, h('h2', {}, t(title)), box),
    show,
    /** From now on nothing moves; if something stands below, the list never gets lower either. */
    fix(height) {
      isFixed = true;
      if (!height) return;
      box.classList.add('is-fixed');
      keepHeight();
    },
    /** Gives up the places that have become free. */
    closeUp() {
      const left = slots.filter(Boolean);
      slots = [];
      show(left);
    },
    /** Forgets what stood where. */
    clear() {
      slots = [];
      rows = 1;
    },
  };
}
