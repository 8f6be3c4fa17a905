// The page of a player: who it is, ratings, statistics, games, and what one can do with them.

import { h, setText } from '../dom.js';
import { filterOf } from '../model/tally.js';
import { withQuery } from '../router.js';
import { createFilter } from '../statistics/filter.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { dayText, numberText } from '../text/times.js';
import { createChallenge } from './challenge.js';
import { createFigures } from './figures.js';
import { createHistory } from './history.js';
import { createRatings } from './ratings.js';

/** Shows a player in `root`; returns how to leave. */
export function openPlayer(root, { id, query }, context) {
  const { api, me, title } = context;
  const page = h('div', { class: 'sheet-page wide-page player-page' }, h('p', { class: 'quiet-line' }, t('player.reading')));
  let left = false;
  root.replaceChildren(page);
  title.set(t('app.name'));

  async function begin() {
    try {
      const [player, ratings, presets] = await Promise.all([api.player(id), api.ratings(id), api.rulesets()]);
      if (left) return;
      title.set(t('title.page', { page: player.name }));
      page.replaceChildren(...draw(player, ratings, presets));
    } catch (refusal) {
      if (!left) page.replaceChildren(h('h1', {}, t(refusal.code === 'not_found' ? 'player.missing' : 'player.unread')), h('p', {}, refusalLine(refusal)));
    }
  }

  function draw(player, ratings, presets) {
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
      history.read(which);
      try {
        const statistics = await api.playerStatistics(id, which);
        if (turn !== asked || left) return;
        setText(note, '');
        figures.replaceChildren(...createFigures(statistics));
      } catch (refusal) {
        if (turn === asked) setText(note, refusalLine(refusal));
      }
    }

    read(filterOf(query));
    return [head(player, presets), createRatings({ id, ratings, api }),
      h('section', {}, h('h2', {}, t('player.figures')), filter.el, note, figures), history.el].filter(Boolean);
  }

  function head(player, presets) {
    const facts = [t(`player.kind.${player.kind}`), player.bot ? t('player.bot') : null, t('player.since', { day: dayText(player.created) })];
    const plays = player.kind === 'guest' || player.kind === 'account';
    const isMe = me.player()?.id === id;
    const doings = h('div', {});
    if (isMe) doings.append(h('div', { class: 'player-doings' }, h('a', { class: 'button', href: '#/account' }, t('player.account'))));
    else if (plays) doings.append(...doingsWith(player, presets));
    return h('header', { class: 'player-head' }, h('h1', {}, h('bdi', {}, player.name)), h('p', { class: 'lead' }, facts.filter(Boolean).join(' · ')),
      isMe || !me.player() ? null : headToHead(), doings);
  }

  /** One's own games against this player. */
  function headToHead() {
    const line = h('p', { class: 'head-to-head', hidden: true, 'data-test': 'against' });
    api.against(me.player().id, id).then(({ games, wins, draws, losses }) => {
      line.hidden = games === 0;
      setText(line, t('player.against', { n: games, games: numberText(games), wins: numberText(wins), draws: numberText(draws), losses: numberText(losses) }));
    }, () => {});
    return line;
  }

  function doingsWith(player, presets) {
    const error = h('p', { class: 'error-line', role: 'alert' });
    const box = h('div', { class: 'challenge-box', hidden: true });
    const ask = h('button', { type: 'button', class: 'primary', 'data-test': 'challenge', onclick: open }, t('challenge.open'));
    const block = h('button', { type: 'button', hidden: true, 'data-test': 'block', onclick: toggle });
    let blocked = false;

    function open() {
      const form = createChallenge({ ...context, player, presets, close });
      box.replaceChildren(form.el);
      box.hidden = false;
      ask.hidden = true;
      form.focus();
    }

    function close() {
      box.hidden = true;
      ask.hidden = false;
      ask.focus();
    }

    function show(is) {
      blocked = is;
      block.hidden = false;
      ask.disabled = is;
      setText(block, t(is ? 'player.unblock' : 'player.block'));
    }

    async function toggle() {
      try {
        await (blocked ? api.unblock(id) : api.block(id));
        show(!blocked);
      } catch (refusal) {
        setText(error, refusalLine(refusal));
      }
    }

    if (me.player()) api.blocks().then((list) => show(list.some((one) => one.id === id)), () => {});
    return [h('div', { class: 'player-doings' }, ask, block), error, box];
  }

  begin();
  return () => { left = true; };
}
