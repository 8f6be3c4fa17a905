// A few large figures in a row.

import { h } from '../dom.js';
import { t } from '../text/messages.js';
import { numberText, percentText, spanText } from '../text/times.js';

/** Figures with a word under each: `facts` are `[figure, word]`. */
export function createFacts(facts) {
  return h('dl', { class: 'facts' }, ...facts.map(([figure, word]) => h('div', {}, h('dt', {}, word), h('dd', {}, figure))));
}

/** What can be said of all games, or a player's, in figures. */
export function factsOf({ games, first_mover: first, moves, millis, longest_chain: chain }, firstWord = 'facts.first') {
  return [
    [numberText(games), t('facts.games', { n: games })],
    [percentText(first.percent), t(firstWord)],
    [numberText(moves.average), t('facts.moves', { longest: numberText(moves.longest) })],
    [spanText(millis.average), t('facts.time', { longest: spanText(millis.longest) })],
    [numberText(chain), t('facts.chain')],
  ];
}
