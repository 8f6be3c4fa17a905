// Tells screen readers what happens, in whole sentences, one after another.

import { h } from '../dom.js';

const KEPT = 4;

/** A region that is heard and not seen. */
export function createAnnouncer() {
  const el = h('div', { class: 'unseen', role: 'log', 'aria-live': 'polite', 'data-test': 'said' });
  return {
    el,
    say(...sentences) {
      const text = sentences.filter(Boolean).join(' ');
      if (!text) return;
      el.append(h('p', {}, text));
      while (el.children.length > KEPT) el.firstChild.remove();
    },
  };
}
