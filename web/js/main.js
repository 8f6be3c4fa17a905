// Starts the page: who one is, the one socket, and which page the address asks for.

import { createBanner } from './banner.js';
import { isWaiting } from './model/owngame.js';
import { createNav } from './nav.js';
import { api } from './net/api.js';
import { Connection } from './net/connection.js';
import { createGuests } from './net/guest.js';
import { createOwnGames } from './net/owngames.js';
import { route } from './router.js';
import { createSettings } from './settings.js';
import { createSound } from './sound.js';
import { chooseLanguage, language, speak } from './text/messages.js';
import { createTitle } from './title.js';

const PAGES = {
  home: () => import('./home/page.js').then(({ openHome }) => openHome),
  game: () => import('./game/page.js').then(({ openGame }) => openGame),
  new: () => import('./maker/page.js').then(({ openMaker }) => openMaker),
  board: () => import('./practice/page.js').then(({ openPractice }) => openPractice),
  rules: () => import('./rules/page.js').then(({ openRules }) => openRules),
  api: () => import('./api/page.js').then(({ openApi }) => openApi),
  settings: () => import('./settings/page.js').then(({ openSettings }) => openSettings),
};

// Reading `localStorage` itself may fail where a browser forbids it; what is kept then lasts as long as the page.
const storage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};
const settings = createSettings({ storage, onChange: changed });
const guests = createGuests({ storage, makeGuest: api.makeGuest });
const connection = new Connection({
  open: () => new WebSocket(new URL('/ws', location.href.replace(/^http/, 'ws'))),
  token: guests.token,
  onStatus: createBanner(document.getElementById('banner')),
  onBadToken: guests.forget,
});
const title = createTitle();
const mine = createOwnGames({ storage, api, token: guests.token, onChange: (games) => title.count(games.filter(isWaiting).length) });
const context = { connection, api, guests, settings, title, mine, sound: createSound({ wanted: () => settings.get('sound') }) };
const root = document.getElementById('page');
const nav = createNav(document.getElementById('nav'));
let leave = null;
let showing = 0;

async function show() {
  const address = route(location.hash);
  const turn = ++showing;
  const open = await (PAGES[address.page] ?? PAGES.home)();
  if (turn !== showing) return;
  leave?.();
  document.body.dataset.page = address.page;
  nav.show(address.page);
  leave = open(root, address, context);
  scrollTo(0, 0);
  // Whoever goes from page to page by keys or ears begins each at its top.
  if (turn > 1) root.focus({ preventScroll: true });
}

async function changed(name, value) {
  if (name === 'theme') dispatchEvent(new CustomEvent('halma-theme', { detail: value }));
  if (name !== 'language') return;
  await talk();
  show();
}

async function talk() {
  await speak(chooseLanguage([settings.get('language'), ...navigator.languages].filter(Boolean)));
  document.documentElement.lang = language();
}

addEventListener('hashchange', show);
addEventListener('online', () => connection.hurry());
document.addEventListener('visibilitychange', () => document.hidden || connection.hurry());
await talk();
connection.start();
mine.refresh();
show();
