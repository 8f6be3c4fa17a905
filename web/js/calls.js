// What calls for one on whatever page: a challenge to answer, and the search for an opponent that goes on.

import { h, keyed, setText } from './dom.js';
import { gameHash, playerHash } from './router.js';
import { apart, refusalLine } from './text/sentences.js';
import { challengeLine, termsLine } from './text/terms.js';
import { t } from './text/messages.js';

/** More challenges than these wait until those are answered. */
const MOST = 2;

/** Fills an element; `show(page)` says which page one is on. */
export function createCalls(element, { api, lobby, me }) {
  const error = h('p', { class: 'error-line', role: 'alert', hidden: true });
  const search = h('div', { class: 'call', 'data-test': 'searching' });
  const list = h('div', {});
  let page = 'home';
  element.append(search, list, error);
  lobby.listen(draw);

  function draw() {
    const seeking = lobby.seeking();
    // The first page shows the search itself.
    search.hidden = !seeking || page === 'home';
    if (!search.hidden) {
      search.replaceChildren(h('p', { class: 'call-words' }, t('seek.going', { terms: termsLine(seeking.terms) })),
        h('button', { type: 'button', class: 'small', onclick: () => lobby.cancel() }, t('seek.cancel')));
    }
    keyed(list, lobby.challenges().slice(0, MOST), ({ id }) => id, challenge);
  }

  function challenge(game) {
    const accept = h('button', { type: 'button', class: 'small primary', 'data-test': 'accept-challenge', onclick: () => answer(true) }, t('challenge.accept'));
    const decline = h('button', { type: 'button', class: 'small', 'data-test': 'decline-challenge', onclick: () => answer(false) }, t('challenge.decline'));

    async function answer(accepted) {
      error.hidden = true;
      accept.disabled = true;
      try {
        if (accepted) await me.act(() => api.takeSeat(game.id, {}));
        lobby.answered(game.id, accepted);
        if (accepted) location.hash = gameHash(game.id);
      } catch (refusal) {
        setText(error, refusalLine(refusal));
        error.hidden = false;
        // It cannot be accepted any more, or not by oneself.
        if (refusal.code !== 'network' && refusal.code !== 'unavailable') lobby.answered(game.id, true);
      }
      accept.disabled = false;
    }

    const who = h('a', { href: playerHash(game.host.id) }, apart(game.host.name));
    return { el: h('div', { class: 'call', role: 'status', 'data-test': 'challenge' },
      h('p', { class: 'call-words' }, who, ' ', challengeLine(game)), h('div', { class: 'row' }, accept, decline)) };
  }

  return {
    show(next) {
      page = next;
      error.hidden = true;
      draw();
    },
  };
}
