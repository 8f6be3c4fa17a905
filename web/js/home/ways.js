// The ways into a game: choose the rules, then who plays.

import { drawPicture } from '../board/picture.js';
import { h, setText } from '../dom.js';
import { icon } from '../icons.js';
import { usualHolders, requestOf } from '../model/gameform.js';
import { refusalLine, rulesTitle } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** The presets offered at once and how their boards look; the page that makes games has them all. */
const OFFERED = {
  standard: {}, 'standard-three': { seats: 3 }, 'standard-four': { seats: 4 },
  'standard-partners': { seats: 4, teams: 'both_armies' }, grasshopper: { board: 8 },
};
const USUAL_LEVEL = 3;
const AGAIN = 4000;

/** The ways; `making` makes games, `settings` remembers what was chosen last. */
export function createWays({ api, making, settings }) {
  let presets = [];
  let timer;
  const last = settings.get('preset');
  const shown = Object.entries({ ...OFFERED, ...(last && { [last.name]: last.rules }) });
  const chips = shown.map(([name, rules], index) => chip(name, rules, last ? name === last.name : index === 0));
  const list = h('div', { class: 'chips' }, ...chips,
    h('a', { class: 'chip', href: '#/new', 'data-test': 'more-rules' }, icon('more'), h('span', { class: 'chip-name' }, t('ways.more'))));
  const note = h('p', { class: 'quiet-line', role: 'status', hidden: true });
  const error = h('p', { class: 'error-line', role: 'alert', 'data-test': 'error', hidden: true });
  const level = h('select', { class: 'level', 'aria-label': t('ways.level'), 'data-test': 'level', onchange: () => settings.set('level', Number(level.value)) });
  const computer = way('computer', 'new-computer', level, (preset) => making.make(bodyOf(preset, Number(level.value))));
  const friend = way('friend', 'new-friend', null, (preset) => making.make({ ...bodyOf(preset, 'open'), private: true }));
  const anyone = way('anyone', 'new-anyone', null, (preset) => making.join(preset.name, bodyOf(preset, 'open')));
  const hotseat = way('hotseat', 'new-hotseat', null, (preset) => making.make({ ...bodyOf(preset, 'me'), private: true }));
  const ways = [computer, friend, anyone, hotseat];
  const el = h('form', { class: 'ways', onsubmit: (event) => event.preventDefault() },
    h('fieldset', { class: 'chip-set' }, h('legend', { class: 'unseen' }, t('home.rules')), note, list),
    error,
    ...ways.map((one) => one.el),
    h('p', { class: 'more-ways' }, h('a', { href: '#/board', 'data-test': 'practice' }, t('ways.board')), ' · ', t('ways.board.line')));

  function way(name, test, extra, go) {
    const button = h('button', { type: 'button', disabled: true, class: 'primary', 'data-test': test, onclick: () => take(go) }, t(`ways.${name}.go`));
    return {
      button,
      el: h('section', { class: 'way' }, h('div', { class: 'way-words' }, h('h2', {}, t(`ways.${name}`)), h('p', {}, t(`ways.${name}.line`))),
        h('div', { class: 'way-go' }, extra, button)),
    };
  }

  function bodyOf(preset, other) {
    return requestOf({ rules: preset.rules, clock: { kind: 'none' }, holders: usualHolders(preset.rules, other) }, presets);
  }

  async function take(go) {
    const preset = presets.find(({ name }) => name === el.elements.rules.value);
    settings.set('preset', { name: preset.name, rules: preset.rules });
    error.hidden = true;
    enable(false);
    try {
      await go(preset);
    } catch (refusal) {
      setText(error, refusalLine(refusal));
      error.hidden = false;
    }
    enable(true);
  }

  function enable(on) {
    for (const { button } of ways) button.disabled = !on;
  }

  async function load() {
    try {
      const [rulesets, levels] = await Promise.all([api.rulesets(), api.computers()]);
      presets = rulesets;
      fill(levels);
    } catch {
      setText(note, t('home.rules.lost'));
      note.hidden = false;
      timer = setTimeout(load, AGAIN);
    }
  }

  /** The server has said what it knows; what it does not is no longer offered. */
  function fill(levels) {
    note.hidden = true;
    for (const one of chips) {
      if (!presets.some(({ name }) => name === one.querySelector('input').value)) one.remove();
    }
    const [first] = list.querySelectorAll('input');
    if (first && !list.querySelector(':checked')) first.checked = true;
    level.replaceChildren(...levels.map(({ level: value }) => h('option', { value }, t('ways.levelOf', { n: value, name: t(`level.${value}`) }))));
    level.value = settings.get('level') ?? USUAL_LEVEL;
    computer.el.hidden = levels.length === 0;
    enable(presets.length > 0);
  }

  load();
  return { el, stop: () => clearTimeout(timer) };
}

function chip(name, rules, checked) {
  return h('label', { class: 'chip' }, h('input', { type: 'radio', name: 'rules', value: name, checked, class: 'chip-input' }),
    drawPicture(rules), h('span', { class: 'chip-name' }, rulesTitle(name)));
}
