// The field for one's name; whoever has an account keeps its name.

import { h, setText } from '../dom.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';

const LONGEST = 24;

/** The field; where somebody gets an account meanwhile, that is said in its place. */
export function createNameField({ me }) {
  const field = h('input', {
    type: 'text', id: 'name', 'data-test': 'name', maxlength: LONGEST, autocomplete: 'nickname', dir: 'auto',
    value: me.name(), placeholder: t('name.placeholder'), oninput: () => offer(),
  });
  const save = h('button', { type: 'submit', class: 'primary', 'data-test': 'save-name', hidden: true }, t('name.save'));
  const note = h('p', { class: 'name-note', role: 'status' });
  const el = h('form', { class: 'name', onsubmit: submit }, h('label', { for: 'name' }, t('name.label')),
    h('div', { class: 'row' }, field, save), note);

  function offer() {
    const name = field.value.trim();
    save.hidden = name === '' || name === me.name();
    setText(note, !save.hidden && me.player() ? t('name.note') : '');
  }

  async function submit(event) {
    event.preventDefault();
    const name = field.value.trim();
    if (!name) return;
    try {
      await me.rename(name);
      offer();
    } catch (refusal) {
      setText(note, refusalLine(refusal));
    }
  }

  function changed(player) {
    if (player?.kind === 'account') el.replaceChildren(h('p', { class: 'quiet-line' }, t('name.account', { name: player.name })));
    else if (document.activeElement !== field) field.value = me.name();
  }

  return { el, stop: me.listen(changed) };
}
