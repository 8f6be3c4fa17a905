// Makes a game: choose the rules, then who plays.

import { h, setText } from '../dom.js';
import { seatsOf } from '../model/seats.js';
import { refusalLine, rulesTitle } from '../text/sentences.js';
import { has, t } from '../text/messages.js';

const AT_ONCE = 4;
const AGAIN = 4000;

/** The form; `onMake(body)` makes the game and may fail with a refusal. */
export function createMaker({ api, onMake }) {
  let presets = [];
  let timer;
  const list = h('div', { class: 'presets' });
  const rest = h('div', { class: 'presets' });
  const more = h('details', { class: 'more', hidden: true }, h('summary', {}, t('home.moreRules')), rest);
  const note = h('p', { class: 'quiet-line', role: 'status' });
  const error = h('p', { class: 'error-line', role: 'alert', 'data-test': 'error', hidden: true });
  const friend = way('friend', 'new-friend', 'primary', (seats) => seats.slice(0, 1));
  const hotseat = way('hotseat', 'new-hotseat', '', (seats) => seats);
  const el = h('form', { class: 'maker', onsubmit: (event) => event.preventDefault() },
    h('h2', {}, t('home.new')),
    h('fieldset', { class: 'rules' }, h('legend', { class: 'unseen' }, t('home.rules')), note, list, more),
    h('div', { class: 'ways' }, friend.el, hotseat.el), error);

  function way(name, test, kind, seatsTaken) {
    const button = h('button', { type: 'button', class: kind, disabled: true, 'data-test': test, onclick: () => make(seatsTaken) },
      t(`home.${name}`));
    return { button, el: h('div', { class: 'way' }, button, h('p', {}, t(`home.${name}.line`))) };
  }

  async function make(seatsTaken) {
    const preset = presets.find(({ name }) => name === el.elements.rules.value);
    error.hidden = true;
    enable(false);
    try {
      await onMake({ rules: preset.name, seats: seatsTaken(seatsOf(preset.rules)) });
    } catch (refusal) {
      setText(error, refusalLine(refusal));
      error.hidden = false;
    }
    enable(true);
  }

  function enable(on) {
    friend.button.disabled = hotseat.button.disabled = !on;
  }

  async function load() {
    try {
      presets = await api.rulesets();
    } catch {
      setText(note, t('home.rules.lost'));
      timer = setTimeout(load, AGAIN);
      return;
    }
    note.hidden = true;
    const choices = presets.map((preset, index) => choice(preset, index === 0));
    list.replaceChildren(...choices.slice(0, AT_ONCE));
    rest.replaceChildren(...choices.slice(AT_ONCE));
    more.hidden = choices.length <= AT_ONCE;
    enable(presets.length > 0);
  }

  load();
  return { el, stop: () => clearTimeout(timer) };
}

function choice({ name, description, rules }, checked) {
  const size = rules.board ?? 16;
  const line = has(`presetLine.${name}`) ? t(`presetLine.${name}`) : description;
  return h('label', { class: 'preset' },
    h('input', { type: 'radio', name: 'rules', value: name, checked }),
    h('span', { class: 'preset-words' },
      h('span', { class: 'preset-name' }, rulesTitle(name)),
      h('span', { class: 'preset-line' }, line)),
    h('span', { class: 'preset-facts' }, `${t('home.seats', { n: rules.seats ?? 2 })} · ${t('home.size', { n: size })}`));
}
