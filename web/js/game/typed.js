// Another way to choose a move: typed in notation, or picked from lists of squares.

import { h, setText } from '../dom.js';
import { endsOf, movesFrom, shortest } from '../model/chains.js';
import { readMove } from '../model/typed.js';
import { t } from '../text/messages.js';

/** The form; `plan(path)` shows a path as planned, `confirm()` sends it, `focusLost` hears that it has gone with the focus in it. */
export function createTyped({ plan, confirm, focusLost }) {
  let turn = null;
  let planned = null;
  const field = h('input', {
    type: 'text', id: 'typed-move', 'data-test': 'typed-move', placeholder: 'a1-c3-e5', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
    'aria-describedby': 'typed-problem', oninput: () => setText(send, t('typed.show')),
  });
  const send = h('button', { type: 'submit', class: 'primary', 'data-test': 'typed-send' });
  const problem = h('p', { class: 'error-line', id: 'typed-problem', role: 'alert' });
  const from = h('select', { id: 'typed-from', 'data-test': 'typed-from', onchange: () => { listEnds(); plan(from.value ? [from.value] : null); } });
  const to = h('select', { id: 'typed-to', 'data-test': 'typed-to', onchange: choose });
  const el = h('form', { class: 'typed', 'data-test': 'typed', hidden: true, onsubmit: submit },
    h('div', { class: 'typed-head' }, h('label', { for: 'typed-move' }, t('typed.label')),
      h('button', { type: 'button', class: 'small quiet', 'data-test': 'typed-close', onclick: close }, t('typed.close'))),
    h('div', { class: 'row' }, field, send), problem,
    h('div', { class: 'row' },
      h('label', { for: 'typed-from' }, t('typed.from')), from, h('label', { for: 'typed-to' }, t('typed.to')), to));

  function submit(event) {
    event.preventDefault();
    if (!turn) return;
    const move = readMove(field.value || (planned ?? []).join('-'), turn);
    setText(problem, move.problem ? t(`typed.problem.${move.problem}`) : '');
    if (move.problem) return;
    if (planned?.join() === move.path.join()) {
      // The button is about to be disabled.
      field.focus();
      return confirm();
    }
    plan(move.path);
  }

  function choose() {
    const piece = movesFrom(turn, from.value);
    if (piece && to.value) plan(shortest(piece, to.value));
  }

  function listEnds() {
    const piece = movesFrom(turn, from.value);
    list(to, piece ? endsOf(piece) : []);
  }

  /** Closes it; says whether it was open. */
  function close() {
    if (el.hidden) return false;
    const isIn = el.contains(document.activeElement);
    el.hidden = true;
    if (isIn) focusLost();
    return true;
  }

  return {
    el,
    close,
    open() {
      el.hidden = false;
      field.focus();
    },
    update(view) {
      if (!view.myTurn) close();
      if (view.turn !== turn) {
        turn = view.turn;
        field.value = '';
        setText(problem, '');
        list(from, turn?.pieces.map((piece) => piece.from) ?? []);
        listEnds();
      }
      if (view.plan?.path.join() !== planned?.join()) {
        planned = view.plan?.path ?? null;
        field.value = planned?.length > 1 ? planned.join('-') : '';
        from.value = planned?.[0] ?? '';
        listEnds();
        to.value = planned?.length > 1 ? planned.at(-1) : '';
      }
      setText(send, t(planned?.length > 1 ? 'game.confirm' : 'typed.show'));
      send.disabled = !turn || view.sending;
    },
  };
}

function list(select, squares) {
  const options = [...squares].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  if (select.dataset.squares === options.join()) return;
  select.dataset.squares = options.join();
  select.replaceChildren(h('option', { value: '' }, '–'), ...options.map((square) => h('option', { value: square }, square)));
}
