// The buttons that turn and zoom the board.

import { h } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../text/messages.js';

/** The buttons for a board; `turn()` turns it by a quarter. */
export function createTools({ board, turn }) {
  const button = (name, sign, test, onclick) => h('button', {
    type: 'button', class: 'icon-button quiet', 'data-test': test, title: t(name), onclick,
  }, icon(sign), h('span', { class: 'unseen' }, t(name)));
  const rotate = button('tools.turn', 'turn', 'rotate', turn);
  const out = button('tools.out', 'out', 'zoom-out', zoomOut);
  const into = button('tools.in', 'in', 'zoom-in', zoomIn);

  function zoomIn() {
    board.zoomIn();
  }

  function zoomOut() {
    board.zoomOut();
  }

  return { el: h('div', { class: 'tools', role: 'group', 'aria-label': t('tools.label') }, out, into, rotate), turn, zoomIn, zoomOut };
}
