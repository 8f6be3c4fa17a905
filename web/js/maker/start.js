// The position a game begins from: the usual one, or one of one's own as text.

import { h, setText } from '../dom.js';
import { looksLikePosition } from '../model/position.js';
import { boardHash } from '../router.js';
import { t } from '../text/messages.js';

/** The choice of a start; `rules()` are the rules it is for. An empty text means the usual start. */
export function createStartChoice({ start, rules, onChange }) {
  const problem = h('p', { class: 'error-line', id: 'start-problem', role: 'alert' });
  const field = h('input', {
    type: 'text', id: 'maker-start', 'data-test': 'start', value: start, placeholder: t('maker.usual'), autocomplete: 'off', spellcheck: 'false',
    'aria-describedby': 'start-problem', oninput: check,
  });
  const board = h('a', { href: '#/board' }, t('maker.setUp'));
  const el = h('div', { class: 'start' }, h('label', { for: 'maker-start' }, t('maker.position')), field, problem,
    h('p', {}, board));

  board.addEventListener('click', () => { board.href = boardHash(rules(), field.value.trim()); });

  function check() {
    const text = field.value.trim();
    const fits = text === '' || looksLikePosition(text, rules().board);
    setText(problem, fits ? '' : t('maker.position.form'));
    onChange();
  }

  return { el, value: () => field.value.trim() };
}
