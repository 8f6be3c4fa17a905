// A short form: fields under their labels, one button, and a line for what went wrong or well.

import { h, setText } from '../dom.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';

/**
 * The form; `fields` are `{name, label, type?, …attributes}`, `send(values)` does it and may answer with a line that says
 * it is done. What is typed stays if it fails. `account` tells whoever keeps passwords whose they are, where no field does.
 */
export function createForm({ name, fields, button, send, danger = false, note = null, account = null }) {
  const inputs = fields.map(({ name: field, label, type = 'text', hint, ...more }) => {
    const id = `${name}-${field}`;
    const input = h('input', { type, id, name: field, 'data-test': id, required: true, dir: type === 'text' ? 'auto' : null, 'aria-describedby': hint ? `${id}-hint` : null, ...more });
    return { field, input, el: h('div', { class: 'field' }, h('label', { for: id }, t(label)), input, hint ? h('p', { class: 'hint', id: `${id}-hint` }, t(hint)) : null) };
  });
  const error = h('p', { class: 'error-line', role: 'alert', 'data-test': `${name}-error` });
  const done = h('p', { class: 'done-line', role: 'status' });
  const go = h('button', { type: 'submit', class: danger ? 'danger' : 'primary', 'data-test': `${name}-send` }, t(button));
  const whose = account && h('input', { type: 'text', autocomplete: 'username', value: account, readOnly: true, hidden: true });
  const el = h('form', { class: 'account-form', 'data-test': name, onsubmit: submit }, whose, note ? h('p', { class: 'quiet-line' }, t(note)) : null,
    ...inputs.map((one) => one.el), error, done, h('div', { class: 'row' }, go));

  // A button that is disabled meanwhile would lose the focus.
  let sending = false;

  async function submit(event) {
    event.preventDefault();
    if (sending) return;
    sending = true;
    setText(error, '');
    setText(done, '');
    try {
      const said = await send(Object.fromEntries(inputs.map(({ field, input }) => [field, input.type === 'password' ? input.value : input.value.trim()])));
      for (const { input } of inputs) input.value = '';
      setText(done, said ?? '');
    } catch (refusal) {
      setText(error, refusalLine(refusal));
    }
    sending = false;
  }

  return el;
}
