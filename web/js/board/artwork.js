// Draws the pieces: one shape a seat, kept once in the document and used by every board.

import { s } from '../dom.js';

const RADIUS = 15.2;

const MARKS = {
  white: () => s('circle', { r: 4.6, class: 'mark line' }),
  black: () => s('circle', { r: 3.2, class: 'mark' }),
  red: () => s('path', { d: 'M0-5.4 5 3.4H-5Z', class: 'mark' }),
  blue: () => s('rect', { x: -4, y: -4, width: 8, height: 8, rx: 0.6, class: 'mark' }),
};

const CROWN = 'M-8-8.2 -9-16.4 -4.4-12.6 0-18 4.4-12.6 9-16.4 8-8.2Z';

/** Puts the shapes into the document, once. */
export function provideArtwork() {
  if (document.getElementById('artwork')) return;
  document.body.append(s('svg', { id: 'artwork', class: 'artwork', width: 0, height: 0, 'aria-hidden': 'true' },
    s('defs', {},
      s('radialGradient', { id: 'shade-contact' },
        s('stop', { offset: '62%', class: 'shade-near' }), s('stop', { offset: '100%', class: 'shade-far' })),
      s('radialGradient', { id: 'gloss' },
        s('stop', { offset: '0%', class: 'gloss-near' }), s('stop', { offset: '100%', class: 'gloss-far' })),
      ...Object.keys(MARKS).flatMap((seat) => [dome(seat), shape(seat)]),
      s('path', { id: 'crown', class: 'crown', d: CROWN }))));
}

/** A piece of a seat, drawn around the origin. */
export function drawPiece(seat, marked = false) {
  const group = s('g', { class: 'piece' }, s('use', { href: `#piece-${seat}` }));
  if (marked) group.append(s('use', { href: '#crown' }));
  return group;
}

/** A small picture of a seat's piece to stand in text. */
export function pieceIcon(seat, marked = false) {
  provideArtwork();
  return s('svg', { class: 'piece-icon', viewBox: '-18 -18 36 36', 'aria-hidden': 'true' }, drawPiece(seat, marked));
}

function dome(seat) {
  return s('radialGradient', { id: `dome-${seat}`, cx: 0.5, cy: 0.3, r: 0.78 },
    ...['light', 'body', 'edge'].map((part, index) =>
      s('stop', { offset: ['0%', '58%', '100%'][index], class: `dome-${part} of-${seat}` })));
}

function shape(seat) {
  return s('g', { id: `piece-${seat}`, class: `of-${seat}` },
    s('ellipse', { cy: 2.4, rx: 17, ry: 16.4, fill: 'url(#shade-contact)' }),
    s('circle', { r: RADIUS, class: 'disc', fill: `url(#dome-${seat})` }),
    s('ellipse', { cy: -7.6, rx: 9.6, ry: 5.4, fill: 'url(#gloss)' }),
    MARKS[seat]());
}
