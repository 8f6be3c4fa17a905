// The first page: make a game, join an open one, watch a running one.

import { h } from '../dom.js';
import { t } from '../text/messages.js';
import { createLists } from './lists.js';
import { createLive } from './live.js';
import { createMaker } from './maker.js';
import { createNameField } from '../settings/name.js';

/** Shows the first page in `root`; returns how to leave it. */
export function openHome(root, address, { connection, api, guests, title }) {
  const name = createNameField({ guests, onChanged: () => connection.restart() });
  const maker = createMaker({ api, onMake: make });
  const live = createLive({ connection });
  const lists = createLists({ api, me: guests.player, onPlaying: live.show });

  async function make(body) {
    const before = guests.token();
    const game = await guests.act((token) => api.makeGame(token, body));
    if (guests.token() !== before) connection.restart();
    location.hash = new URL(game.url).hash;
  }

  root.replaceChildren(h('div', { class: 'home' },
    h('header', { class: 'home-head' },
      h('div', { class: 'home-title' }, h('h1', {}, t('home.title')), h('p', { class: 'lead' }, t('home.lead'))), name.el),
    maker.el,
    h('div', { class: 'home-side' }, live.el, lists.el)));
  title.set(t('app.name'));

  return function leave() {
    maker.stop();
    lists.stop();
    live.stop();
  };
}
