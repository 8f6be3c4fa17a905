// The page of one game: puts board, strips, notices, moves and bar together and keeps them up to date.

import { createBoard } from '../board/board.js';
import { h, setText } from '../dom.js';
import { seatsIn } from '../model/seats.js';
import { quartersFor } from '../model/squares.js';
import { rulesTitle, seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { createBar } from './bar.js';
import { createMoveList } from './movelist.js';
import { createResult, createWaitingRoom } from './notices.js';
import { createStrips } from './strips.js';
import { Table } from './table.js';

/** Shows a game in `root`; returns how to leave it. */
export function openGame(root, id, { connection, api, guests }) {
  let turned = 0;
  let busy = false;
  let link = location.href;
  let due = false;
  let left = false;

  const board = createBoard({ label: t('game.board'), words: describeSquare, onPress: (square) => table.press(square) });
  const strips = createStrips({ onTake: take, onStand: (seat) => table.stand(seat) });
  const waiting = createWaitingRoom();
  const result = createResult();
  const moves = createMoveList();
  const bar = createBar({
    confirm: () => table.confirm(),
    cancel: () => table.cancel(),
    resign: (seat) => table.resign(seat),
    focusLost: () => board.focus(),
    rotate: () => { turned += 1; draw(); },
    toggleMoves: () => showMoves(!page.classList.contains('moves-shown')),
  });
  const rules = h('h1', { class: 'rules-title' });
  const watchers = h('span', { class: 'watchers' });
  const loading = h('p', { class: 'loading' }, t('game.loading'));
  const boardBox = h('div', { class: 'board-box' }, loading);
  const page = h('div', { class: 'game' },
    h('header', { class: 'game-head' }, h('a', { class: 'brand', href: '#/' }, t('app.name')), rules, watchers),
    strips.far, boardBox, strips.near,
    h('div', { class: 'notices' }, waiting.el, result.el), moves.el, bar.el);
  root.replaceChildren(page);
  page.classList.add('is-loading');

  const table = new Table({
    id, connection, api,
    me: guests.player,
    onChange: later,
    onMove: (path) => board.slide(path),
    onMissing: () => root.replaceChildren(missing()),
  });

  /** Draws once for all that a click or a message has changed. */
  function later() {
    if (!due) queueMicrotask(draw);
    due = true;
  }

  function draw() {
    due = false;
    const { game, plan, turn, events, sending, refusal, note, myTurn } = table;
    if (!game || left) return;
    if (page.classList.contains('is-loading')) begin(game);
    const mine = table.mine;
    if (mine.length === 0) comeBackAs(game);
    const quarters = (quartersOf(game, mine) + turned) % 4;
    const view = { game, mine, plan, turn, sending, refusal, note, myTurn, quarters, busy, link };
    board.show({ ...boardView(view), ...table.reach });
    strips.update(view);
    waiting.update(view);
    result.update(view);
    moves.update(events, game.rules);
    bar.update(view);
    page.dataset.status = game.status;
    setText(rules, rulesTitle(game.preset));
    setText(watchers, game.watchers > 0 ? t('game.watchers', { n: game.watchers }) : '');
    document.title = myTurn ? t('title.yourTurn') : t('title.game', { rules: rulesTitle(game.preset) });
    document.body.dataset.seq = game.seq;
  }

  function begin(game) {
    page.classList.remove('is-loading');
    loading.replaceWith(board.el);
    if (game.status === 'open') api.game(id).then(({ url }) => { link = shareable(url); later(); }, () => {});
  }

  /** A browser that once bore another name goes on as the guest who holds a seat here. */
  function comeBackAs(game) {
    const former = seatsIn(game).map((seat) => game.seats[seat].player).find((player) => guests.wasOnce(player));
    if (!former || former.id === guests.player()?.id) return;
    guests.become(former.id);
    connection.restart();
    later();
  }

  async function take(seat) {
    busy = true;
    draw();
    const before = guests.token();
    try {
      await guests.act((token) => api.takeSeat(token, id, { seat }));
      if (guests.token() !== before) connection.restart();
    } catch (refusal) {
      table.refuse(refusal);
    }
    busy = false;
    later();
  }

  function showMoves(shown) {
    page.classList.toggle('moves-shown', shown);
    bar.showMoves(shown);
    if (shown) moves.toEnd();
  }

  function onKey(event) {
    const typing = event.target.closest?.('button, a, input, textarea, select, [data-square]');
    if (event.key === 'Escape') {
      if (table.plan) table.cancel();
      else showMoves(false);
    }
    if (event.key === 'Enter' && !typing) table.confirm();
  }

  document.addEventListener('keydown', onKey);
  return function leave() {
    document.removeEventListener('keydown', onKey);
    left = true;
    table.leave();
    delete document.body.dataset.seq;
  };
}

function quartersOf(game, mine) {
  return mine.length > 0 ? quartersFor(game.seats[mine[0]].home, game.board) : 0;
}

function boardView({ game, mine, plan, turn, sending, quarters }) {
  return {
    size: game.board,
    quarters,
    camps: campsOf(game, mine),
    pieces: game.pieces,
    last: game.last,
    plan: plan && { path: plan.path, piece: game.pieces[plan.path[0]], sending },
    movable: sending ? [] : (turn?.pieces.map((piece) => piece.from) ?? []),
  };
}

/** Every home, and every goal that is nobody's home; the goal of a seat one plays is a little stronger. */
function campsOf(game, mine) {
  const key = (squares) => [...squares].sort().join();
  const goals = new Map(seatsIn(game).map((seat) => [key(game.seats[seat].goal), seat]));
  const strong = (squares) => mine.length < seatsIn(game).length && mine.includes(goals.get(key(squares)));
  const homes = seatsIn(game).map((seat) => ({ seat, squares: game.seats[seat].home, owned: true }));
  const taken = new Set(homes.map(({ squares }) => key(squares)));
  const free = seatsIn(game).filter((seat) => !taken.has(key(game.seats[seat].goal)))
    .map((seat) => ({ seat, squares: game.seats[seat].goal, owned: false }));
  return [...free, ...homes].map((camp) => ({ ...camp, strong: strong(camp.squares) }));
}

function describeSquare(square, { pieces, ends }) {
  if (ends.includes(square)) return t('square.end', { square });
  const piece = pieces[square];
  return piece ? t('square.piece', { square, seat: seatName(piece.seat) }) : t('square.empty', { square });
}

/** The link to give away: the address one came by, unless only this machine knows it. */
function shareable(url) {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname) ? url : location.href;
}

function missing() {
  return h('div', { class: 'missing' }, h('h1', {}, t('game.missing')), h('p', {}, t('game.missing.line')),
    h('a', { class: 'button primary', href: '#/' }, t('game.toHome')));
}
