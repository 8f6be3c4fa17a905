// Every option of the rules by itself.

import { h } from '../dom.js';
import { t } from '../text/messages.js';

const USUAL_TURNS = { camp_full_after: 90, home_deadline: 90, move_cap: 400 };
const MOST_TURNS = 10_000;

/** The options; `onChange(rules)` hears of the whole ruleset after each change. */
export function createOptions({ onChange }) {
  let rules = null;
  const change = (more) => onChange({ ...rules, ...more });
  const fields = [
    select('board', [16, 10, 8], Number), select('seats', [2, 3, 4], Number),
    select('teams', ['none', 'both_armies', 'one_army']), select('movement', ['standard', 'colour']),
    toggle('marked'), turns('camp_full_after', 0), deadline(), toggle('goal_lock'), toggle('equal_turns'), turns('move_cap', 1),
  ];
  const summary = h('summary', { 'data-test': 'every-option' }, t('option.all'));
  const el = h('details', { class: 'options' }, summary, ...fields.map((field) => field.el));

  function row(name, ...inputs) {
    return h('div', { class: 'setting' },
      h('div', { class: 'setting-words' }, h('label', { for: `option-${name}` }, t(`option.${name}`)), h('p', {}, t(`option.${name}.line`))), ...inputs);
  }

  function select(name, values, read = String) {
    const box = h('select', { id: `option-${name}`, 'data-test': `option-${name}`, onchange: () => change({ [name]: read(box.value) }) },
      ...values.map((value) => h('option', { value }, t(`option.${name}.${value}`))));
    return { el: row(name, box), show: () => { box.value = rules[name]; } };
  }

  function toggle(name) {
    const box = h('input', { type: 'checkbox', id: `option-${name}`, 'data-test': `option-${name}`, onchange: () => change({ [name]: box.checked }) });
    return { el: row(name, box), show: () => { box.checked = rules[name]; } };
  }

  function number(name, least, set) {
    const box = h('input', {
      type: 'number', min: least, max: MOST_TURNS, inputmode: 'numeric', 'aria-label': t('option.turns', { option: t(`option.${name}`) }),
      'data-test': `option-${name}-turns`, onchange: () => box.reportValidity() && set(Number(box.value)),
    });
    return box;
  }

  function turns(name, least) {
    const on = h('input', { type: 'checkbox', id: `option-${name}`, 'data-test': `option-${name}`, onchange: () => change({ [name]: on.checked ? USUAL_TURNS[name] : null }) });
    const box = number(name, least, (value) => change({ [name]: value }));
    return {
      el: row(name, box, on),
      show() {
        on.checked = rules[name] !== null;
        box.hidden = rules[name] === null;
        box.value = rules[name] ?? '';
      },
    };
  }

  function deadline() {
    const name = 'home_deadline';
    const box = number(name, 1, (moves) => change({ [name]: { ...rules[name], moves } }));
    const then = h('select', {
      id: `option-${name}`, 'data-test': `option-${name}`,
      onchange: () => change({ [name]: then.value === 'none' ? null : { moves: rules[name]?.moves ?? USUAL_TURNS[name], then: then.value } }),
    }, ...['none', 'must_leave', 'lose'].map((value) => h('option', { value }, t(`option.${name}.${value}`))));
    return {
      el: row(name, box, then),
      show() {
        then.value = rules[name]?.then ?? 'none';
        box.hidden = rules[name] === null;
        box.value = rules[name]?.moves ?? '';
      },
    };
  }

  return {
    el,
    /** Shows a ruleset; one without a name is opened to view. */
    show(next, own) {
      rules = next;
      if (own) el.open = true;
      for (const field of fields) field.show();
    },
  };
}
