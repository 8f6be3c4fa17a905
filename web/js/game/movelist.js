// The list of moves, round by round, in notation; each can be looked at.

import { h, keyed } from '../dom.js';
import { rounds } from '../model/line.js';
import { seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';

const NEAR = 24;

/** The list; it follows its end, or the move looked at, unless somebody has scrolled back. `onChoose(ply)` hears of presses. */
export function createMoveList({ controls, onChoose }) {
  let following = true;
  let shown = null;
  const list = h('ol', { class: 'rounds', tabindex: 0, 'aria-label': t('game.moves'), onscroll: () => { following = isAtEnd(); } });
  const none = h('p', { class: 'quiet-line' }, t('game.moves.none'));
  const el = h('section', { class: 'moves', id: 'moves', 'data-test': 'moves' },
    h('div', { class: 'moves-head' }, h('h2', {}, t('game.moves')), controls), none, list);
  const isAtEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  const toEnd = () => { list.scrollTop = list.scrollHeight; };

  list.addEventListener('click', (event) => {
    const turn = event.target.closest('[data-ply]');
    if (turn) onChoose(Number(turn.dataset.ply));
  });

  function mark(ply) {
    const turn = ply ? list.querySelector(`[data-ply="${ply}"]`) : null;
    if (ply !== shown) {
      for (const old of list.querySelectorAll('[aria-current]')) old.removeAttribute('aria-current');
      turn?.setAttribute('aria-current', 'true');
      shown = ply;
    }
    if (!turn) return;
    const [top, bottom] = [turn.offsetTop - list.offsetTop, turn.offsetTop - list.offsetTop + turn.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - NEAR;
    if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + NEAR;
  }

  return {
    el,
    toEnd,
    update({ line, game, past }) {
      const rows = rounds(line, game.rules);
      none.hidden = rows.length > 0;
      list.hidden = rows.length === 0;
      keyed(list, rows, (round) => round.number, makeRound);
      mark(past ? past.ply : null);
      if (following && !past) toEnd();
    },
  };
}

function makeRound({ number }) {
  const turns = h('span', { class: 'round-turns' });
  const el = h('li', { class: 'round' }, h('span', { class: 'round-number' }, `${number}.`), turns);
  return { el, update: (round) => keyed(turns, round.turns, (turn) => `${turn.seq} ${turn.missed}`, makeTurn) };
}

function makeTurn({ seat, kind, path, missed, ply }) {
  const el = h('button', { type: 'button', class: `turn of-${seat}`, 'data-ply': ply },
    h('span', { class: 'seat-dot', 'aria-hidden': 'true' }), h('span', { class: 'unseen' }, seatName(seat)));
  const words = h('span', { class: kind === 'moved' ? 'path' : 'word' });
  // A long chain may break after any landing.
  if (kind === 'moved') path.forEach((square, index) => words.append(...(index ? ['-', h('wbr'), square] : [square])));
  else words.append(t(`list.${kind}`));
  if (missed) words.append(' ', h('span', { class: 'word' }, t('list.missed_deadline')));
  el.append(words);
  return { el };
}
