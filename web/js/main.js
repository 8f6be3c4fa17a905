// Starts the page: who one is, the one socket, and which page the address asks for.

import { createBanner } from './banner.js';
import { createCalls } from './calls.js';
import { createFoot } from './foot.js';
import { found, openLost, openSpeechless } from './lost.js';
import { createNav } from './nav.js';
import { saysMore } from './needs.js';
import { api } from './net/api.js';
import { Connection } from './net/connection.js';
import { createLobby } from './net/lobby.js';
import { createMe, KEY, NAME } from './net/me.js';
import { createOwnGames } from './net/owngames.js';
import { preload } from './preload.js';
import { gameHash, route } from './router.js';
import { createSettings } from './settings.js';
import { createSound } from './sound.js';
import { storage } from './storage.js';
import { dress } from './styles.js';
import { language, readersLanguage, speak, speakMore } from './text/messages.js';
import { createTitle } from './title.js';

const PAGES = {
  home: () => import('./home/page.js').then(({ openHome }) => openHome),
  game: () => import('./game/page.js').then(({ openGame }) => openGame),
  new: () => import('./maker/page.js').then(({ openMaker }) => openMaker),
  board: () => import('./practice/page.js').then(({ openPractice }) => openPractice),
  rules: () => import('./rules/page.js').then(({ openRules }) => openRules),
  statistics: () => import('./statistics/page.js').then(({ openStatistics }) => openStatistics),
  players: () => import('./players/page.js').then(({ openPlayers }) => openPlayers),
  player: () => import('./player/page.js').then(({ openPlayer }) => openPlayer),
  account: () => import('./account/page.js').then(({ openAccount }) => openAccount),
  api: () => import('./api/page.js').then(({ openApi }) => openApi),
  settings: () => import('./settings/page.js').then(({ openSettings }) => openSettings),
};

const settings = createSettings({ storage, onChange: changed });
const sound = createSound({ wanted: () => settings.get('sound') });
const title = createTitle();
const me = createMe({ storage, api });
const connection = new Connection({
  open: () => new WebSocket(new URL('/ws', location.href.replace(/^http/, 'ws'))),
  onStatus: createBanner(document.getElementById('banner')),
  onWelcome: me.heard,
  onStranger: () => me.lost().then(() => connection.start()),
  onUnopened: () => me.isStranger().then((is) => is && connection.start()),
});
const mine = createOwnGames({ api, me });
mine.listen((games) => title.count(games.filter(({ waits }) => waits).length));
const lobby = createLobby({
  connection, api, me, onTurn: mine.refresh,
  onPaired(game) {
    call('game');
    location.hash = gameHash(game);
  },
  onChallenge: () => call('challenge'),
});
const context = { connection, api, me, settings, sound, title, mine, lobby };
me.listen(becameSomebody);
const root = document.getElementById('page');
const nav = createNav(document.getElementById('nav'), { me });
const calls = createCalls(document.getElementById('calls'), context);
const foot = createFoot(document.getElementById('foot'));
let leave = null;
let showing = 0;
let shown = 'home';

async function show() {
  const address = route(location.hash);
  const turn = ++showing;
  preload(address.page, language());
  const words = saysMore(address.page) ? speakMore() : null;
  const [open] = await Promise.all([PAGES[address.page](), words, dress(address.page)]).catch(() => [openLost]);
  if (turn !== showing) return;
  if (open !== openLost) found();
  put(open, address);
  // Whoever goes from page to page by keys or ears begins each at its top.
  if (turn > 1) root.focus({ preventScroll: true });
}

function put(open, address) {
  leave?.();
  shown = address.page;
  document.body.dataset.page = shown;
  drawFrame();
  leave = open(root, address, context);
  scrollTo(0, 0);
}

/** What stands around every page. */
function drawFrame() {
  nav.show(shown);
  foot.show(shown);
  calls.show(shown);
}

function call(what) {
  sound.turn();
  title.call(what);
}

function becameSomebody(player, before) {
  // The socket knows one as what one was when it was opened.
  if (player && player.id === before?.id && player.kind !== before.kind) connection.restart();
  else connection.be(player);
  drawFrame();
  mine.refresh();
  lobby.refreshChallenges();
}

async function changed(name, value) {
  if (name === 'theme') dispatchEvent(new CustomEvent('halma-theme', { detail: value }));
  if (name !== 'language') return;
  const chosenIn = document.activeElement?.id;
  try {
    await talk();
  } catch {
    showing++;
    return put(openLost, route(location.hash));
  }
  await show();
  if (chosenIn) document.getElementById(chosenIn)?.focus({ preventScroll: true });
}

async function talk() {
  await speak(readersLanguage(settings));
  document.documentElement.lang = language();
}

async function start() {
  try {
    await talk();
  } catch {
    return openSpeechless(root);
  }
  await me.settle();
  addEventListener('hashchange', show);
  addEventListener('storage', ({ key }) => [KEY, NAME].includes(key) && me.follow());
  addEventListener('online', () => connection.hurry());
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    connection.hurry();
    mine.refresh();
  });
  connection.start();
  mine.refresh();
  return show();
}

start();
