// The page of statistics: what came of all games, by rules.

import { createBars, createShareBar } from '../charts/bar.js';
import { createTable } from '../charts/table.js';
import { drawPicture } from '../board/picture.js';
import { h } from '../dom.js';
import { byGames, filterOf, resultParts } from '../model/tally.js';
import { withQuery } from '../router.js';
import { reasonName, winnersName } from '../text/results.js';
import { refusalLine, rulesTitle } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { numberText, percentText, spanText } from '../text/times.js';
import { createFacts, factsOf } from './facts.js';
import { createFilter } from './filter.js';

/** Shows the page in `root`; returns how to leave it. */
export function openStatistics(root, { query }, { api, title }) {
  const results = h('div', { class: 'results' });
  // The one line that is seen before there is a choice stands where the choice will be, so that nothing is pushed down.
  const box = h('div', {}, reading());
  let pictures = new Map();
  let asked = 0;
  root.replaceChildren(h('div', { class: 'sheet-page wide-page statistics-page' },
    h('header', {}, h('h1', {}, t('stats.title')), h('p', { class: 'lead' }, t('stats.lead'))), box, results));
  title.set(t('title.page', { page: t('stats.title') }));

  async function read(filter) {
    const turn = ++asked;
    results.classList.add('is-reading');
    try {
      const { all, presets } = await api.statistics(filter);
      if (turn !== asked) return;
      results.replaceChildren(...(all.games > 0 ? draw(all, byGames(presets)) : [h('p', { class: 'quiet-line' }, t('stats.none'))]));
    } catch (refusal) {
      if (turn === asked) results.replaceChildren(h('p', { class: 'error-line', role: 'alert' }, refusalLine(refusal)));
    }
    if (turn === asked) results.classList.remove('is-reading');
  }

  function draw(all, presets) {
    return [
      createFacts(factsOf(all)),
      h('section', {}, h('h2', {}, t('stats.byRules')), ...presets.map(ofPreset)),
      h('section', {}, h('h2', {}, t('stats.reasons')), createBars(reasons(all))),
      h('section', {}, h('h2', {}, t('stats.table')), createTable({ label: t('stats.table'), rows: presets, sort: 'games', columns: columns() })),
    ];
  }

  function ofPreset(preset) {
    const rules = pictures.get(preset.name);
    return h('article', { class: 'preset-result', 'data-preset': preset.name },
      rules ? drawPicture(rules) : h('span', { class: 'no-picture' }),
      h('div', { class: 'preset-head' }, h('h3', {}, rulesTitle(preset.name)), h('p', {}, t('stats.games', { n: preset.games, games: numberText(preset.games) }))),
      createShareBar(resultParts(preset), (part) => winnersName(part.seats)),
      h('details', {}, h('summary', {}, t('stats.more')), createFacts(factsOf(preset).slice(1)), createBars(reasons(preset))));
  }

  async function begin() {
    const filter = filterOf(query);
    const rulesets = await api.rulesets().catch(() => []);
    pictures = new Map(rulesets.map(({ name, rules }) => [name, rules]));
    box.replaceChildren(createFilter({
      filter, presets: [...pictures.keys(), 'custom'],
      onChange(next) {
        history.replaceState(null, '', withQuery('statistics', next));
        read(next);
      },
    }).el);
    results.replaceChildren(reading());
    await read(filter);
  }

  begin();
  return () => { asked += 1; };
}

const reading = () => h('p', { class: 'quiet-line' }, t('stats.reading'));

const reasons = (tally) => tally.reasons.map(({ reason, games, percent }) => ({ name: reasonName(reason), games, percent }));

function columns() {
  return [
    { name: 'rules', label: t('stats.col.rules'), value: ({ name }) => rulesTitle(name) },
    { name: 'games', label: t('stats.col.games'), value: ({ games }) => games, show: ({ games }) => numberText(games) },
    { name: 'draws', label: t('stats.col.draws'), value: ({ draws }) => draws.percent, show: ({ draws }) => percentText(draws.percent) },
    { name: 'first', label: t('stats.col.first'), value: (row) => row.first_mover.percent, show: (row) => percentText(row.first_mover.percent) },
    { name: 'moves', label: t('stats.col.moves'), value: ({ moves }) => moves.average, show: ({ moves }) => numberText(moves.average) },
    { name: 'longest', label: t('stats.col.longest'), value: ({ moves }) => moves.longest, show: ({ moves }) => numberText(moves.longest) },
    { name: 'time', label: t('stats.col.time'), value: ({ millis }) => millis.average, show: ({ millis }) => spanText(millis.average) },
    { name: 'chain', label: t('stats.col.chain'), value: (row) => row.longest_chain, show: (row) => numberText(row.longest_chain) },
  ];
}
