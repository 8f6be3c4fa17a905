// The keys of a game's page, and the list that tells them.

import { h } from '../dom.js';
import { t } from '../text/messages.js';

/** What each key does; `on` holds the doing under the same names. A key may stand for itself in several forms. */
const KEYS = {
  h: 'hint', u: 'undo', r: 'redo', t: 'turn', '+': 'zoomIn', '=': 'zoomIn', '-': 'zoomOut', ',': 'back', '.': 'forward', '?': 'help', m: 'type',
};
const OUTSIDE_BOARD = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };
const LIST = ['arrows', 'enter', 'escape', 'hint', 'undo', 'redo', 'type', 'turn', 'zoom', 'through', 'ends', 'help'];

/** Listens to keys until the function it returns is called. */
export function listenToKeys(on) {
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (event.key === 'Escape') return on.escape();
    if (target.closest?.('input, textarea, select, dialog')) return;
    const inBoard = Boolean(target.closest?.('[data-square]'));
    if (event.key === 'Enter' && !inBoard && !target.closest?.('button, a, summary')) return on.confirm();
    const name = KEYS[event.key.toLowerCase()] ?? (inBoard ? undefined : OUTSIDE_BOARD[event.key]);
    if (!name) return;
    event.preventDefault();
    on[name]();
  }
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

/** The list of all keys. */
export function createKeyHelp() {
  const el = h('dialog', { class: 'keys', 'data-test': 'key-help', 'aria-labelledby': 'keys-title' },
    h('h2', { id: 'keys-title' }, t('keys.title')),
    h('dl', {}, ...LIST.flatMap((name) => [
      h('dt', {}, ...t(`keys.${name}.keys`).split(' ').map((key) => h('kbd', {}, key))),
      h('dd', {}, t(`keys.${name}`)),
    ])),
    h('form', { method: 'dialog' }, h('button', { class: 'primary' }, t('keys.close'))));
  el.addEventListener('click', (event) => event.target === el && el.close());
  return { el, open: () => el.open || el.showModal() };
}
