// The list of moves, round by round, in notation.

import { h, keyed } from '../dom.js';
import { rounds } from '../model/history.js';
import { seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';

const NEAR = 24;

/** The list; it follows its end unless somebody has scrolled back. */
export function createMoveList() {
  let following = true;
  const list = h('ol', { class: 'rounds', tabindex: 0, 'aria-label': t('game.moves'), onscroll: () => { following = isAtEnd(); } });
  const none = h('p', { class: 'quiet-line' }, t('game.moves.none'));
  const el = h('section', { class: 'moves', id: 'moves', 'data-test': 'moves' }, h('h2', {}, t('game.moves')), none, list);
  const isAtEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  const toEnd = () => { list.scrollTop = list.scrollHeight; };
  return {
    el,
    toEnd,
    update(events, rules) {
      const rows = rounds(events, rules);
      none.hidden = rows.length > 0;
      list.hidden = rows.length === 0;
      keyed(list, rows, (round) => round.number, makeRound);
      if (following) toEnd();
    },
  };
}

function makeRound({ number }) {
  const turns = h('span', { class: 'round-turns' });
  const el = h('li', { class: 'round' }, h('span', { class: 'round-number' }, `${number}.`), turns);
  return { el, update: (round) => keyed(turns, round.turns, (turn) => turn.seq, makeTurn) };
}

function makeTurn({ seat, kind, path }) {
  const text = kind === 'moved' ? path : t(`list.${kind}`);
  const el = h('span', { class: `turn of-${seat}`, title: seatName(seat) }, h('span', { class: 'seat-dot', 'aria-hidden': 'true' }));
  const words = h('span', { class: kind === 'moved' ? 'path' : 'word' });
  // A long chain may break after any landing.
  text.split('-').forEach((part, index) => words.append(...(index ? ['-', h('wbr'), part] : [part])));
  el.append(words);
  return { el };
}
