// The practice board: sets up any position by hand or as text, and plays on from it alone.

import { createBoard } from '../board/board.js';
import { copyFrom } from '../clipboard.js';
import { h, setText } from '../dom.js';
import { homes, usualStart } from '../model/camps.js';
import { full, presetOf, requestOf, short, usualHolders } from '../model/gameform.js';
import { formatPosition, looksLikePosition, parsePosition } from '../model/position.js';
import { seatsOf } from '../model/seats.js';
import { carry, counts, fitted, touch } from '../model/setup.js';
import { createGameMaking } from '../net/gamemaking.js';
import { makerHash } from '../router.js';
import { clashLine, rulesTitle, seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { createPalette } from './palette.js';

/** Shows the board in `root`; returns how to leave it. */
export function openPractice(root, { query }, { api, me, settings, title }) {
  const making = createGameMaking({ api, me });
  let presets = [];
  let rules = read(query.get('rules')) ?? full({});
  let pieces = usualStart(rules);
  let toMove = 'white';
  let left = false;

  const board = createBoard({
    label: t('practice.board'), coordinates: settings.get('coordinates'), words: describe,
    onPress: (square) => change(touch(pieces, square, palette.tool())),
    onLift: () => {},
    onDrop: (from, to) => change(carry(pieces, from, to)),
  });
  const palette = createPalette();
  const ruleset = h('select', { id: 'practice-rules', 'data-test': 'practice-rules', onchange: () => chooseRules(presets.find(({ name }) => name === ruleset.value)?.rules ?? rules) });
  const next = h('select', { id: 'practice-next', 'data-test': 'practice-next', onchange: () => { toMove = next.value; draw(); } });
  const text = h('input', { type: 'text', id: 'practice-text', 'data-test': 'practice-text', class: 'link', autocomplete: 'off', spellcheck: 'false', onchange: readText });
  const copy = h('button', { type: 'button', onclick: copyText }, t('copy.text'));
  const problem = h('p', { class: 'error-line', role: 'alert', 'data-test': 'error' });
  const tally = h('p', { class: 'quiet-line practice-tally' });
  const go = h('button', { type: 'button', class: 'primary', 'data-test': 'practice-go', onclick: () => play('me') }, t('practice.go'));
  const more = h('a', { 'data-test': 'practice-more' }, t('practice.more'));
  const against = h('button', { type: 'button', 'data-test': 'practice-computer', onclick: () => play(settings.get('level')) }, t('practice.computer'));

  root.replaceChildren(h('div', { class: 'practice' },
    h('div', { class: 'practice-board' }, board.el),
    h('div', { class: 'practice-side' },
      h('h1', {}, t('practice.title')), h('p', { class: 'quiet-line' }, t('practice.line')),
      h('div', { class: 'labelled' }, h('label', { for: ruleset.id }, t('home.rules')), ruleset),
      palette.el, tally,
      h('div', { class: 'row' },
        h('button', { type: 'button', 'data-test': 'practice-start', onclick: () => change(usualStart(rules)) }, t('practice.usual')),
        h('button', { type: 'button', 'data-test': 'practice-clear', onclick: () => change({}) }, t('practice.clear'))),
      h('div', { class: 'labelled' }, h('label', { for: next.id }, t('practice.next')), next),
      h('div', { class: 'labelled' }, h('label', { for: text.id }, t('maker.position')), h('div', { class: 'row' }, text, copy)),
      problem, h('div', { class: 'practice-go' }, go, against), h('p', { class: 'practice-more' }, more))));
  title.set(t('title.page', { page: t('practice.title') }));

  function change(changed) {
    pieces = changed;
    setText(problem, '');
    draw();
  }

  function chooseRules(chosen) {
    const usual = JSON.stringify(pieces) === JSON.stringify(usualStart(rules));
    rules = full(chosen);
    if (!seatsOf(rules).includes(toMove)) toMove = 'white';
    change(usual ? usualStart(rules) : fitted(pieces, rules));
  }

  function draw() {
    if (left) return;
    const seats = seatsOf(rules);
    palette.show(rules);
    next.replaceChildren(...seats.map((seat) => h('option', { value: seat }, seatName(seat))));
    next.value = toMove;
    const camps = Object.entries(homes(rules)).map(([seat, squares]) => ({ seat, squares, owned: true }));
    board.show({
      size: rules.board, quarters: 0, camps, pieces, last: null, plan: null, ends: [], onward: [], movable: Object.keys(pieces), exact: true,
    });
    text.value = formatPosition({ size: rules.board, pieces, toMove, seats });
    more.href = makerHash(short(rules), text.value);
    setText(tally, counts(pieces, rules).map(({ seat, count, most }) => t('practice.count', { seat: seatName(seat), n: count, most })).join(' · '));
  }

  function readText() {
    const wanted = text.value.trim();
    if (!looksLikePosition(wanted, rules.board)) return setText(problem, t('maker.position.form'));
    const position = parsePosition(wanted);
    toMove = seatsOf(rules).includes(position.toMove) ? position.toMove : 'white';
    return change(fitted(position.pieces, rules));
  }

  async function copyText() {
    setText(copy, t((await copyFrom(text)) ? 'copy.done' : 'copy.select'));
    setTimeout(() => setText(copy, t('copy.text')), 2000);
  }

  /** Plays on from here: every side by oneself, or the other sides by the computer. */
  async function play(other) {
    setText(problem, '');
    const holders = { ...usualHolders(rules, other), [toMove]: 'me', ...(toMove === 'white' ? {} : { white: other }) };
    try {
      await making.make(requestOf({ rules, clock: { kind: 'none' }, holders, hidden: true, start: text.value }, presets));
    } catch (refusal) {
      setText(problem, clashLine(refusal));
    }
  }

  function describe(square) {
    const piece = pieces[square];
    if (!piece) return t('square.empty', { square });
    return t(piece.marked ? 'square.marked' : 'square.piece', { square, seat: seatName(piece.seat) });
  }

  const given = query.get('position');
  if (given && looksLikePosition(given, rules.board)) {
    pieces = fitted(parsePosition(given).pieces, rules);
    toMove = parsePosition(given).toMove;
  }
  draw();
  api.rulesets().then((list) => {
    presets = list;
    const own = presetOf(rules, presets) ? [] : [{ name: '' }];
    ruleset.replaceChildren(...[...own, ...presets].map(({ name }) => h('option', { value: name }, rulesTitle(name || null))));
    ruleset.value = presetOf(rules, presets)?.name ?? '';
  }, (refusal) => setText(problem, clashLine(refusal)));
  return () => { left = true; };
}

function read(text) {
  try {
    return text && full(short(JSON.parse(text)));
  } catch {
    return null;
  }
}
