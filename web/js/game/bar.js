// The bar under the board: whose turn it is, and the buttons for what can be done now.

import { h, setText } from '../dom.js';
import { icon } from '../icons.js';
import { isReady } from '../model/plan.js';
import { actionLabel, planLine, turnLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { createQuestion } from './question.js';

/** The buttons there can be, in the order they stand in. */
const BUTTONS = ['undo', 'redo', 'hint', 'draw', 'takeback', 'rematch', 'resign'];
/** On a narrow screen these are left to the menu. */
const MINOR = new Set(['takeback', 'redo', 'resign']);

/**
 * The bar. `run(action)` does an action, `confirm` and `cancel` end a preview, `toggleMoves` and `toggleMenu` open
 * what slides up.
 */
export function createBar({ run, confirm: onConfirm, cancel: onCancel, toggleMoves, toggleMenu, toPresent }) {
  let view = null;
  const button = (name, test, kind, onclick, more = {}) =>
    h('button', { type: 'button', class: kind, 'data-test': test, onclick, ...more }, t(name));

  const turn = h('p', { class: 'turn-line', 'data-test': 'turn' });
  const hint = h('p', { class: 'hint-line', role: 'status', 'data-test': 'hint' });
  const error = h('p', { class: 'error-line', role: 'alert', 'data-test': 'error' });
  const confirm = button('game.confirm', 'confirm', 'primary', onConfirm);
  const cancel = button('game.cancel', 'cancel', '', onCancel);
  const actions = new Map(BUTTONS.map((id) => [id, h('button', {
    type: 'button',
    'data-test': id === 'hint' ? 'ask-hint' : id,
    class: `${id === 'resign' ? 'danger' : ''} ${MINOR.has(id) ? 'minor' : ''}`.trim(),
    onclick: () => press(view.actions.find((one) => one.id === id)),
  })]));
  const moves = button('game.moves', 'show-moves', 'narrow-only', toggleMoves, { 'aria-controls': 'moves', 'aria-expanded': 'false' });
  const menu = button('game.menu', 'menu', 'icon-button menu-button', toggleMenu, { 'aria-controls': 'menu', 'aria-expanded': 'false' });
  menu.replaceChildren(icon('menu'), h('span', { class: 'unseen' }, t('game.menu')));
  const present = button('replay.present', 'to-present', 'primary', toPresent);
  const question = createQuestion({ run, onChange: () => update(view) });
  const planning = h('div', { class: 'row' }, cancel, confirm);
  const resting = h('div', { class: 'row actions' }, present, ...actions.values(), moves, menu);
  const el = h('section', { class: 'bar', 'aria-label': t('game.bar') },
    h('div', { class: 'lines' }, turn, hint, error), planning, resting, question.el);

  /** Does an action, after a second question where one is due. */
  function press(action) {
    if (action && !action.off && !question.ask(action)) run(action);
  }

  function update(next) {
    view = next;
    const { game, mine, plan, sending, refusal, myTurn, past } = view;
    question.update(view);
    const asking = !question.el.hidden;
    const planned = plan !== null && plan.path.length > 1;
    setText(turn, past ? past.line : turnLine(game, mine));
    setText(hint, hintText(view));
    setText(error, refusal ?? '');
    error.hidden = !refusal;
    hint.hidden = Boolean(refusal);
    planning.hidden = asking || !planned;
    resting.hidden = asking || planned;
    present.hidden = !past;
    for (const [id, one] of actions) {
      const action = view.actions.find((other) => other.id === id);
      one.hidden = !action?.main || Boolean(past);
      one.disabled = Boolean(action?.off);
      if (action) setText(one, actionLabel(action, game));
      one.classList.toggle('primary', id === 'rematch');
    }
    moves.hidden = game.status === 'open';
    confirm.disabled = sending || !isReady(plan, view.turn);
    cancel.disabled = sending;
    el.classList.toggle('my-turn', myTurn && !past);
    el.classList.toggle('has-hints', game.hints);
  }

  return {
    el,
    update,
    press,
    closeQuestion: question.close,
    showMoves: (shown) => moves.setAttribute('aria-expanded', String(shown)),
    showMenu: (shown) => menu.setAttribute('aria-expanded', String(shown)),
    focusMenu: () => menu.focus(),
  };
}

function hintText({ myTurn, plan, turn, sending, note, past, firstMove }) {
  if (past) return myTurn ? t('turn.yours') : '';
  if (!myTurn) return note ?? '';
  return [note, planLine(plan, turn, sending), plan ? null : firstMove].filter(Boolean).join(' ');
}
