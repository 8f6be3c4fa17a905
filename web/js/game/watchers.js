// How many watch a game, as a sign and a figure; in words for who points at it or hears it.

import { h, setText } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../text/messages.js';
import { numberText } from '../text/times.js';

/** The sign; `update(game)` keeps it true. */
export function createWatchers() {
  const figure = h('span', { 'aria-hidden': 'true' });
  const words = h('span', { class: 'unseen' });
  const el = h('span', { class: 'watchers', 'data-test': 'watchers', hidden: true }, icon('eye'), figure, words);
  return {
    el,
    update({ watchers: n }) {
      el.hidden = n === 0;
      setText(figure, numberText(n));
      setText(words, t('game.watchers', { n }));
      el.title = words.textContent;
    },
  };
}
