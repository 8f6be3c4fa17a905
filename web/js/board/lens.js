// On small squares, a finger held down sees what is under it enlarged, and slides to the square it means.

import { s } from '../dom.js';
import { UNIT } from './geometry.js';

const HOLD = 160;
const STILL = 8;
const SPAN = 3.4;
const ABOVE = 84;

/**
 * Listens on a board whose content is the group `content`. `isWanted()` says whether squares are small,
 * `pick(event)` which square is meant, `centre(square)` where it is; `onPress(square)` hears of the choice.
 */
export function createLens(el, { content, isWanted, pick, centre, onPress }) {
  content.id = 'board-content';
  const glass = s('svg', { class: 'lens', 'aria-hidden': 'true' }, s('use', { href: '#board-content' }), s('circle', { class: 'lens-mark', r: UNIT * 0.47 }));
  let timer = null;
  let start = null;
  let square = null;
  let held = false;

  function down(event) {
    held = false;
    if (event.pointerType !== 'touch' || !event.isPrimary || !isWanted()) return close();
    start = event;
    timer = setTimeout(open, HOLD);
  }

  function open() {
    el.parentNode.append(glass);
    look(start);
  }

  function look(event) {
    square = pick(event);
    const { x, y } = centre(square);
    const half = (SPAN * UNIT) / 2;
    glass.setAttribute('viewBox', `${x - half} ${y - half} ${2 * half} ${2 * half}`);
    const mark = glass.lastChild;
    mark.setAttribute('cx', x);
    mark.setAttribute('cy', y);
    const box = el.parentNode.getBoundingClientRect();
    const left = Math.min(Math.max(event.clientX - box.left, 60), box.width - 60);
    glass.style.setProperty('left', `${left}px`);
    glass.style.setProperty('top', `${event.clientY - box.top - ABOVE}px`);
  }

  function move(event) {
    if (!start || event.pointerId !== start.pointerId) return;
    if (glass.isConnected) look(event);
    else if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > STILL) close();
  }

  function up() {
    const chosen = glass.isConnected ? square : null;
    close();
    if (!chosen) return;
    held = true;
    onPress(chosen);
  }

  function close() {
    clearTimeout(timer);
    start = null;
    glass.remove();
  }

  // The click that may end a hold is none of its own, however late it comes.
  el.addEventListener('click', (event) => {
    if (held && event.detail > 0) event.stopImmediatePropagation();
    held = false;
  }, { capture: true });
  el.addEventListener('pointerdown', down);
  el.addEventListener('pointermove', move);
  el.addEventListener('pointerup', up);
  el.addEventListener('pointercancel', close);
  el.addEventListener('touchmove', (event) => glass.isConnected && event.preventDefault(), { passive: false });
  el.addEventListener('contextmenu', (event) => event.pointerType === 'touch' && event.preventDefault());
}
