// The line at the top of every page but a game's: the name of the place and the ways to its pages.

import { h } from './dom.js';
import { t } from './text/messages.js';

/** The pages the line leads to, in order. Statistics, players and one's account belong behind `rules`, once there are any. */
const PAGES = ['play', 'rules', 'api', 'settings'];
const HOME = new Set(['home', 'new', 'board']);

/** Fills an element; `show(page)` marks the page one is on, `offered` are the pages there are. */
export function createNav(element, offered = PAGES) {
  return {
    show(page) {
      element.hidden = page === 'game';
      const here = HOME.has(page) ? 'play' : page;
      element.replaceChildren(
        h('a', { class: 'nav-brand', href: '#/' }, t('app.name')),
        h('nav', { 'aria-label': t('nav.label') }, ...offered.map((name) => h('a', {
          href: name === 'play' ? '#/' : `#/${name}`, 'data-test': `nav-${name}`, 'aria-current': name === here ? 'page' : null,
        }, t(`nav.${name}`)))));
    },
  };
}
