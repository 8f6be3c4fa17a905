// What stands beside the board for a while: the waiting room with its link, and the result.

import { copyFrom } from '../clipboard.js';
import { h, setText } from '../dom.js';
import { recordUrl } from '../net/api.js';
import { resultReason, resultTitle } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** The waiting room: words on how a game begins, its link, a button that copies it. */
export function createWaitingRoom() {
  const line = h('p', {});
  const field = h('input', { class: 'link', type: 'text', readOnly: true, 'aria-label': t('waiting.link'), onfocus: () => field.select() });
  const button = h('button', { class: 'primary', type: 'button', 'data-test': 'copy-link', onclick: copy }, t('waiting.copy'));
  const el = h('section', { class: 'notice waiting', hidden: true },
    h('h2', {}, t('waiting.title')), line, h('div', { class: 'row' }, field, button));

  async function copy() {
    setText(button, t((await copyFrom(field)) ? 'waiting.copied' : 'waiting.select'));
    setTimeout(() => setText(button, t('waiting.copy')), 2000);
  }

  return {
    el,
    update({ game, mine, link }) {
      el.hidden = game.status !== 'open';
      setText(line, t(mine.length > 0 ? 'waiting.share' : 'waiting.visitor'));
      button.classList.toggle('primary', mine.length > 0);
      if (field.value !== link) field.value = link;
    },
  };
}

/** The result: who won, why, and where to go from here. */
export function createResult() {
  const title = h('h2', {});
  const reason = h('p', {});
  const record = h('a', { class: 'button', target: '_blank', rel: 'noopener' }, t('game.record'));
  const el = h('section', { class: 'notice result', role: 'status', 'data-test': 'result', hidden: true },
    title, reason, h('div', { class: 'row' }, h('a', { class: 'button primary', href: '#/' }, t('game.new')), record));
  return {
    el,
    update({ game, mine }) {
      el.hidden = game.status !== 'finished';
      if (el.hidden) return;
      setText(title, resultTitle(game, mine));
      setText(reason, resultReason(game));
      record.href = recordUrl(game.game);
    },
  };
}
