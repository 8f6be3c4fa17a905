// The page of players: the best of each ladder, and a search by name.

import { createTable } from '../charts/table.js';
import { h } from '../dom.js';
import { playerHash, withQuery } from '../router.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { numberText } from '../text/times.js';
import { createLadderChoice } from './ladder.js';
import { createSearch } from './search.js';

const USUAL = { preset: 'standard', clock: 'rapid', pool: 'humans' };

/** Shows the page in `root`; returns how to leave it. */
export function openPlayers(root, { query }, { api, me, title }) {
  const ladder = Object.fromEntries(Object.entries(USUAL).map(([name, usual]) => [name, query.get(name) ?? usual]));
  const board = h('div', { class: 'results' });
  // The one line that is seen before there is a choice stands where the choice will be, so that nothing is pushed down.
  const choice = h('div', {}, reading());
  let asked = 0;
  root.replaceChildren(h('div', { class: 'sheet-page wide-page players-page' },
    h('header', {}, h('h1', {}, t('players.title')), h('p', { class: 'lead' }, t('players.lead'))),
    h('div', { class: 'beside' },
      h('section', {}, h('h2', {}, t('players.search')), createSearch({ api })),
      h('section', { class: 'ladder-side' }, h('h2', {}, t('players.best')), choice, board))));
  title.set(t('title.page', { page: t('players.title') }));

  async function read(of) {
    const turn = ++asked;
    try {
      const { players } = await api.leaderboard(of);
      if (turn !== asked) return;
      board.replaceChildren(players.length > 0 ? table(players) : h('p', { class: 'quiet-line' }, t('players.none')));
    } catch (refusal) {
      if (turn === asked) board.replaceChildren(h('p', { class: 'error-line', role: 'alert' }, refusalLine(refusal)));
    }
  }

  function table(players) {
    const own = me.player()?.id;
    const name = ({ player }) => h('a', { href: playerHash(player.id), 'aria-current': player.id === own ? 'true' : null }, h('bdi', {}, player.name));
    return createTable({
      label: t('players.best'), rows: players, sort: 'rank',
      columns: [
        { name: 'rank', label: t('col.rank'), value: ({ rank }) => rank, upwards: true },
        { name: 'player', label: t('col.player'), value: ({ player }) => player.name, show: name },
        { name: 'rating', label: t('col.rating'), value: ({ rating }) => rating, show: ratingCell },
        { name: 'games', label: t('col.games'), value: ({ games }) => games, show: ({ games }) => numberText(games) },
        { name: 'wins', label: t('col.wins'), value: ({ wins }) => wins, show: ({ wins }) => numberText(wins) },
        { name: 'draws', label: t('col.draws'), value: ({ draws }) => draws, show: ({ draws }) => numberText(draws) },
        { name: 'losses', label: t('col.losses'), value: lost, show: (row) => numberText(lost(row)) },
      ],
    });
  }

  async function begin() {
    const rulesets = await api.rulesets().catch(() => []);
    choice.replaceChildren(createLadderChoice({
      ladder, presets: rulesets.map(({ name }) => name),
      onChange(next) {
        history.replaceState(null, '', withQuery('players', next));
        read(next);
      },
    }));
    board.replaceChildren(reading());
    await read(ladder);
  }

  begin();
  return () => { asked += 1; };
}

const reading = () => h('p', { class: 'quiet-line' }, t('players.reading'));

const lost = ({ games, wins, draws }) => games - wins - draws;

/** A rating and how uncertain it is. */
function ratingCell({ rating, deviation }) {
  return h('span', {}, h('b', {}, numberText(Math.round(rating))), h('span', { class: 'soft' }, ` ±${numberText(Math.round(deviation))}`));
}
