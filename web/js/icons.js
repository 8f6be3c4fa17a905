// The few signs on buttons, drawn as lines.

import { s } from './dom.js';

const LINES = {
  turn: 'M19 12a7 7 0 1 1-2.2-5.1M17 3v4h-4',
  in: 'M12 6v12M6 12h12',
  out: 'M6 12h12',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  menu: 'M5 7h14M5 12h14M5 17h14',
  first: 'M17 6l-6 6 6 6M8 6v12',
  back: 'M14.5 6l-6 6 6 6',
  forward: 'M9.5 6l6 6-6 6',
  last: 'M7 6l6 6-6 6M16 6v12',
  play: 'M9 6.5v11l8.5-5.5z',
  pause: 'M9 6v12M15 6v12',
  yes: 'M6 12.5l4 4 8-9',
  no: 'M7 7l10 10M17 7L7 17',
  list: 'M9 7h10M9 12h10M9 17h10M5 7h.01M5 12h.01M5 17h.01',
  crown: 'M5 17h14l1-9-5 4-3-6-3 6-5-4z',
  person: 'M12 12a4 4 0 1 0-4-4 4 4 0 0 0 4 4zM5 20c.7-3.4 3.4-5 7-5s6.3 1.6 7 5',
  clock: 'M12 20a8 8 0 1 0-8-8 8 8 0 0 0 8 8zM12 7.5V12l3 2',
  eye: 'M3 12c2.2-4 5.2-6 9-6s6.8 2 9 6c-2.2 4-5.2 6-9 6s-6.8-2-9-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  eraser: 'M9 18h10M5.5 14.5l7-8.5 5.5 4.5-6 7.5H9z',
};

/** A sign; it says nothing to screen readers. */
export function icon(name) {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: LINES[name] }));
}
