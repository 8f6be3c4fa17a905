// A game as it is now on this page: takes what the server says, keeps the plan, sends what is confirmed.

import { endsOf, movesFrom, onward } from '../model/chains.js';
import { completeTo, merge, timeOf } from '../model/events.js';
import { fold, foldClocks, foldPresence, fromState, order } from '../model/fold.js';
import { lastPath, lineOf } from '../model/line.js';
import { isReady, press } from '../model/plan.js';
import { parsePosition } from '../model/position.js';
import { seatsHeldBy, seatsIn } from '../model/seats.js';
import { noteLine } from '../text/events.js';
import { t } from '../text/messages.js';
import { hintLine, refusalLine } from '../text/sentences.js';
import { createInbox } from './inbox.js';

const PAGE = 200;

/**
 * A table: `me()` is the player one is, `direct()` whether a chosen end is sent at once,
 * `walking()` how long the last move is still on its way on the board.
 * `onChange()` hears of every change, `onEvent(event, game, before)` of an event before what it made is shown.
 */
export class Table {
  constructor({ id, key, connection, api, me, direct, walking, onChange, onEvent, onMissing }) {
    Object.assign(this, { id, linkKey: key, connection, api, me, direct, onChange, onEvent });
    this.inbox = createInbox({ walking, take: (message) => this.#take(message) });
    this.game = null;
    this.turn = null;
    this.plan = null;
    this.sending = false;
    this.refusal = null;
    this.note = null;
    this.events = [];
    this.line = lineOf([]);
    const leave = connection.watch(id, {
      since: () => this.game?.seq,
      key: () => this.key,
      onMessage: this.inbox.put,
      onError: onMissing,
    });
    this.leave = () => {
      this.inbox.close();
      leave();
    };
  }

  /** What opens a private game. */
  get key() {
    return this.game?.key ?? this.linkKey;
  }

  /** The seats one holds. */
  get mine() {
    return this.game ? seatsHeldBy(this.game, this.me()) : [];
  }

  /** Whether all that has happened so far is known. */
  get isComplete() {
    return this.game !== null && completeTo(this.events) >= this.game.seq;
  }

  get myTurn() {
    return this.game?.status === 'playing' && this.mine.includes(this.game.toMove);
  }

  /** Where the planned piece could end, and where it could hop next. */
  get reach() {
    const piece = this.plan && movesFrom(this.turn, this.plan.path[0]);
    if (!piece || this.sending) return { ends: [], onward: [] };
    return { ends: endsOf(piece), onward: onward(piece, this.plan.path) };
  }

  /** A square was pressed. */
  press(square) {
    if (this.sending || !this.turn) return;
    const { plan, confirmed } = press(this.plan, square, this.turn);
    this.propose(plan, confirmed || (this.direct() && plan?.path.at(-1) === square));
  }

  /** A piece was picked up. */
  lift(square) {
    if (this.plan?.path.length === 1 && this.plan.path[0] === square) this.onChange();
    else this.propose({ path: [square] });
  }

  /** Takes a planned path, however it was chosen; sends it at once if it is confirmed and may be. */
  propose(plan, confirmed = false) {
    if (this.sending || !this.turn) return;
    this.plan = plan;
    this.refusal = null;
    if (confirmed && isReady(plan, this.turn)) this.confirm();
    else this.onChange();
  }

  /** Sends the planned move. */
  async confirm() {
    if (this.sending || !isReady(this.plan, this.turn)) return;
    this.sending = true;
    this.note = null;
    const { path } = this.plan;
    await this.order('move', { at: this.turn.at, path: path.join('-'), seat: this.turn.seat });
    this.sending = false;
    this.onChange();
  }

  /** Asks what the computer would play, and plans it. The promise is its path, or null. */
  async hint() {
    const { at } = this.game;
    this.note = t('hint.asking');
    const answer = await this.order('hint', { at });
    if (this.note === t('hint.asking')) this.note = null;
    if (!answer || answer.at !== this.turn?.at || this.sending) {
      this.onChange();
      return null;
    }
    const path = answer.path.split('-');
    [this.note, this.notedAt] = [hintLine(answer.score), null];
    this.propose({ path });
    return path;
  }

  cancel() {
    if (this.sending || !this.plan) return;
    this.plan = null;
    // A hint went with its plan; other notes stay until the next move.
    if (this.notedAt === null) this.note = null;
    this.onChange();
  }

  /** Gives the server an order about this game. The promise is its answer; a refusal is shown and gives null. */
  async order(type, fields = {}) {
    this.refusal = null;
    this.onChange();
    try {
      return await this.connection.command({ type, ...fields, game: this.id });
    } catch (refusal) {
      this.refuse(refusal);
      return null;
    }
  }

  /** Shows a refusal that came by another way than the socket. */
  refuse(refusal) {
    this.refusal = refusalLine(refusal);
    this.onChange();
  }

  #take(message) {
    switch (message.type) {
      case 'state':
        this.#positionChanged(message);
        this.game = fromState(message);
        this.#readHistory();
        break;
      case 'events':
        if (!this.game) return this.connection.rejoin(this.id);
        for (const event of message.events) this.#apply(event);
        this.game = foldClocks(this.game, message);
        this.#readHistory();
        break;
      case 'event':
        this.#apply(message);
        break;
      case 'turn':
        if (message.at === this.game?.at) this.turn = message;
        break;
      case 'presence':
        if (this.game) this.game = foldPresence(this.game, message);
        break;
      default:
        return undefined;
    }
    return this.onChange();
  }

  #apply(event) {
    const place = this.game ? order(this.game, event) : 'gap';
    if (place === 'old') return;
    if (place === 'gap') return this.connection.rejoin(this.id);
    const before = this.game;
    const next = fold(before, event);
    this.#positionChanged(next);
    this.onEvent(event, next, before);
    this.#note(noteLine(event, before), event, next.at !== before.at);
    this.game = next;
    this.#remember([event]);
  }

  /** A note stays until the position changes; one that came along with a move stays over that move. */
  #note(note, event, changed) {
    if (note) [this.note, this.notedAt] = [note, event.seq];
    else if (changed && !(event.kind === 'moved' && this.notedAt === event.seq - 1)) this.note = null;
  }

  /** A plan and legal moves belong to one position; a new one drops them. */
  #positionChanged(next) {
    if (this.game && next.at === this.game.at && next.status === this.game.status) return;
    this.turn = null;
    this.plan = null;
    this.refusal = null;
  }

  /** Adds events to the known ones, and to the game what only the past can tell. */
  #remember(events) {
    this.events = merge(this.events, events);
    this.line = lineOf(this.events);
    const { game, line } = this;
    const made = line.start ? parsePosition(line.start).made : [];
    const begunWith = Object.fromEntries(seatsIn(game).map((seat, index) => [seat, made[index] ?? 0]));
    const turnSince = game.turnSince ?? timeOf(this.events, game.at);
    this.game = { ...game, begunWith, turnSince, last: game.last ?? lastPath(line) };
  }

  /** Fetches the events before those the socket brings. */
  async #readHistory() {
    if (this.reading) return;
    this.reading = true;
    try {
      for (let known = completeTo(this.events); known < this.game.seq; known = completeTo(this.events)) {
        const { events } = await this.api.events(this.id, known, PAGE, { key: this.key });
        if (events.length === 0) break;
        this.#remember(events);
      }
      this.#remember([]);
    } catch {
      // The list stays short; the next join tries again.
    }
    this.reading = false;
    this.onChange();
  }
}
