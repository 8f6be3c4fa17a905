// A player's statistics: results in all, by seat and by rules, against whom, and in a row.

import { createShareBar } from '../charts/bar.js';
import { createTable } from '../charts/table.js';
import { h } from '../dom.js';
import { byGames, ownParts } from '../model/tally.js';
import { playerHash } from '../router.js';
import { createFacts, factsOf } from '../statistics/facts.js';
import { rulesTitle, seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { numberText, percentText } from '../text/times.js';

const nameOf = ({ key }) => t(`player.${key}`);

/** What is to be shown of a player's statistics. */
export function createFigures({ filter, all, presets, seats, opponents, streaks }) {
  if (all.games === 0) return [h('p', { class: 'quiet-line' }, t('player.figures.none'))];
  const row = streaks.now === 0 ? t('player.streak.none') : t(streaks.now > 0 ? 'player.streak.won' : 'player.streak.lost', { n: Math.abs(streaks.now) });
  // Not everything follows the whole choice.
  const narrowed = Object.keys(filter).some((name) => name !== 'preset');
  const byDayOrCompany = filter.from || filter.to || filter.humans;
  return [
    createShareBar(ownParts(all), nameOf),
    createFacts(factsOf(all, 'facts.own.first')),
    h('p', { class: 'streaks' }, `${row} ${t('player.streak.best', { won: numberText(streaks.won), lost: numberText(streaks.lost) })}`),
    narrowed ? note('player.streak.note') : null,
    part('player.byRules', table('player.byRules', byGames(presets), ({ name }) => rulesTitle(name))),
    part('player.bySeat', table('player.bySeat', byGames(seats), ({ name }) => seatName(name))),
    opponents.length > 0 ? part('player.opponents', table('player.opponents', opponents, ({ opponent }) => opponent.name,
      ({ opponent }) => h('a', { href: playerHash(opponent.id) }, h('bdi', {}, opponent.name))), byDayOrCompany ? note('player.opponents.note') : null) : null,
  ].filter(Boolean);
}

function part(title, ...content) {
  return h('div', { class: 'figures-part' }, h('h3', {}, t(title)), ...content.filter(Boolean));
}

const note = (text) => h('p', { class: 'quiet-line' }, t(text));

function table(title, rows, name, show) {
  const share = (which) => ({
    name: which, label: t(`col.${which}`), value: (row) => row[which].games,
    show: ({ [which]: { games, percent } }) => h('span', {}, numberText(games), h('span', { class: 'soft' }, ` · ${percentText(percent)}`)),
  });
  return createTable({
    label: t(title), rows, sort: 'games',
    columns: [
      { name: 'name', label: t(`col.${title.split('.')[1]}`), value: name, show },
      { name: 'games', label: t('col.games'), value: ({ games }) => games, show: ({ games }) => numberText(games) },
      share('wins'), share('draws'), share('losses'),
    ],
  });
}
