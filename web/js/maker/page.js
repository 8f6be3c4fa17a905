// The page that makes a game: rules, time, seats and start, with a picture of what comes of it.

import { drawPicture } from '../board/picture.js';
import { h, setText } from '../dom.js';
import { whyNotRated } from '../model/rateable.js';
import { full, presetOf, requestOf, short, usualHolders } from '../model/gameform.js';
import { seatsOf } from '../model/seats.js';
import { createGameMaking } from '../net/gamemaking.js';
import { clashLine, rulesTitle } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { createClockChoice } from './clock.js';
import { createOptions } from './options.js';
import { createPresets } from './presets.js';
import { createSeatChoice } from './seats.js';
import { createStartChoice } from './start.js';

const AGAIN = 4000;

/** Shows the page in `root`; returns how to leave it. */
export function openMaker(root, { query }, { api, me, settings, title }) {
  const making = createGameMaking({ api, me });
  let presets = [];
  let rules = readRules(query.get('rules')) ?? full({});
  let timer;

  const note = h('p', { class: 'quiet-line', role: 'status' }, t('maker.reading'));
  const choice = createPresets({ onChoose: (preset) => change(full(preset.rules)) });
  const options = createOptions({ onChange: change });
  const clock = createClockChoice({ onChange: draw });
  const seats = createSeatChoice({ onChange: draw });
  const start = createStartChoice({ start: query.get('position') ?? '', rules: () => rules, onChange: draw });
  const hidden = check('hidden', false);
  const hints = check('hints', false);
  const rated = check('rated', false);
  const picture = h('div', { class: 'maker-picture' });
  const name = h('p', { class: 'maker-name', 'data-test': 'rules-name' });
  const line = h('p', { class: 'maker-line' });
  const error = h('p', { class: 'error-line', role: 'alert', 'data-test': 'error' });
  const go = h('button', { type: 'submit', class: 'primary', 'data-test': 'make-game', disabled: true }, t('maker.go'));
  const form = h('form', { class: 'maker is-loading', onsubmit: make },
    h('div', { class: 'maker-form' },
      h('h1', {}, t('maker.title')),
      h('section', {}, h('h2', {}, t('maker.rules')), note, choice.el, options.el),
      h('section', {}, h('h2', {}, t('maker.players')), seats.el, hidden.el, hints.el),
      h('section', {}, h('h2', {}, t('maker.time')), clock.el, rated.el),
      h('section', {}, h('h2', {}, t('maker.start')), start.el)),
    h('aside', { class: 'maker-side', 'aria-label': t('maker.summary') }, picture, h('div', { class: 'maker-words' }, name, line), error, go));
  root.replaceChildren(form);
  title.set(t('title.page', { page: t('maker.title') }));

  function check(setting, checked) {
    const box = h('input', { type: 'checkbox', checked, id: `maker-${setting}`, 'data-test': setting });
    const words = h('div', { class: 'setting-words' }, h('label', { for: box.id }, t(`maker.${setting}`)), h('p', {}, t(`maker.${setting}.line`)));
    box.addEventListener('change', draw);
    return { el: h('div', { class: 'setting' }, words, box), box, line: words.lastChild };
  }

  /** Other rules have been chosen; the seats follow if their number has changed. */
  function change(next) {
    if (seatsOf(next).length !== seatsOf(rules).length) seats.set(usualHolders(next));
    rules = next;
    draw();
  }

  function draw() {
    const preset = presetOf(rules, presets);
    choice.show(preset?.name ?? null);
    options.show(rules, preset === null);
    seats.show(rules);
    picture.replaceChildren(drawPicture(rules));
    setText(name, rulesTitle(preset?.name ?? null));
    setText(line, preset ? t(`presetLine.${preset.name}`) : t('presetLine.custom'));
    setText(error, '');
    const why = whyNotRated(choices(), presets, me.player());
    rated.box.disabled = why !== null;
    if (why) rated.box.checked = false;
    setText(rated.line, t(why ? `unrated.${why}` : 'maker.rated.line'));
  }

  function choices() {
    return {
      rules, clock: clock.value(), holders: seats.value(), hidden: hidden.box.checked, hints: hints.box.checked, rated: rated.box.checked, start: start.value(),
    };
  }

  async function make(event) {
    event.preventDefault();
    setText(error, '');
    go.disabled = true;
    const { first, drawn } = seats.first();
    try {
      await making.make(requestOf({ ...choices(), rules: { ...rules, first }, drawn }, presets));
    } catch (refusal) {
      setText(error, clashLine(refusal));
    }
    go.disabled = false;
  }

  async function load() {
    try {
      const [rulesets, levels] = await Promise.all([api.rulesets(), api.computers()]);
      presets = rulesets;
      note.hidden = true;
      form.classList.remove('is-loading');
      choice.fill(presets);
      seats.offer(levels);
      if (!query.has('rules')) rules = full(presets.find((preset) => preset.name === settings.get('preset')?.name)?.rules ?? presets[0]?.rules ?? {});
      seats.set(usualHolders(rules));
      go.disabled = false;
      draw();
    } catch {
      setText(note, t('home.rules.lost'));
      timer = setTimeout(load, AGAIN);
    }
  }

  seats.set(usualHolders(rules));
  load();
  return () => clearTimeout(timer);
}

function readRules(text) {
  try {
    return text && full(short(JSON.parse(text)));
  } catch {
    return null;
  }
}
