// Which ladder is looked at: by rules, pace, and whether people or programs are on it.

import { h } from '../dom.js';
import { PACES } from '../model/pace.js';
import { rulesTitle } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** Only games with a clock are rated. */
const RATED_PACES = PACES.filter((pace) => pace !== 'untimed');

/** The choice; it begins with `ladder`, `presets` are the rules there are, `onChange(ladder)` hears of each change. */
export function createLadderChoice({ ladder, presets, onChange }) {
  let value = ladder;
  const fields = [
    ['preset', presets.map((name) => [name, rulesTitle(name)])],
    ['clock', RATED_PACES.map((pace) => [pace, t(`pace.${pace}`)])],
    ['pool', ['humans', 'bots'].map((pool) => [pool, t(`pool.${pool}`)])],
  ];
  return h('form', { class: 'filter', 'aria-label': t('ladder.label'), onsubmit: (event) => event.preventDefault() }, ...fields.map(([name, options]) => {
    const box = h('select', {
      id: `ladder-${name}`, 'data-test': `ladder-${name}`,
      onchange() {
        value = { ...value, [name]: box.value };
        onChange(value);
      },
    }, ...options.map(([option, words]) => h('option', { value: option }, words)));
    box.value = value[name];
    return h('div', { class: 'filter-field' }, h('label', { for: box.id }, t(`ladder.${name}`)), box);
  }));
}
