// A game as it is now on this page: takes what the server says, keeps the plan, sends what is confirmed.

import { endsOf, movesFrom, onward } from '../model/chains.js';
import { fold, foldPresence, fromState, order } from '../model/fold.js';
import { completeTo, merge } from '../model/history.js';
import { isReady, press } from '../model/plan.js';
import { seatsHeldBy } from '../model/seats.js';
import { refusalLine, seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';

const PAGE = 200;

/**
 * A table: `me()` is the player one is, `onChange()` hears of every change,
 * `onMove(path)` of a move before the position after it is known to `onChange`.
 */
export class Table {
  constructor({ id, connection, api, me, onChange, onMove, onMissing }) {
    Object.assign(this, { id, connection, api, me, onChange, onMove });
    this.game = null;
    this.turn = null;
    this.plan = null;
    this.sending = false;
    this.refusal = null;
    this.note = null;
    this.events = [];
    this.leave = connection.watch(id, {
      since: () => this.game?.seq,
      onMessage: (message) => this.#hear(message),
      onError: onMissing,
    });
  }

  /** The seats one holds. */
  get mine() {
    return this.game ? seatsHeldBy(this.game, this.me()) : [];
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
    this.plan = plan;
    this.refusal = null;
    if (confirmed) this.confirm();
    else this.onChange();
  }

  /** Sends the planned move. */
  async confirm() {
    if (this.sending || !isReady(this.plan, this.turn)) return;
    this.sending = true;
    this.note = null;
    const { path } = this.plan;
    await this.#command({ type: 'move', at: this.turn.at, path: path.join('-'), seat: this.turn.seat });
    this.sending = false;
    this.onChange();
  }

  cancel() {
    if (this.sending || !this.plan) return;
    this.plan = null;
    this.onChange();
  }

  resign(seat) {
    return this.#command({ type: 'resign', seat });
  }

  stand(seat) {
    return this.#command({ type: 'stand', seat });
  }

  /** Shows a refusal that came by another way than the socket. */
  refuse(refusal) {
    this.refusal = refusalLine(refusal);
    this.onChange();
  }

  async #command(frame) {
    this.refusal = null;
    this.onChange();
    try {
      await this.connection.command({ ...frame, game: this.id });
    } catch (refusal) {
      this.refuse(refusal);
    }
  }

  #hear(message) {
    switch (message.type) {
      case 'state':
        this.#positionChanged(fromState(message));
        this.game = fromState(message);
        this.#readHistory();
        break;
      case 'events':
        if (!this.game) return this.connection.rejoin(this.id);
        for (const event of message.events) this.#apply(event);
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
    const next = fold(this.game, event);
    this.#positionChanged(next);
    if (event.kind === 'moved') this.onMove(event.path.split('-'));
    if (event.kind === 'passed') this.note = t('turn.passed', { seat: seatName(event.seat) });
    else if (event.kind === 'moved') this.note = null;
    this.game = next;
    this.events = merge(this.events, [event]);
  }

  /** A plan and legal moves belong to one position; a new one drops them. */
  #positionChanged(next) {
    if (this.game && next.at === this.game.at && next.status === this.game.status) return;
    this.turn = null;
    this.plan = null;
    this.refusal = null;
  }

  /** Fetches the events before those the socket brings. */
  async #readHistory() {
    if (this.reading) return;
    this.reading = true;
    try {
      for (let known = completeTo(this.events); known < this.game.seq; known = completeTo(this.events)) {
        const { events } = await this.api.events(this.id, known, PAGE);
        if (events.length === 0) break;
        this.events = merge(this.events, events);
      }
    } catch {
      // The list stays short; the next join tries again.
    }
    this.reading = false;
    this.onChange();
  }
}
