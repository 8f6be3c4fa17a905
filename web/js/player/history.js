// The finished games of a player, newest first, a page at a time.

import { h, setText } from '../dom.js';
import { resultFor } from '../model/results.js';
import { gameHash, playerHash } from '../router.js';
import { reasonName } from '../text/results.js';
import { apart, refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { termsLine } from '../text/terms.js';
import { dateText } from '../text/times.js';

const PAGE = 20;

/** The list; `read(filter)` begins it anew, and is done once it is there. */
export function createHistory({ id, api }) {
  const rows = h('ul', { class: 'history' });
  const note = h('p', { class: 'quiet-line', role: 'status' });
  const more = h('button', { type: 'button', hidden: true, 'data-test': 'more-games', onclick: () => load() }, t('player.more'));
  const el = h('section', { 'data-test': 'history' }, h('h2', {}, t('player.history')), note, rows, more);
  let filter = {};
  let next = null;
  let asked = 0;

  async function load() {
    const turn = ++asked;
    more.disabled = true;
    try {
      const { humans, ...which } = filter;
      const page = await api.games({ ...which, player: id, status: 'finished', limit: PAGE, before: next });
      if (turn !== asked) return;
      if (!next) rows.replaceChildren();
      rows.append(...page.games.map(row));
      next = page.next ?? null;
      setText(note, rows.children.length === 0 ? t('player.history.none') : '');
    } catch (refusal) {
      if (turn === asked) setText(note, refusalLine(refusal));
    }
    more.hidden = !next;
    more.disabled = false;
  }

  function row(game) {
    const result = resultFor(game, id);
    const others = [...new Map(Object.values(game.seats).filter((player) => player && player.id !== id).map((player) => [player.id, player])).values()];
    const computers = Object.values(game.computers ?? {}).map((level) => t('seat.computer.short', { n: level }));
    const names = [...others.map(({ id: other, name }) => h('a', { href: playerHash(other) }, h('bdi', {}, name))), ...[...new Set(computers)].map(apart)];
    const against = names.flatMap((name, index) => (index > 0 ? [', ', name] : [name]));
    return h('li', { class: `past is-${result}` }, h('span', { class: 'past-result' }, t(`player.${result}`)),
      h('span', { class: 'past-words' }, h('span', { class: 'past-names' }, ...(against.length > 0 ? against : [t('player.alone')])),
        h('span', { class: 'past-facts' }, `${termsLine(game)} · ${reasonName(game.outcome.reason)} · ${dateText(game.finished)}`)),
      h('a', { class: 'past-go', href: gameHash(game.id) }, t('player.replay')));
  }

  return {
    el,
    read(wanted) {
      filter = wanted;
      next = null;
      return load();
    },
  };
}
