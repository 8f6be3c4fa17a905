// The result: who won and why, who wants another game, and where to go from here.

import { h, setText } from '../dom.js';
import { recordUrl } from '../net/api.js';
import { gameHash } from '../router.js';
import { rematchLine, resultReason, resultTitle } from '../text/sentences.js';
import { ratingLine } from '../text/results.js';
import { t } from '../text/messages.js';

/** The notice of a game that is over. */
export function createResult() {
  const title = h('h2', {});
  const reason = h('p', {});
  const ratings = h('ul', { class: 'result-ratings', 'data-test': 'rating-changes' });
  const rematch = h('p', { class: 'rematch-line', 'data-test': 'rematch-line' });
  const next = h('a', { class: 'button primary', 'data-test': 'successor' }, t('result.next'));
  const record = h('a', { class: 'button', target: '_blank', rel: 'noopener' }, t('game.record'));
  const fresh = h('a', { class: 'button', href: '#/' }, t('game.new'));
  const el = h('section', { class: 'notice result', role: 'status', 'data-test': 'result', hidden: true },
    title, reason, ratings, rematch, h('div', { class: 'row' }, next, fresh, record));
  return {
    el,
    update({ game, mine, key, past, changed }) {
      el.hidden = game.status !== 'finished' || past !== null;
      if (el.hidden) return;
      setText(title, resultTitle(game, mine));
      setText(reason, resultReason(game));
      ratings.hidden = changed.length === 0;
      ratings.replaceChildren(...changed.map((change) => h('li', {}, ratingLine(change))));
      setText(rematch, rematchLine(game, mine));
      // It stands in the place of the reason, and the next game in that of a new one: nothing moves.
      rematch.hidden = rematch.textContent === '';
      reason.hidden = !rematch.hidden;
      record.href = recordUrl(game.game, key);
      next.hidden = !game.successor;
      fresh.hidden = Boolean(game.successor);
      if (game.successor) next.href = gameHash(game.successor, key);
    },
  };
}
