// The page of a player: who it is, ratings, statistics, games, and what one can do with them.

import { h, setText } from '../dom.js';
import { filterOf } from '../model/tally.js';
import { withQuery } from '../router.js';
import { createFilter } from '../statistics/filter.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { createFigures } from './figures.js';
import { createHead } from './head.js';
import { createHistory } from './history.js';
import { createRatings } from './ratings.js';

/** Shows a player in `root`; returns how to leave. */
export function openPlayer(root, { id, query }, context) {
  const { api, title } = context;
  const page = h('div', { class: 'sheet-page wide-page player-page' }, h('p', { class: 'quiet-line' }, t('player.reading')));
  let left = false;
  root.replaceChildren(page);
  title.set(t('app.name'));

  async function begin() {
    try {
      const [player, ratings, presets] = await Promise.all([api.player(id), api.ratings(id), api.rulesets()]);
      const figures = ofGames(presets);
      // All of it is shown at once, so that nothing is pushed down by what comes after.
      const parts = await Promise.all([createHead({ player, presets, context }), createRatings({ id, ratings, api }), figures.read(filterOf(query))]);
      if (left) return;
      title.set(t('title.page', { page: player.name }));
      page.replaceChildren(...parts.slice(0, 2).filter(Boolean), ...figures.els);
    } catch (refusal) {
      if (!left) page.replaceChildren(h('h1', {}, t(refusal.code === 'not_found' ? 'player.missing' : 'player.unread')), h('p', {}, refusalLine(refusal)));
    }
  }

  /** Statistics and history, of the games that are chosen: `read(filter)` is done once they are there. */
  function ofGames(presets) {
    const history = createHistory({ id, api });
    const figures = h('div', { class: 'figures' });
    const note = h('p', { class: 'error-line', role: 'alert' });
    const filter = createFilter({
      filter: filterOf(query), presets: [...presets.map(({ name }) => name), 'custom'],
      onChange(next) {
        window.history.replaceState(null, '', withQuery(`player/${id}`, next));
        read(next);
      },
    });
    let asked = 0;

    async function read(which) {
      const turn = ++asked;
      const listed = history.read(which);
      try {
        const statistics = await api.playerStatistics(id, which);
        if (turn !== asked || left) return;
        setText(note, '');
        figures.replaceChildren(...createFigures(statistics));
      } catch (refusal) {
        if (turn === asked) setText(note, refusalLine(refusal));
      }
      await listed;
    }

    return { read, els: [h('section', {}, h('h2', {}, t('player.figures')), filter.el, note, figures), history.el] };
  }

  begin();
  return () => { left = true; };
}
