// The line at the top of every page but a game's: the name of the place, the ways to its pages, and who one is.

import { h } from './dom.js';
import { icon } from './icons.js';
import { t } from './text/messages.js';

/** The pages the line leads to, in order. */
const PAGES = ['play', 'statistics', 'players', 'rules'];
const PART_OF = { home: 'play', new: 'play', board: 'play', player: 'players' };

/** Fills an element; `show(page)` marks the page one is on. */
export function createNav(element, { me }) {
  return {
    show(page) {
      element.hidden = page === 'game';
      const here = PART_OF[page] ?? page;
      const link = (name, href, ...words) => h('a', {
        href, class: `nav-${name}`, 'data-test': `nav-${name}`, 'aria-current': name === here ? 'page' : null,
      }, ...words);
      const name = me.isAccount() ? h('bdi', { class: 'nav-me' }, me.name()) : h('span', { class: 'nav-me' }, t('nav.account'));
      element.replaceChildren(
        h('a', { class: 'nav-brand', href: '#/' }, t('app.name')),
        h('nav', { 'aria-label': t('nav.label') },
          ...PAGES.map((one) => link(one, one === 'play' ? '#/' : `#/${one}`, t(`nav.${one}`))),
          link('account', '#/account', icon('person'), name)));
    },
  };
}
