// The field for one's name; whoever has an account keeps its name.

import { h, setText } from '../dom.js';
import { apart, refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';

const LONGEST = 24;

/** The field; while somebody has an account, its name is said in its place. What is being typed stays, whoever one becomes. */
export function createNameField({ me }) {
  /** The name put into the field last: whatever else stands there has been typed. */
  let shown = me.name();
  const field = h('input', {
    type: 'text', id: 'name', 'data-test': 'name', maxlength: LONGEST, autocomplete: 'nickname', dir: 'auto',
    value: shown, placeholder: t('name.placeholder'), oninput: () => offer(),
  });
  const save = h('button', { type: 'submit', class: 'primary', 'data-test': 'save-name', hidden: true }, t('name.save'));
  const note = h('p', { class: 'name-note', role: 'status' });
  const asked = [h('label', { for: 'name' }, t('name.label')), h('div', { class: 'row' }, field, save), note];
  const said = h('p', { class: 'quiet-line' });
  const el = h('form', { class: 'name', onsubmit: submit }, ...asked);

  function offer() {
    const name = field.value.trim();
    save.hidden = name === '' || name === me.name();
    setText(note, !save.hidden && me.player() ? t('name.note') : '');
  }

  async function submit(event) {
    event.preventDefault();
    const typed = field.value;
    if (!typed.trim()) return;
    // The button goes when all is saved; only who works by keys looks for the focus.
    if (save.matches(':focus-visible')) field.focus();
    save.disabled = true;
    try {
      await me.rename(typed.trim());
      // The name as the server writes it.
      if (field.value === typed) field.value = me.name();
      offer();
    } catch (refusal) {
      setText(note, refusalLine(refusal));
    }
    save.disabled = false;
  }

  function changed() {
    const isTyped = field.value !== shown;
    shown = me.name();
    if (!isTyped) field.value = shown;
    offer();
    if (me.isAccount()) setText(said, t('name.account', { name: apart(shown) }));
    if (me.isAccount() !== el.contains(said)) el.replaceChildren(...(me.isAccount() ? [said] : asked));
  }

  return { el, stop: me.listen(changed) };
}
