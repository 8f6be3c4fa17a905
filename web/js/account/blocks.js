// Whom one has blocked, and how to let them back.

import { h, keyed, setText } from '../dom.js';
import { playerHash } from '../router.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** The section, and the promise that its list is there. */
export function createBlocks({ api }) {
  const rows = h('ul', { class: 'keys-list', 'data-test': 'blocks' });
  const none = h('p', { class: 'quiet-line', hidden: true }, t('blocks.none'));
  const error = h('p', { class: 'error-line', role: 'alert' });

  async function read() {
    try {
      const list = await api.blocks();
      none.hidden = list.length > 0;
      keyed(rows, list, ({ id }) => id, ({ id, name }) => ({
        el: h('li', {}, h('a', { class: 'key-words', href: playerHash(id) }, h('bdi', {}, name)),
          h('button', { type: 'button', class: 'small', onclick: () => api.unblock(id).then(read, (refusal) => setText(error, refusalLine(refusal))) }, t('player.unblock'))),
      }));
    } catch (refusal) {
      setText(error, refusalLine(refusal));
    }
  }

  const ready = read();
  const el = h('section', {}, h('h2', {}, t('blocks.title')), h('p', { class: 'quiet-line' }, t('blocks.line')), none, rows, error);
  return { el, ready };
}
