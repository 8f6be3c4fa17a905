// The page of one's account: ways to one for those who have none, and all about it for those who do.

import { h } from '../dom.js';
import { playerHash } from '../router.js';
import { t } from '../text/messages.js';
import { dayText } from '../text/times.js';
import { createNameField } from '../settings/name.js';
import { createBlocks } from './blocks.js';
import { createCodes } from './codes.js';
import { createEntry } from './enter.js';
import { createBotMark, createFarewell, createSecrets } from './secrets.js';
import { createSessions } from './sessions.js';

/** Shows the page in `root`; returns how to leave it. */
export function openAccount(root, address, { api, me, title }) {
  const page = h('div', { class: 'sheet-page account-page' });
  const codes = h('div', {});
  let name = null;
  root.replaceChildren(page);
  title.set(t('title.page', { page: t('account.title') }));

  function draw() {
    name?.stop();
    name = me.player() && !me.isAccount() ? createNameField({ me }) : null;
    page.replaceChildren(...(me.isAccount() ? ofAccount() : ofGuest()));
  }

  function ofGuest() {
    const player = me.player();
    return [h('header', {}, h('h1', {}, t('account.title')), h('p', { class: 'lead' }, t(player ? 'account.guest' : 'account.nobody'))),
      name && h('section', { class: 'plain' }, name.el),
      createEntry({ api, me, onMade: showCodes }),
      player ? h('section', {}, h('h2', {}, t('account.guest.more')), h('p', { class: 'row' }, h('a', { class: 'button', href: playerHash(player.id) }, t('account.profile'))), createFarewell({ api, me })) : null].filter(Boolean);
  }

  function ofAccount() {
    const player = me.player();
    const sessions = createSessions({ api });
    const blocks = createBlocks({ api });
    const rest = [...sessions.els, blocks.el,
      h('section', {}, h('h2', {}, t('account.safety')), ...createSecrets({ api, me, onCodes: showCodes }), createBotMark({ api, me }), createFarewell({ api, me }))];
    const hide = (on) => { for (const part of rest) part.classList.toggle('is-unread', on); };
    hide(true);
    // They are shown once all their lists are there, so that none is pushed down.
    Promise.all([sessions.ready, blocks.ready]).then(() => hide(false));
    return [codes, h('header', {}, h('h1', {}, h('bdi', {}, player.name)), h('p', { class: 'lead' }, t('player.since', { day: dayText(player.created) })),
      h('div', { class: 'row player-doings' }, h('a', { class: 'button', href: playerHash(player.id), 'data-test': 'my-profile' }, t('account.profile')),
        h('button', { type: 'button', 'data-test': 'log-out', onclick: () => me.leave().catch(() => {}) }, t('account.leave')))), ...rest];
  }

  function showCodes(list) {
    codes.replaceChildren(createCodes({ codes: list, onKept: () => codes.replaceChildren() }));
    scrollTo(0, 0);
  }

  /** Whoever has come in or gone out begins at the top of another page. */
  function changed(player, before) {
    draw();
    if (player?.kind === before?.kind) return;
    scrollTo(0, 0);
    root.focus({ preventScroll: true });
  }

  const deaf = me.listen(changed);
  draw();
  return function leave() {
    name?.stop();
    deaf();
  };
}
