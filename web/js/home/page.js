// The first page: ways into a game, one's own games, open ones to join, running ones to watch.

import { h } from '../dom.js';
import { createGameMaking } from '../net/gamemaking.js';
import { createNameField } from '../settings/name.js';
import { t } from '../text/messages.js';
import { createLists } from './lists.js';
import { createLive } from './live.js';
import { createWays } from './ways.js';

/** Shows the first page in `root`; returns how to leave it. */
export function openHome(root, address, { connection, api, me, settings, title, mine, lobby }) {
  const name = me.isAccount() ? null : createNameField({ me });
  const ways = createWays({ api, me, lobby, settings, making: createGameMaking({ api, me }) });
  const live = createLive({ connection });
  const onSeek = ({ preset, clock, rated }) => ways.attempt(() => lobby.seek({ preset, clock, ...(rated && { rated }) }));
  const lists = createLists({ api, me, mine, lobby, live, onSeek });

  root.replaceChildren(h('div', { class: 'home' },
    h('div', { class: 'home-main' },
      h('header', { class: 'home-title' }, h('h1', {}, t('home.title')), h('p', { class: 'lead' }, t('home.lead'))),
      ways.el),
    h('div', { class: 'home-side' }, name?.el, lists.reading, lists.el)));
  title.set(t('app.name'));

  return function leave() {
    name?.stop();
    ways.stop();
    lists.stop();
    live.stop();
  };
}
