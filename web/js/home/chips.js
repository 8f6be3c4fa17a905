// The rules to choose from on the first page, as small pictures.

import { drawPicture } from '../board/picture.js';
import { h } from '../dom.js';
import { icon } from '../icons.js';
import { rulesTitle } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** The presets offered at once and how their boards look; the page that makes games has them all. */
const OFFERED = {
  standard: {}, 'standard-three': { seats: 3 }, 'standard-four': { seats: 4 },
  'standard-partners': { seats: 4, teams: 'both_armies' }, grasshopper: { board: 8 },
};

/** The choice; `last` is what was chosen before: `{name, rules}`. */
export function createChips({ last }) {
  const shown = Object.entries({ ...OFFERED, ...(last && { [last.name]: last.rules }) });
  const chips = shown.map(([name, rules], index) => chip(name, rules, last ? name === last.name : index === 0));
  const list = h('div', { class: 'chips' }, ...chips,
    h('a', { class: 'chip', href: '#/new', 'data-test': 'more-rules' }, icon('more'), h('span', { class: 'chip-name' }, t('ways.more'))));
  return {
    el: list,
    /** The name of the chosen rules. */
    value: () => list.querySelector(':checked')?.value,
    /** Takes away what the server does not know. */
    keep(names) {
      for (const one of chips) {
        if (!names.includes(one.querySelector('input').value)) one.remove();
      }
      const first = list.querySelector('input');
      if (first && !list.querySelector(':checked')) first.checked = true;
    },
  };
}

function chip(name, rules, checked) {
  return h('label', { class: 'chip' }, h('input', { type: 'radio', name: 'rules', value: name, checked, class: 'chip-input' }),
    drawPicture(rules), h('span', { class: 'chip-name' }, rulesTitle(name)));
}
