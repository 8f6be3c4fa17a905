// The named rules to choose from, each with a small picture and one line.

import { drawPicture } from '../board/picture.js';
import { h } from '../dom.js';
import { rulesTitle } from '../text/sentences.js';
import { has, t } from '../text/messages.js';

/** The cards; `onChoose(preset)` hears of a choice. */
export function createPresets({ onChoose }) {
  let presets = [];
  const el = h('fieldset', { class: 'preset-cards', onchange: ({ target }) => onChoose(presets.find(({ name }) => name === target.value)) },
    h('legend', { class: 'unseen' }, t('maker.rules')));

  return {
    el,

    /** Takes the rules the server knows by name. */
    fill(list) {
      presets = list;
      el.append(...presets.map(card));
    },

    /** Marks a preset as chosen, or none. */
    show(name) {
      for (const box of el.querySelectorAll('input')) box.checked = box.value === name;
    },
  };
}

function card({ name, description, rules }) {
  const line = has(`presetLine.${name}`) ? t(`presetLine.${name}`) : description;
  return h('label', { class: 'preset' },
    h('input', { type: 'radio', name: 'rules', value: name, class: 'chip-input' }), drawPicture(rules),
    h('span', { class: 'preset-words' }, h('span', { class: 'preset-name' }, rulesTitle(name)), h('span', { class: 'preset-line' }, line)));
}
