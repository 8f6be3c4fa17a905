// The bar under the board: whose turn it is, and the buttons for what can be done now.

import { h, setText } from '../dom.js';
import { isReady } from '../model/plan.js';
import { planLine, seatName, turnLine } from '../text/sentences.js';
import { t } from '../text/messages.js';

/**
 * The bar; `actions` are `confirm`, `cancel`, `rotate`, `toggleMoves`, `resign(seat)`, and
 * `focusLost`, called when the button that had the focus has gone.
 */
export function createBar(actions) {
  let asking = null;
  let view = null;
  const button = (name, test, kind, onclick, more = {}) =>
    h('button', { type: 'button', class: kind, 'data-test': test, onclick, ...more }, t(name));

  const turn = h('p', { class: 'turn-line', role: 'status', 'aria-live': 'polite', 'data-test': 'turn' });
  const hint = h('p', { class: 'hint-line', 'data-test': 'hint' });
  const error = h('p', { class: 'error-line', role: 'alert', 'data-test': 'error' });
  const confirm = button('game.confirm', 'confirm', 'primary', actions.confirm);
  const cancel = button('game.cancel', 'cancel', '', actions.cancel);
  const moves = button('game.moves', 'show-moves', 'narrow-only', actions.toggleMoves, { 'aria-controls': 'moves', 'aria-expanded': 'false' });
  const rotate = button('game.rotate', 'rotate', '', actions.rotate);
  const resign = button('game.resign', 'resign', 'danger', () => ask(resignable()));
  const question = h('p', { class: 'question' });
  const yes = button('game.resign.yes', 'resign-yes', 'danger', () => {
    const seat = asking;
    ask(null);
    actions.resign(seat);
  });
  const no = button('game.resign.no', 'resign-no', '', () => ask(null));
  const planning = h('div', { class: 'row' }, cancel, confirm);
  const resting = h('div', { class: 'row' }, moves, rotate, resign);
  const resigning = h('div', { class: 'row' }, question, no, yes);
  const el = h('section', { class: 'bar' }, h('div', { class: 'lines' }, turn, hint, error), planning, resting, resigning);

  /** The seat a resignation would be for: the one to move if it is yours, else your first still in. */
  function resignable() {
    const { game, mine } = view;
    const seats = mine.filter((seat) => !game.seats[seat].out);
    return seats.includes(game.toMove) ? game.toMove : seats[0];
  }

  function ask(seat) {
    asking = seat;
    update(view);
    const next = seat ? no : resign;
    if (!next.hidden) next.focus();
  }

  function update(next) {
    const focused = el.contains(document.activeElement) ? document.activeElement : null;
    show(next);
    if (focused && (focused.closest('[hidden]') || focused.disabled)) actions.focusLost();
  }

  function show(next) {
    view = next;
    const { game, mine, plan, sending, refusal, myTurn } = view;
    const playing = game.status === 'playing' && mine.length > 0 && resignable() !== undefined;
    if (!playing) asking = null;
    const planned = plan !== null && plan.path.length > 1;
    setText(turn, turnLine(game, mine));
    setText(hint, hintText(view));
    setText(error, refusal ?? '');
    error.hidden = !refusal;
    hint.hidden = Boolean(refusal);
    if (asking) setText(question, t('game.resign.ask', { seat: seatName(asking) }));
    resigning.hidden = !asking;
    planning.hidden = Boolean(asking) || !planned;
    resting.hidden = Boolean(asking) || planned;
    resign.hidden = !playing;
    moves.hidden = game.status === 'open';
    confirm.disabled = sending || !isReady(plan, view.turn);
    cancel.disabled = sending;
    el.classList.toggle('my-turn', myTurn);
  }

  return { el, update, showMoves: (shown) => moves.setAttribute('aria-expanded', String(shown)) };
}

function hintText({ myTurn, plan, turn, sending, note }) {
  if (myTurn) return note ? `${note} ${planLine(plan, turn, sending)}` : planLine(plan, turn, sending);
  return note ?? '';
}
