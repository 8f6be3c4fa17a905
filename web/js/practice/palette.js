// The pieces to choose from when a position is set up.

import { pieceIcon } from '../board/artwork.js';
import { h } from '../dom.js';
import { icon } from '../icons.js';
import { seatsOf } from '../model/seats.js';
import { seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** The palette; `tool()` is the chosen piece, or null for taking away. */
export function createPalette() {
  let tools = [];
  let shown = '';
  const el = h('fieldset', { class: 'palette' }, h('legend', {}, t('practice.palette')));

  function button({ name, words, picture }, index) {
    return h('label', { class: 'tool', title: words },
      h('input', { type: 'radio', name: 'tool', value: index, class: 'chip-input', checked: index === 0, 'data-test': `tool-${name}` }),
      picture, h('span', { class: 'unseen' }, words));
  }

  return {
    el,
    tool: () => tools[Number(el.querySelector('input:checked')?.value ?? 0)]?.piece ?? null,
    show(rules) {
      const wanted = JSON.stringify([seatsOf(rules), rules.marked]);
      if (wanted === shown) return;
      shown = wanted;
      const piece = (seat, marked) => ({
        name: marked ? `${seat}-marked` : seat, piece: { seat, marked }, picture: pieceIcon(seat, marked),
        words: t(marked ? 'practice.markedPiece' : 'practice.piece', { seat: seatName(seat) }),
      });
      tools = [
        ...seatsOf(rules).flatMap((seat) => [piece(seat, false), ...(rules.marked ? [piece(seat, true)] : [])]),
        { name: 'eraser', piece: null, picture: icon('eraser'), words: t('practice.eraser') },
      ];
      el.replaceChildren(el.firstChild, h('div', { class: 'tool-row' }, ...tools.map(button)));
    },
  };
}
