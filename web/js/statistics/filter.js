// Which games are counted: by day, pace, kind, company and rules.

import { h } from '../dom.js';
import { PACES } from '../model/pace.js';
import { dayBefore } from '../model/tally.js';
import { rulesTitle } from '../text/sentences.js';
import { t } from '../text/messages.js';

const PERIODS = [7, 30, 365];

/** The choice; it begins with `filter`, `presets` are the names to choose from, `onChange(filter)` hears of each change. */
export function createFilter({ filter, presets, now = Date.now(), onChange }) {
  let value = { ...filter };
  const period = select('period', periodOf(value), [['', t('filter.ever')], ...PERIODS.map((days) => [days, t('filter.days', { n: days })]), ['own', t('filter.own')]], (chosen) => {
    days.hidden = chosen !== 'own';
    if (chosen !== 'own') change({ from: chosen ? dayBefore(now, Number(chosen)) : undefined, to: undefined });
  });
  const from = day('from');
  const to = day('to');
  const days = h('div', { class: 'filter-days', hidden: periodOf(value) !== 'own' }, from, to);
  const el = h('form', { class: 'filter', 'aria-label': t('filter.label'), onsubmit: (event) => event.preventDefault() },
    field('preset', select('preset', value.preset ?? '', [['', t('filter.preset.all')], ...presets.map((name) => [name, rulesTitle(name)])], (preset) => change({ preset }))),
    field('period', period),
    field('clock', select('clock', value.clock ?? '', [['', t('filter.clock.all')], ...PACES.map((pace) => [pace, t(`pace.${pace}`)])], (clock) => change({ clock }))),
    field('rated', select('rated', value.rated ?? '', [['', t('filter.rated.all')], ['true', t('filter.rated.yes')], ['false', t('filter.rated.no')]], (rated) => change({ rated }))),
    field('humans', select('humans', value.humans ?? '', [['', t('filter.humans.all')], ['true', t('filter.humans.yes')]], (humans) => change({ humans }))),
    days);

  function change(more) {
    value = { ...value, ...more };
    onChange(value);
  }

  function periodOf({ from: first, to: last }) {
    if (!first && !last) return '';
    return PERIODS.find((length) => !last && first === dayBefore(now, length)) ?? 'own';
  }

  function field(name, box) {
    return h('div', { class: 'filter-field' }, h('label', { for: box.id }, t(`filter.${name}`)), box);
  }

  function select(name, chosen, options, onChoose) {
    const box = h('select', { id: `filter-${name}`, 'data-test': `filter-${name}`, onchange: () => onChoose(box.value) },
      ...options.map(([option, words]) => h('option', { value: option }, words)));
    box.value = chosen;
    return box;
  }

  function day(name) {
    const box = h('input', { type: 'date', 'aria-label': t(`filter.${name}`), value: value[name] ?? '', onchange: () => change({ [name]: box.value }) });
    return box;
  }

  return { el };
}
