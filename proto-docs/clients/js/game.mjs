// One joined game: its messages in order, and what can be done in it.

import { ProtocolViolation, newId, promise } from './rest.mjs';

/**
 * A joined game, made by `Client.join`.
 *
 * Iterate over it (`for await`) for its messages: every `event` once and in
 * order, whatever happens to the connection, and between them `state`, `turn`
 * and `presence`. The iteration ends after the `finished` event.
 */
export class Game {
  /** The last event received; undefined before the first answer. */
  seq;
  /** The last event that changed the position, as far as known. */
  at = 0;
  finished = false;
  #inbox = [];
  #wake = () => {};
  #failure;
  #client;

  /** Use `Client.join`. */
  constructor(client, id, { since, legal = false, key } = {}) {
    this.#client = client;
    this.id = id;
    this.seq = since;
    this.legal = legal;
    this.key = key;
    this.answered = promise();
  }

  /**
   * Makes a move and gives the number of its event. `at` is the position
   * meant: a turn's `at`, or the current one. The move is sent again after a
   * lost connection, always with the same id, so that it is made once.
   */
  move(path, { at = this.at, seat } = {}) { return this.command('move', { at, path, seat }); }

  /** Gives the game up. */
  resign({ seat } = {}) { return this.command('resign', { seat }); }

  /** Gives the seat back before the start. */
  stand({ seat } = {}) { return this.command('stand', { seat }); }

  /**
   * Any other command of the protocol, such as
   * `command('propose', { at: game.at, what: 'draw' })`. Gives the number of
   * the first event it caused.
   */
  async command(type, fields = {}) {
    return (await this.#client.command({ type, id: newId(), game: this.id, ...fields })).seq;
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      while (this.#inbox.length > 0) {
        const message = this.#inbox.shift();
        // A turn overtaken by later events offers moves that are no longer there.
        if (message.type !== 'turn' || message.at === this.at) yield message;
      }
      if (this.finished) return;
      if (this.#failure) throw this.#failure;
      await new Promise((resolve) => { this.#wake = resolve; });
    }
  }

  /** Takes in a message from the server; called by the client. */
  async receive(message) {
    if (message.type === 'event') {
      this.#take(message);
    } else if (message.type === 'events') {
      this.#takeAll(message.events);
      this.#agree(message);
    } else if (message.type === 'state') {
      await this.#takeState(message);
    } else if (message.type === 'turn') {
      if (message.at > this.seq) throw new ProtocolViolation(`a turn at ${message.at} came before that event`);
      this.at = Math.max(this.at, message.at);
      this.#push(message);
    } else {
      this.#push(message);
    }
  }

  /** Ends the game's iteration with an error; called by the client. */
  fail(error) {
    this.#failure ??= error;
    this.answered.reject(error);
    this.#wake();
  }

  #takeAll(events) {
    for (const event of events) this.#take({ type: 'event', game: this.id, ...event });
  }

  #take(event) {
    if (this.seq === undefined) throw new ProtocolViolation('an event came before the answer to join');
    if (event.seq !== this.seq + 1) throw new ProtocolViolation(`event ${event.seq} came after event ${this.seq}`);
    this.seq = event.seq;
    // Every event after which it is some seat's turn, or nobody's any more, has changed the position.
    if ('next' in event) this.at = event.seq;
    if (event.kind === 'finished') this.finished = true;
    this.#push(event);
  }

  async #takeState(state) {
    if (this.seq !== undefined && state.seq < this.seq) {
      throw new ProtocolViolation(`the server knows ${state.seq} events and has sent ${this.seq}`);
    }
    // The gap was too long for one message; REST has it.
    while (this.seq < state.seq) {
      const page = await this.#client.rest.events(this.id, this.seq, this.key);
      if (page.length === 0) throw new ProtocolViolation(`event ${this.seq + 1} is missing`);
      this.#takeAll(page.filter((event) => event.seq <= state.seq));
    }
    this.seq = state.seq;
    this.#agree(state);
    if (state.status === 'finished') this.finished = true;
    this.#push(state);
  }

  #agree({ seq, at }) {
    if (seq !== this.seq) {
      throw new ProtocolViolation(`the game is said to be at event ${seq} and is at ${this.seq}`);
    }
    this.at = at;
  }

  #push(message) {
    this.#inbox.push(message);
    this.#wake();
  }
}
