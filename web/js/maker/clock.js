// How a game's time is kept.

import { h } from '../dom.js';
import { t } from '../text/messages.js';

/** The choice of a clock; `value()` gives `{kind, …}`, `onChange()` hears of each change. */
export function createClockChoice({ onChange }) {
  const kind = h('select', { id: 'clock-kind', 'data-test': 'clock', onchange: () => { show(); onChange(); } },
    ...['none', 'fischer', 'per_move'].map((value) => h('option', { value }, t(`clock.${value}`))));
  const minutes = number('clock-minutes', 10, { min: 0.25, max: 180, step: 0.25 });
  const seconds = number('clock-seconds', 5, { min: 0, max: 180 });
  const amount = number('clock-amount', 2, { min: 1, max: 999 });
  const unit = h('select', { id: 'clock-unit', 'aria-label': t('clock.unit') },
    ...['minutes', 'hours', 'days'].map((value) => h('option', { value }, t(`clock.${value}`))));
  unit.value = 'days';
  const fischer = h('div', { class: 'setting' }, labelled('clock-minutes', 'clock.initial', minutes), labelled('clock-seconds', 'clock.increment', seconds));
  const perMove = h('div', { class: 'setting' }, labelled('clock-amount', 'clock.each', amount, unit));
  const el = h('div', {}, h('div', { class: 'setting' },
    h('div', { class: 'setting-words' }, h('label', { for: 'clock-kind' }, t('clock.kind'))), kind), fischer, perMove);

  function show() {
    fischer.hidden = kind.value !== 'fischer';
    perMove.hidden = kind.value !== 'per_move';
    // What is not shown must not keep the form from being sent.
    for (const box of [minutes, seconds]) box.disabled = fischer.hidden;
    amount.disabled = perMove.hidden;
  }

  show();
  return {
    el,
    value: () => ({
      kind: kind.value, minutes: Number(minutes.value), seconds: Number(seconds.value), amount: Number(amount.value), unit: unit.value,
    }),
  };
}

function number(id, value, more) {
  return h('input', { type: 'number', id, 'data-test': id, value, required: true, inputmode: 'decimal', ...more });
}

function labelled(id, words, ...inputs) {
  return h('div', { class: 'labelled' }, h('label', { for: id }, t(words)), h('div', { class: 'row' }, ...inputs));
}
