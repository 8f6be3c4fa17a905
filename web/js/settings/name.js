// The field for one's name.

import { h, setText } from '../dom.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';

const LONGEST = 24;

/** The field; `onChanged()` hears when one has become another guest. */
export function createNameField({ guests, onChanged }) {
  const field = h('input', {
    type: 'text', id: 'name', 'data-test': 'name', maxlength: LONGEST, autocomplete: 'nickname', dir: 'auto',
    value: guests.name(), placeholder: t('name.placeholder'), oninput: () => offer(),
  });
  const save = h('button', { type: 'submit', class: 'primary', 'data-test': 'save-name', hidden: true }, t('name.save'));
  const note = h('p', { class: 'name-note', role: 'status' });
  const el = h('form', { class: 'name', onsubmit: submit }, h('label', { for: 'name' }, t('name.label')),
    h('div', { class: 'row' }, field, save), note);

  function offer() {
    const name = field.value.trim();
    save.hidden = name === '' || name === guests.name();
    setText(note, !save.hidden && guests.player() ? t('name.note') : '');
  }

  async function submit(event) {
    event.preventDefault();
    const name = field.value.trim();
    if (!name) return;
    try {
      const before = guests.token();
      await guests.rename(name);
      offer();
      if (guests.token() !== before) onChanged();
    } catch (refusal) {
      setText(note, refusalLine(refusal));
    }
  }

  return { el, refresh: () => { if (document.activeElement !== field) field.value = guests.name(); } };
}
