// The ways into a game: choose the rules, then who plays.

import { h, setText } from '../dom.js';
import { requestOf, usualHolders } from '../model/gameform.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { createAnyone } from './anyone.js';
import { createChips } from './chips.js';

const USUAL_LEVEL = 3;
const AGAIN = 4000;

/** The ways; `making` makes games, `settings` remembers what was chosen last. */
export function createWays({ api, me, lobby, making, settings }) {
  let presets = [];
  let busy = false;
  let timer;
  const chips = createChips({ last: settings.get('preset') });
  const note = h('p', { class: 'quiet-line', role: 'status', hidden: true });
  const error = h('p', { class: 'error-line', role: 'alert', 'data-test': 'error', hidden: true });
  const level = h('select', { class: 'level', 'aria-label': t('ways.level'), 'data-test': 'level', onchange: () => settings.set('level', Number(level.value)) });
  const computer = way('computer', 'new-computer', level, (preset) => making.make(bodyOf(preset, Number(level.value))));
  const friend = way('friend', 'new-friend', null, (preset) => making.make({ ...bodyOf(preset, 'open'), private: true }));
  const anyone = createAnyone({
    api, me, lobby, settings, take, choose: (name) => presets.find((preset) => preset.name === name),
    open: (preset, { clock, rated }) => making.join({ ...bodyOf(preset, 'open'), ...(clock.kind !== 'none' && { clock }), ...(rated && { rated }) }),
  });
  const hotseat = way('hotseat', 'new-hotseat', null, (preset) => making.make({ ...bodyOf(preset, 'me'), private: true }));
  const ways = [computer, friend, anyone, hotseat];
  const el = h('form', { class: 'ways', onsubmit: (event) => event.preventDefault() },
    h('fieldset', { class: 'chip-set' }, h('legend', { class: 'unseen' }, t('home.rules')), note, chips.el),
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

  /** Goes a way by the chosen rules. */
  async function take(go) {
    // Buttons that are disabled meanwhile would lose the focus.
    if (busy) return;
    busy = true;
    await attempt(() => {
      const preset = presets.find(({ name }) => name === chips.value());
      settings.set('preset', { name: preset.name, rules: preset.rules });
      return go(preset);
    });
    busy = false;
  }

  /** Does something and shows what went wrong. */
  async function attempt(what) {
    error.hidden = true;
    try {
      await what();
    } catch (refusal) {
      setText(error, refusalLine(refusal));
      error.hidden = false;
      error.scrollIntoView({ block: 'nearest' });
    }
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
    chips.keep(presets.map(({ name }) => name));
    level.replaceChildren(...levels.map(({ level: value }) => h('option', { value }, t('ways.levelOf', { n: value, name: t(`level.${value}`) }))));
    level.value = settings.get('level') ?? USUAL_LEVEL;
    computer.el.hidden = levels.length === 0;
    for (const { button } of ways) button.disabled = presets.length === 0;
  }

  load();
  return {
    el,
    attempt,
    stop() {
      clearTimeout(timer);
      anyone.stop();
    },
  };
}
