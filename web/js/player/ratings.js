// How a player rates on each ladder, and how the rating of one of them went.

import { createCurve } from '../charts/curve.js';
import { h } from '../dom.js';
import { rulesTitle } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { numberText } from '../text/times.js';

/** The promise of the section with its first curve; of nothing for a player without rated games. */
export async function createRatings({ id, ratings, api }) {
  if (ratings.length === 0) return null;
  const curve = h('div', { class: 'curve-box' });
  const sorted = [...ratings].sort((one, other) => other.games - one.games);
  const ladders = sorted.map((rating, index) => h('label', { class: 'ladder' },
    h('input', { type: 'radio', name: 'ladder', class: 'chip-input', checked: index === 0, onchange: () => show(rating) }),
    h('span', { class: 'ladder-name' }, rulesTitle(rating.preset)), h('span', { class: 'soft' }, t(`pace.${rating.clock}`)),
    h('span', { class: 'ladder-rating' }, numberText(Math.round(rating.rating)), h('span', { class: 'soft' }, ` ±${numberText(Math.round(rating.deviation))}`)),
    h('span', { class: 'soft' }, rating.provisional ? t('ladder.provisional', { n: rating.games }) : t('ladder.games', { n: rating.games }))));
  let asked = 0;

  async function show({ pool, preset, clock }) {
    const turn = ++asked;
    const changes = await api.ratingHistory(id, { pool, preset, clock }).catch(() => []);
    if (turn === asked) curve.replaceChildren(...(changes.length > 0 ? [createCurve(changes)] : []));
  }

  await show(sorted[0]);
  return h('section', { 'data-test': 'ratings' }, h('h2', {}, t('player.ratings')),
    h('fieldset', { class: 'ladders' }, h('legend', { class: 'unseen' }, t('ladder.label')), ...ladders), curve);
}
