// Gives a text away: a field that holds it and a button that copies it, also without HTTPS.

import { h, setText } from './dom.js';
import { t } from './text/messages.js';

const THANKS = 2000;

/** A field with a link and its button; `show(text, wanted)` sets the link and whether copying is the thing to do. */
export function createLinkField({ label, test, copy = 'copy.link' }) {
  const field = h('input', { class: 'link', type: 'text', readOnly: true, 'aria-label': t(label), onfocus: () => field.select() });
  const button = h('button', { class: 'primary', type: 'button', 'data-test': test, onclick: press }, t(copy));

  async function press() {
    setText(button, t((await copyFrom(field)) ? 'copy.done' : 'copy.select'));
    setTimeout(() => setText(button, t(copy)), THANKS);
  }

  return {
    el: h('div', { class: 'row' }, field, button),
    show(text, wanted = true) {
      button.classList.toggle('primary', wanted);
      if (field.value !== text) field.value = text;
    },
  };
}

/** Whether the text of this field could be copied; if not, it is left selected. */
export async function copyFrom(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}
