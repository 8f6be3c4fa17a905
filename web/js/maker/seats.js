// Who sits where, and who moves first.

import { pieceIcon } from '../board/artwork.js';
import { h } from '../dom.js';
import { seatsOf } from '../model/seats.js';
import { seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';

const DRAWN = 'drawn';

/** The choice of each seat's holder: `me`, `open` or a level of the computer. */
export function createSeatChoice({ onChange }) {
  let holders = {};
  let levels = [];
  let shown = '';
  let opening = 'white';
  const rows = h('div', {});
  const first = h('select', { id: 'maker-first', 'data-test': 'first', onchange: () => { opening = first.value; } });
  const el = h('div', {}, rows, h('div', { class: 'setting' },
    h('div', { class: 'setting-words' }, h('label', { for: 'maker-first' }, t('maker.first')), h('p', {}, t('maker.first.line'))), first));

  function row(seat) {
    const id = `maker-seat-${seat}`;
    const box = h('select', {
      id, 'data-test': `holder-${seat}`,
      onchange() {
        holders = { ...holders, [seat]: Number(box.value) || box.value };
        onChange();
      },
    }, h('option', { value: 'me' }, t('maker.me')), h('option', { value: 'open' }, t('maker.open')),
    ...levels.map(({ level }) => h('option', { value: level }, t('seat.computer', { n: level, name: t(`level.${level}`) }))));
    box.value = holders[seat];
    return h('div', { class: 'setting' }, pieceIcon(seat), h('div', { class: 'setting-words' }, h('label', { for: id }, seatName(seat))), box);
  }

  return {
    el,
    value: () => holders,
    first: () => ({ first: opening === DRAWN ? 'white' : opening, drawn: opening === DRAWN }),
    set(next) {
      holders = next;
      shown = '';
    },
    offer(list) {
      levels = list;
      shown = '';
    },
    show(rules) {
      const wanted = JSON.stringify([seatsOf(rules), levels.length]);
      if (shown === wanted) return;
      shown = wanted;
      rows.replaceChildren(...seatsOf(rules).map(row));
      first.replaceChildren(...seatsOf(rules).map((seat) => h('option', { value: seat }, seatName(seat))), h('option', { value: DRAWN }, t('maker.drawn')));
      opening = seatsOf(rules).includes(opening) || opening === DRAWN ? opening : 'white';
      first.value = opening;
    },
  };
}
