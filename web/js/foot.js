// The line at the bottom of every page but a game's: what one seldom needs.

import { h } from './dom.js';
import { t } from './text/messages.js';

const PAGES = ['settings', 'api'];

/** Fills an element; `show(page)` marks the page one is on. */
export function createFoot(element) {
  return {
    show(page) {
      element.hidden = page === 'game';
      element.replaceChildren(h('nav', { 'aria-label': t('foot.label') }, ...PAGES.map((name) => h('a', {
        href: `#/${name}`, 'data-test': `nav-${name}`, 'aria-current': name === page ? 'page' : null,
      }, t(`nav.${name}`)))));
    },
  };
}
