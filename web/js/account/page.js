// The page of one's account: ways to one for those who have none, and all about it for those who do.

import { h, setText } from '../dom.js';
import { playerHash } from '../router.js';
import { t } from '../text/messages.js';
import { dayText } from '../text/times.js';
import { createNameField } from '../settings/name.js';
import { createBlocks } from './blocks.js';
import { createCodes } from './codes.js';
import { createEntry } from './enter.js';
import { createBotMark, createFarewell, createSecrets } from './secrets.js';
import { createSessions } from './sessions.js';

/** How long the page waits to hear whom a cookie knows, in milliseconds. */
const PATIENCE = 4000;

/** Shows the page in `root`; returns how to leave it. */
export function openAccount(root, address, { api, me, title }) {
  const page = h('div', { class: 'sheet-page account-page' });
  const codes = h('div', {});
  let parts = null;
  root.replaceChildren(page);
  // A cookie may know somebody of whom the page does not know yet: nobody is to begin with what is not for them.
  page.classList.toggle('is-unread', !me.isKnown());
  // Where no socket opens, nobody ever says so.
  const patience = setTimeout(() => page.classList.remove('is-unread'), PATIENCE);
  title.set(t('title.page', { page: t('account.title') }));

  function draw() {
    parts?.stop?.();
    parts = me.isAccount() ? ofAccount() : ofGuest();
    parts.update();
    page.replaceChildren(...parts.els);
  }

  /** For whoever has no account, be it nobody or a guest. */
  function ofGuest() {
    const name = createNameField({ me });
    const entry = createEntry({ api, me, onMade: showCodes });
    const lead = h('p', { class: 'lead' });
    // Whoever is nobody yet would take it for the name of the account.
    const called = h('section', {}, name.el);
    const more = h('section', {});
    return {
      els: [h('header', {}, h('h1', {}, t('account.title')), lead), called, entry.el, more],
      stop: name.stop,
      update() {
        const player = me.player();
        setText(lead, t(player ? 'account.guest' : 'account.nobody'));
        called.hidden = !player;
        entry.update();
        more.replaceChildren(...(player ? [h('h2', {}, t('account.guest.more')),
          h('p', { class: 'row' }, h('a', { class: 'button', href: playerHash(player.id) }, t('account.profile'))), createFarewell({ api, me })] : []));
      },
    };
  }

  function ofAccount() {
    const player = me.player();
    const sessions = createSessions({ api });
    const blocks = createBlocks({ api });
    const safety = h('section', {}, h('h2', {}, t('account.safety')), ...createSecrets({ api, me, onCodes: showCodes }), createBotMark({ api, me }), createFarewell({ api, me }));
    // They are shown once all their lists are there, so that none is pushed down.
    const rest = h('div', { class: 'halves is-unread' }, h('div', {}, ...sessions.els), h('div', {}, blocks.el, safety));
    Promise.all([sessions.ready, blocks.ready]).then(() => rest.classList.remove('is-unread'));
    const name = h('bdi', {});
    return {
      els: [codes, h('header', {}, h('h1', {}, name), h('p', { class: 'lead' }, t('player.since', { day: dayText(player.created) })),
        h('div', { class: 'row player-doings' }, h('a', { class: 'button', href: playerHash(player.id), 'data-test': 'my-profile' }, t('account.profile')),
          h('button', { type: 'button', 'data-test': 'log-out', onclick: () => me.leave().catch(() => {}) }, t('account.leave')))), rest],
      update: () => setText(name, me.name()),
    };
  }

  function showCodes(list) {
    codes.replaceChildren(createCodes({ codes: list, onKept: () => codes.replaceChildren() }));
    scrollTo(0, 0);
  }

  /** Whoever has come in or gone out begins at the top of another page; nothing else takes away what is being written. */
  function changed(player, before) {
    const isOther = me.isAccount() ? player.id !== before?.id || player.kind !== before.kind : before?.kind === 'account';
    page.classList.remove('is-unread');
    if (!isOther) return parts.update();
    draw();
    scrollTo(0, 0);
    root.focus({ preventScroll: true });
  }

  const deaf = me.listen(changed);
  draw();
  return function leave() {
    clearTimeout(patience);
    parts.stop?.();
    deaf();
  };
}
