// What stands in the place of a page that could not be fetched, and the way on.

import { h } from './dom.js';
import { t } from './text/messages.js';

/** Says so in `root`; returns how to leave it. */
export function openLost(root) {
  root.replaceChildren(h('div', { class: 'missing', 'data-test': 'page-lost' }, h('h1', {}, t('lost.title')), h('p', {}, t('lost.line')),
    h('button', { type: 'button', class: 'primary', 'data-test': 'reload', onclick: () => location.reload() }, t('lost.reload'))));
  return () => {};
}
