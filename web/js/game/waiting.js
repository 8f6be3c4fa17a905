// The waiting room: words on how a game begins, its link, a button that copies it.

import { createLinkField } from '../clipboard.js';
import { h, setText } from '../dom.js';
import { t } from '../text/messages.js';

/** The notice of a game that waits for players. */
export function createWaitingRoom() {
  const line = h('p', {});
  const link = createLinkField({ label: 'waiting.link', test: 'copy-link' });
  const hidden = h('p', { class: 'small-line', hidden: true }, t('waiting.private'));
  const el = h('section', { class: 'notice waiting', hidden: true }, h('h2', {}, t('waiting.title')), line, link.el, hidden);
  return {
    el,
    update({ game, mine, link: address }) {
      el.hidden = game.status !== 'open';
      setText(line, t(mine.length > 0 ? 'waiting.share' : 'waiting.visitor'));
      hidden.hidden = !game.key;
      link.show(address, mine.length > 0);
    },
  };
}
