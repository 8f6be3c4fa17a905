// A bar of shares with its words beside it: each part has a mark of its own, so that it is read without colour too.

import { pieceIcon } from '../board/artwork.js';
import { h, s } from '../dom.js';
import { laidOut } from '../model/tally.js';
import { numberText, percentText } from '../text/times.js';

/** A part narrower than this, in percent, bears no mark. */
const NARROW = 6;
const HATCH = 'M-2 10 10 -2M4 16 16 4M-8 4 4 -8';

const SIGNS = {
  white: () => s('circle', { r: 5, class: 'sign-line' }),
  black: () => s('circle', { r: 4 }),
  red: () => s('path', { d: 'M0-5.4 5 3.4H-5Z' }),
  blue: () => s('rect', { x: -4, y: -4, width: 8, height: 8 }),
  draw: () => s('path', { d: 'M-5-2.5H5M-5 2.5H5', class: 'sign-line' }),
  drawn: () => s('path', { d: 'M-5-2.5H5M-5 2.5H5', class: 'sign-line' }),
  won: () => s('path', { d: 'M-5 0H5M0-5V5', class: 'sign-line' }),
  lost: () => s('path', { d: 'M-5 0H5', class: 'sign-line' }),
};

let count = 0;

/** The bar and its legend; `parts` are `{key, seats?, games, percent}`, `nameOf(part)` what each is called. */
export function createShareBar(parts, nameOf) {
  const hatch = `hatch-${++count}`;
  const bar = s('svg', { class: 'share-bar', 'aria-hidden': 'true' },
    s('defs', {}, s('pattern', { id: hatch, width: 12, height: 12, patternUnits: 'userSpaceOnUse' }, s('path', { d: HATCH, class: 'hatch' }))),
    ...laidOut(parts).map((part) => segment(part, hatch)));
  return h('div', { class: 'share' }, bar, h('ul', { class: 'legend' }, ...parts.map((part) => h('li', {}, legendMark(part),
    h('span', { class: 'legend-name' }, nameOf(part)),
    h('span', { class: 'legend-figures' }, h('b', {}, numberText(part.games)), ` · ${percentText(part.percent)}`)))));
}

function segment(part, hatch) {
  const { key, start, width } = part;
  const box = { x: `${start}%`, width: `${width}%`, height: '100%' };
  const sign = signOf(part);
  return s('g', { class: `share-part is-${key} ${classOf(part)}` },
    s('rect', { ...box, class: 'share-fill' }),
    key === 'draw' || key === 'drawn' ? s('rect', { ...box, fill: `url(#${hatch})` }) : null,
    width >= NARROW && sign ? s('svg', { x: `${start + width / 2}%`, y: '50%', class: 'sign' }, sign()) : null);
}

function legendMark(part) {
  if (part.seats?.length) return h('span', { class: 'legend-seats' }, ...part.seats.map((seat) => pieceIcon(seat)));
  const sign = signOf(part);
  return s('svg', { class: `legend-sign share-part is-${part.key}`, viewBox: '-10 -10 20 20', 'aria-hidden': 'true' },
    s('rect', { x: -9, y: -9, width: 18, height: 18, rx: 3, class: 'share-fill' }), s('g', { class: 'sign' }, sign()));
}

const signOf = ({ key, seats }) => SIGNS[key] ?? SIGNS[seats?.[0]];
const classOf = ({ seats }) => (seats?.length ? `of-${seats[0]}` : '');

/** Plain bars under each other, as long as their share; `rows` are `{name, games, percent}`. */
export function createBars(rows) {
  return h('ul', { class: 'bars' }, ...rows.map(({ name, games, percent }) => h('li', { class: 'bar-row' },
    h('span', { class: 'bar-name' }, name),
    h('span', { class: 'bar-figures' }, h('b', {}, numberText(games)), ` · ${percentText(percent)}`),
    s('svg', { class: 'length', 'aria-hidden': 'true' }, s('rect', { class: 'length-ground', width: '100%', height: '100%', rx: 3 }),
      s('rect', { class: 'length-fill', width: `${percent}%`, height: '100%', rx: 3 })))));
}
