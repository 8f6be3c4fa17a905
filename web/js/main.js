// Starts the page: who one is, the one socket, and which page the address asks for.

import { createBanner } from './banner.js';
import { openGame } from './game/page.js';
import { openHome } from './home/page.js';
import { api } from './net/api.js';
import { Connection } from './net/connection.js';
import { createGuests } from './net/guest.js';
import { route } from './router.js';
import { language } from './text/messages.js';

// Reading `localStorage` itself may fail where a browser forbids it; the guest then lasts as long as the page.
const storage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};
const guests = createGuests({ storage, makeGuest: api.makeGuest });
const connection = new Connection({
  open: () => new WebSocket(new URL('/ws', location.href.replace(/^http/, 'ws'))),
  token: guests.token,
  onStatus: createBanner(document.getElementById('banner')),
  onBadToken: guests.forget,
});
const root = document.getElementById('page');
let leave = null;

function show() {
  leave?.();
  const { page, id } = route(location.hash);
  document.body.dataset.page = page;
  leave = page === 'game' ? openGame(root, id, { connection, api, guests }) : openHome(root, { connection, api, guests });
  scrollTo(0, 0);
}

document.documentElement.lang = language;
addEventListener('hashchange', show);
addEventListener('online', () => connection.hurry());
document.addEventListener('visibilitychange', () => document.hidden || connection.hurry());
connection.start();
show();
