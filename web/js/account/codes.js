// Recovery codes, shown once: to copy, to write down, and then to put away.

import { copyFrom } from '../clipboard.js';
import { h, setText } from '../dom.js';
import { t } from '../text/messages.js';

/** The codes; `onKept()` hears that they are kept. */
export function createCodes({ codes, onKept }) {
  const text = h('textarea', { class: 'codes', readOnly: true, rows: codes.length / 2, 'aria-label': t('codes.title'), 'data-test': 'codes' });
  // Two in a line, so that they fit beside what is said of them.
  text.value = codes.map((code, index) => code + (index % 2 === 1 ? '\n' : '   ')).join('').trim();
  const copy = h('button', { type: 'button', onclick: async () => setText(copy, t((await copyFrom(text)) ? 'copy.done' : 'copy.select')) }, t('codes.copy'));
  const kept = h('button', { type: 'button', class: 'primary', 'data-test': 'codes-kept', onclick: onKept }, t('codes.kept'));
  return h('section', { class: 'codes-box', role: 'status' }, h('h2', {}, t('codes.title')), h('p', {}, t('codes.line')), text, h('div', { class: 'row' }, copy, kept));
}
