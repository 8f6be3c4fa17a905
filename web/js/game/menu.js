// The menu of a game: everything that can be done, and the ways to look at it.

import { h, keyed, setText } from '../dom.js';
import { boardHash } from '../router.js';
import { recordUrl } from '../net/api.js';
import { actionLabel } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** The menu; `choose(action)` does an action, `type` opens the typing of moves, `keys` lists the keys, `close` closes. */
export function createMenu({ choose, type, keys, close }) {
  const actions = h('ul', { class: 'menu-list' });
  const item = (name, test, onclick) => h('li', {}, h('button', { type: 'button', class: 'menu-item', 'data-test': test, onclick }, t(name)));
  const link = (name, test, more = {}) => h('a', { class: 'menu-item', 'data-test': test, ...more }, t(name));
  const typed = item('typed.open', 'type-move', () => { close(); type(); });
  const practice = link('menu.practice', 'practice-from-here');
  const record = link('game.record', 'record', { target: '_blank', rel: 'noopener' });
  const settings = link('nav.settings', 'menu-settings', { href: '#/settings' });
  const el = h('section', { class: 'sheet menu', id: 'menu', 'aria-label': t('game.menu') }, actions,
    h('ul', { class: 'menu-list' }, typed, item('keys.title', 'keys', () => { close(); keys(); }),
      ...[practice, record, settings].map((one) => h('li', {}, one))));

  return {
    el,
    focus: () => el.querySelector('button:not([disabled]), a')?.focus(),
    update({ game, actions: list, myTurn, key, position }) {
      keyed(actions, list, ({ id, seat }) => `${id} ${seat ?? ''}`, () => makeItem(choose));
      for (const action of list) actions.keyedChildren.get(`${action.id} ${action.seat ?? ''}`).show(action, game);
      actions.hidden = list.length === 0;
      typed.hidden = !myTurn;
      practice.href = boardHash(game.rules, position);
      record.href = recordUrl(game.game, key);
    },
  };
}

function makeItem(choose) {
  let action = null;
  const button = h('button', { type: 'button', class: 'menu-item', onclick: () => choose(action) });
  return {
    el: h('li', {}, button),
    show(next, game) {
      action = next;
      setText(button, actionLabel(action, game));
      button.disabled = Boolean(action.off);
      button.classList.toggle('danger', action.id === 'resign' || action.id === 'abort');
      button.dataset.test = `menu-${action.id}`;
    },
  };
}
