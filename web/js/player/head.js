// Who a player is: name, kind, one's own games against them, and what one can do with them.

import { h, setText } from '../dom.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { dayText, numberText, percentText } from '../text/times.js';
import { createChallenge } from './challenge.js';

/** The promise of the head, once all that it says is known. */
export async function createHead({ player, presets, context }) {
  const { api, me } = context;
  const own = me.player();
  const isMe = own?.id === player.id;
  const plays = player.kind === 'guest' || player.kind === 'account';
  const facts = [t(`player.kind.${player.kind}`), player.bot ? t('player.bot') : null, t('player.since', { day: dayText(player.created) })];
  // What cannot be read is left out, as for somebody who is nobody yet.
  const ask = (call) => (own && !isMe ? call().catch(() => null) : null);
  const [against, blocks] = await Promise.all([ask(() => api.against(own.id, player.id)), ask(() => api.blocks())]);

  return h('header', { class: 'player-head' }, h('h1', {}, h('bdi', {}, player.name)), h('p', { class: 'lead' }, facts.filter(Boolean).join(' · ')),
    against?.games > 0 ? h('p', { class: 'head-to-head', 'data-test': 'against' }, againstLine(against)) : null,
    isMe ? h('div', { class: 'player-doings' }, h('a', { class: 'button', href: '#/account' }, t('player.account'))) : null,
    ...(plays && !isMe ? doingsWith({ player, presets, context, blocks }) : []));
}

function againstLine({ games, wins, draws, losses }) {
  const share = (one) => `${numberText(one.games)} (${percentText(one.percent)})`;
  return t('player.against', { n: games, games: numberText(games), wins: share(wins), draws: share(draws), losses: share(losses) });
}

/** Challenging and blocking; `blocks` are those one has blocked, if that is known. */
function doingsWith({ player, presets, context, blocks }) {
  const { api } = context;
  const error = h('p', { class: 'error-line', role: 'alert' });
  const box = h('div', { class: 'challenge-box', hidden: true });
  const ask = h('button', { type: 'button', class: 'primary', 'data-test': 'challenge', onclick: open }, t('challenge.open'));
  const block = h('button', { type: 'button', hidden: !blocks, 'data-test': 'block', onclick: toggle });
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
    ask.disabled = is;
    setText(block, t(is ? 'player.unblock' : 'player.block'));
  }

  async function toggle() {
    try {
      await (blocked ? api.unblock(player.id) : api.block(player.id));
      show(!blocked);
    } catch (refusal) {
      setText(error, refusalLine(refusal));
    }
  }

  show(Boolean(blocks?.some(({ id }) => id === player.id)));
  return [h('div', { class: 'player-doings' }, ask, block), error, box];
}
