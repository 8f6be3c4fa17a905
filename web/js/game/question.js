// The second question before what cannot be undone, in the place of the buttons.

import { h, setText } from '../dom.js';
import { t } from '../text/messages.js';
import { seatName } from '../text/sentences.js';

const ASKED = new Set(['resign', 'abort', 'restart']);

/** The question; `run(action)` does what was asked about, `onChange` hears that it opens or closes. */
export function createQuestion({ run, onChange }) {
  let asking = null;
  const words = h('p', { class: 'question' });
  const no = h('button', { type: 'button', onclick: () => close() });
  const yes = h('button', { type: 'button', class: 'danger', onclick: agree });
  const el = h('div', { class: 'row asking', role: 'group', hidden: true }, words, no, yes);
  let before = null;

  function agree() {
    const action = asking;
    close();
    run(action);
  }

  function close() {
    asking = null;
    onChange();
    if (before?.isConnected && !before.closest('[hidden]') && !before.disabled) before.focus();
  }

  return {
    el,

    /** Opens the question an action needs; says whether it needs one. */
    ask(action) {
      if (!ASKED.has(action.id)) return false;
      asking = action;
      before = document.activeElement;
      onChange();
      no.focus();
      return true;
    },

    close: () => asking && close(),

    /** Shows it while what it asks about can still be done. */
    update({ actions }) {
      if (!actions.some(({ id, seat }) => id === asking?.id && seat === asking.seat)) asking = null;
      el.hidden = !asking;
      if (!asking) return;
      setText(words, t(`ask.${asking.id}`, { seat: asking.seat ? seatName(asking.seat) : '' }));
      setText(no, t(`ask.${asking.id}.no`));
      setText(yes, t(`ask.${asking.id}.yes`));
      yes.dataset.test = `${asking.id}-yes`;
      no.dataset.test = `${asking.id}-no`;
    },
  };
}
