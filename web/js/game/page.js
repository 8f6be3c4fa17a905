// The page of one game: puts board, strips, offers, moves and bar together and keeps them up to date.

import { createBoard } from '../board/board.js';
import { changing, h, setText } from '../dom.js';
import { firstMoveLeft } from '../model/clock.js';
import { standing } from '../model/votes.js';
import { gameHash } from '../router.js';
import { eventLine, plyLine } from '../text/events.js';
import { rulesTitle, turnLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { actionsFor } from './actions.js';
import { createAnnouncer } from './announcer.js';
import { createBar } from './bar.js';
import { createKeyHelp, listenToKeys } from './keys.js';
import { createMenu } from './menu.js';
import { createMoveList } from './movelist.js';
import { createOffers } from './offers.js';
import { createRatings } from './ratings.js';
import { createReplay } from './replay.js';
import { createResult } from './result.js';
import { createSheets } from './sheets.js';
import { createStrips } from './strips.js';
import { Table } from './table.js';
import { createTools } from './tools.js';
import { createTyped } from './typed.js';
import { boardView, describeSquare, positionOf, quartersOf, shownGame } from './view.js';
import { createWaitingRoom } from './waiting.js';
import { createWatchers } from './watchers.js';

const TICK = 200;

/** Shows a game in `root`; returns how to leave it. */
export function openGame(root, { id, key, query }, { connection, api, me, settings, sound, title, mine: own }) {
  let turned = 0;
  let busy = false;
  let base = location.origin;
  let due = false;
  let left = false;

  const board = createBoard({
    label: t('game.board'), coordinates: settings.get('coordinates'), words: describeSquare,
    onPress: (square) => table.press(square), onLift: (square) => table.lift(square),
  });
  const said = createAnnouncer();
  const strips = createStrips({ onTake: take, onStand: (seat) => table.order('stand', { seat }) });
  const waiting = createWaitingRoom();
  const result = createResult();
  const offers = createOffers({ order: (type, fields) => table.order(type, fields), say: said.say });
  const replay = createReplay({ ply: query.has('ply') ? Number(query.get('ply')) || 0 : null, onStep: stepped });
  const moves = createMoveList({ controls: replay.el, onChoose: replay.go });
  const typed = createTyped({
    plan: (path) => table.propose(path && { path }, false), confirm: () => table.confirm(), focusLost: () => board.focus(),
  });
  const help = createKeyHelp();
  const menu = createMenu({
    choose: (action) => { sheets.close(); bar.press(action); },
    type: typed.open, keys: help.open, close: () => sheets.close(),
  });
  const bar = createBar({
    run, confirm: () => table.confirm(), cancel: () => table.cancel(),
    toggleMoves: () => sheets.toggle('moves'), toggleMenu: () => sheets.toggle('menu'), toPresent: () => replay.go(Infinity),
  });
  const tools = createTools({ board, turn: () => { turned += 1; draw(); } });
  const rules = h('h1', { class: 'rules-title' });
  const watchers = createWatchers();
  const loading = h('p', { class: 'loading' }, t('game.loading'));
  const boardBox = h('div', { class: 'board-box' }, loading);
  const page = h('div', { class: 'game is-loading' },
    h('header', { class: 'game-head' }, h('a', { class: 'brand', href: '#/' }, t('app.name')), rules, watchers.el, tools.el),
    strips.far, boardBox, strips.near,
    waiting.el, result.el, moves.el,
    h('div', { class: 'dock' }, h('div', { class: 'over-bar' }, offers.el, typed.el, menu.el), bar.el), said.el, help.el);
  const ratings = createRatings({ id, api, connection, onChange: later });
  const sheets = createSheets(page, { onShow: sheetShown });
  root.replaceChildren(page);

  const table = new Table({
    id, key, connection, api,
    me: me.player,
    direct: () => settings.get('direct'),
    walking: board.walking,
    onChange: later,
    onEvent: happened,
    onMissing: () => {
      title.set(t('game.missing'));
      root.replaceChildren(missing());
    },
  });
  const stopKeys = listenToKeys({
    escape: () => help.el.open || bar.closeQuestion() || sheets.close() || (table.plan ? table.cancel() : typed.close() || replay.go(Infinity)),
    confirm: () => table.confirm(),
    undo: () => act('undo', 'takeback'),
    hint: () => act('hint'),
    redo: () => act('redo'),
    turn: tools.turn,
    zoomIn: tools.zoomIn,
    zoomOut: tools.zoomOut,
    back: replay.back,
    forward: replay.forward,
    first: () => replay.go(0),
    last: () => replay.go(Infinity),
    help: help.open,
    type: () => table.myTurn && typed.open(),
  });
  const ticking = setInterval(tick, TICK);

  /** Draws once for all that a click or a message has changed. */
  function later() {
    if (!due) queueMicrotask(draw);
    due = true;
  }

  function draw() {
    due = false;
    if (!table.game || left) return;
    if (page.classList.contains('is-loading')) begin();
    changing(page, () => show(look()), () => board.focus());
  }

  function show(view) {
    const { game, myTurn } = view;
    const picture = boardView(view);
    view.position = positionOf(view, picture);
    board.show(picture);
    strips.update({ ...view, game: shownGame(view, picture) });
    for (const part of [waiting, result, offers, typed, menu, bar, moves]) part.update(view);
    page.dataset.status = game.status;
    setText(rules, rulesTitle(game.preset));
    rules.title = rules.textContent;
    watchers.update(game);
    title.set(myTurn ? t('title.yourTurn') : t('title.game', { rules: rulesTitle(game.preset) }));
    document.body.dataset.seq = game.seq;
  }

  /** All that the parts of the page show, gathered in one place. */
  function look() {
    const { game, plan, turn, line, reach, sending, refusal, note, myTurn, mine, key: opener } = table;
    const now = connection.now();
    replay.update(line.plies.length, table.isComplete);
    const past = replay.ply === null || !table.isComplete ? null : { ply: replay.ply, line: t(replay.ply > 0 ? 'replay.at' : 'replay.start', { n: replay.ply, of: line.plies.length }) };
    const first = firstMoveLeft(game, now);
    ratings.update(game, opener);
    return {
      game, mine, plan, turn, line, reach, sending, refusal, note, myTurn, busy, now, past, key: opener,
      ratings: ratings.bySeat(game), changed: ratings.changed(game),
      firstMove: first === null ? null : t('turn.first'),
      quarters: (quartersOf(game, mine) + turned) % 4,
      actions: actionsFor({ game, mine, line, me: me.player() }),
      link: new URL(gameHash(id, opener), base).href,
    };
  }

  function begin() {
    page.classList.remove('is-loading');
    loading.replaceWith(board.el);
    // The link to give away begins with the address one came by, unless only this machine knows it.
    if (!/^(localhost|127\.|\[::1\])/.test(location.hostname)) return;
    api.game(id, { key: table.key }).then(({ url }) => { base = url; later(); }, () => {});
  }

  function tick() {
    if (!table.game || left) return;
    const now = connection.now();
    strips.tick(now);
    offers.tick(now);
  }

  /** Something happened in the game; what it made is not shown yet. */
  function happened(event, game, before) {
    const { mine } = table;
    if (event.kind === 'moved' && replay.ply === null) board.slide(event.path.split('-'));
    if (event.kind === 'moved') sound.move();
    const mineNow = game.status === 'playing' && game.at !== before.at && mine.includes(game.toMove);
    said.say(eventLine(event, game, before, mine), mineNow ? turnLine(game, mine) : null);
    // Who moves every side needs no call.
    const comes = mineNow && !mine.includes(before.toMove);
    if (comes) sound.turn();
    callEyes(game, mine, comes ? 'turn' : event.kind === 'proposed' && 'offer');
    if (event.kind === 'succeeded' && mine.length > 0) location.hash = gameHash(game.successor, table.key);
  }

  /** The title calls as long as the game waits for one's move or vote. */
  function callEyes({ status, toMove, proposal }, mine, news) {
    const asked = proposal !== null && standing(proposal, mine) === 'vote';
    if (news === 'turn' || (news === 'offer' && asked)) title.call(news);
    else if (status !== 'playing' || !(asked || mine.includes(toMove))) title.call(null);
  }

  /** Another ply is looked at. */
  function stepped(from, to) {
    const ply = table.line.plies[to - 1];
    if (to === from + 1 && ply.kind === 'moved') board.slide(ply.path);
    history.replaceState(null, '', gameHash(id, key, replay.ply));
    said.say(ply ? plyLine(ply) : t('replay.start'));
    draw();
  }

  async function take(seat) {
    busy = true;
    draw();
    try {
      await me.act(() => api.takeSeat(id, { seat, ...(table.key && { key: table.key }) }));
    } catch (refusal) {
      table.refuse(refusal);
    }
    busy = false;
    later();
  }

  function run({ id: name, seat }) {
    if (name === 'draw' || name === 'takeback') return table.order('propose', { at: table.game.at, what: name, seat });
    if (name === 'hint') return table.hint().then((path) => path && board.focus(path.at(-1)));
    if (name === 'give') return table.order('give_time', { to: seat });
    return table.order(name, seat ? { seat } : {});
  }

  /** Does the first of these actions that is open. */
  function act(...names) {
    const { actions } = look();
    bar.press(names.map((name) => actions.find((action) => action.id === name)).find(Boolean));
  }

  function sheetShown(name, shown) {
    if (name === 'moves') {
      bar.showMoves(shown);
      if (shown) moves.toEnd();
      return;
    }
    bar.showMenu(shown);
    if (shown) menu.focus();
    else bar.focusMenu();
  }

  return function leave() {
    left = true;
    stopKeys();
    clearInterval(ticking);
    ratings.stop();
    replay.stop();
    sheets.stop();
    table.leave();
    title.call(null);
    delete document.body.dataset.seq;
    own.refresh();
  };
}

function missing() {
  return h('div', { class: 'missing' }, h('h1', {}, t('game.missing')), h('p', {}, t('game.missing.line')),
    h('a', { class: 'button primary', href: '#/' }, t('game.toHome')));
}
