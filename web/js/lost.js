// What stands in the place of a page that could not be fetched, and the way on.

import { h } from './dom.js';
import { t } from './text/messages.js';

/** Where this window keeps that it has loaded itself anew. */
const TRIED = 'halma.reloaded';

/** Says so in `root`, and loads itself anew once when the server is there; returns how to leave it. */
export function openLost(root, address, { connection, title }) {
  let left = false;
  root.replaceChildren(notice(t('lost.title'), t('lost.line'), t('lost.reload'),
    address.page === 'home' ? null : h('a', { href: '#/' }, t('game.toHome'))));
  title.set(t('title.page', { page: t('lost.title') }));
  // What seems open may be about to close.
  if (connection.status === 'open') {
    fetch(location.pathname, { cache: 'no-store' }).then(({ ok }) => ok && !left && reloadOnce(), () => {});
  }
  const deaf = connection.listen(({ type }) => type === 'welcome' && reloadOnce());
  return () => {
    left = true;
    deaf();
  };
}

/** The same where the words could not be fetched either. */
export function openSpeechless(root) {
  root.replaceChildren(notice('This page could not be fetched', 'The connection may be gone.', 'Load it anew'));
}

/** A page has come: the next one that is lost may be tried again. */
export function found() {
  try {
    sessionStorage.removeItem(TRIED);
  } catch {
    // Where nothing is kept nothing has been tried.
  }
}

/** A module that could not be fetched once stays so until everything is loaded anew. */
function reloadOnce() {
  try {
    if (sessionStorage.getItem(TRIED)) return;
    sessionStorage.setItem(TRIED, 'yes');
  } catch {
    // Without memory it would never end.
    return;
  }
  location.reload();
}

function notice(title, line, reload, more = null) {
  return h('div', { class: 'missing', 'data-test': 'page-lost' }, h('h1', {}, title), h('p', {}, line), h('div', { class: 'row' },
    h('button', { type: 'button', class: 'primary', 'data-test': 'reload', onclick: () => location.reload() }, reload), more));
}
