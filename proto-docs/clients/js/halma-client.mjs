// Plays and watches games on a Halma server, in browsers and under Node.

import { Game } from './game.mjs';
import { legalMoves, randomMove } from './moves.mjs';
import { HalmaError, Lost, ProtocolViolation, Refused, Rest, newId, parse, promise, sleep } from './rest.mjs';

export { Game, HalmaError, Lost, ProtocolViolation, Refused, Rest, legalMoves, randomMove };

const PROTOCOL = 1;
/** The server closed because of what we sent: coming back would only repeat it. */
const OUR_FAULT = new Set([1003, 1008, 1009]);
const FIRST_DELAY = 100;
const LONGEST_DELAY = 3000;
const JOIN_AGAIN = 500;
/** A connection is given up when nothing is heard for two of these. */
const HEARTBEAT = 20_000;

/**
 * A connection that comes back by itself and takes its games up where they were.
 *
 * `await Client.connect(url, token)` opens it; it gives up once the server has
 * been away for `patience` milliseconds. Close it with `close()`.
 */
export class Client {
  /** Who we are; null while nobody. */
  player = null;
  #url;
  #token;
  #patience;
  #WebSocket;
  #socket = null;
  #interrupt = () => {};
  #ready = promise();
  #games = new Map();
  #joining = new Map();
  #joined = new Set();
  #pending = new Map();
  /** What is asked of this connection alone. */
  #asked = new Map();
  #refusal;
  #failure;

  static async connect(url, token, options = {}) {
    const client = new Client(url, token, options);
    client.#WebSocket = await webSocket();
    client.#keepUp();
    await client.#ready;
    return client;
  }

  /** Use `Client.connect`. */
  constructor(url, token, { patience = 60_000 } = {}) {
    this.rest = new Rest(url, token, { patience });
    this.#url = `${this.rest.url.replace(/^http/, 'ws')}/ws`;
    this.#token = token;
    this.#patience = patience;
  }

  /**
   * Watches a game; with `legal`, also gets the moves of the seats held in it.
   * With `since` the game's events after that number come first, without it
   * the game's `state` does. A private game needs the `key` in its link, unless
   * a seat in it is ours.
   */
  async join(id, options = {}) {
    if (this.#failure) throw this.#failure;
    const game = new Game(this, id, options);
    this.#games.set(id, game);
    this.#sendJoin(game);
    await game.answered;
    return game;
  }

  /** Stops watching a game; seats are kept. */
  leave(game) {
    this.#games.delete(game.id);
    if (this.#joined.delete(game.id)) this.#send({ type: 'leave', id: newId(), game: game.id });
  }

  /**
   * Looks for a quick game and gives `paired`, with its `game` and `seat`, once it has begun.
   * The clock's times are milliseconds; `more` (`rated`, `min`, `max`) goes into the `seek` as it
   * is. The search ends with the connection, as `Lost`: `rest.myGames()` then tells whether a
   * game has begun.
   */
  async pair({ preset = 'standard', initial = 600_000, increment = 5_000, ...more } = {}) {
    if (this.#failure) throw this.#failure;
    if (!this.#socket) throw new Lost('there is no connection just now');
    const id = newId();
    const found = promise();
    this.#asked.set(id, found);
    this.#send({ type: 'seek', id, preset, clock: { kind: 'fischer', initial, increment }, ...more });
    try {
      return await found;
    } finally {
      this.#asked.delete(id);
    }
  }

  /** Closes the connection for good. */
  close() { this.#fail(new Lost('the client was closed')); }

  /** Sends a command until it is answered, over as many connections as that takes. */
  async command(message) {
    const deadline = Date.now() + this.#patience;
    for (let delay = FIRST_DELAY; ; delay = Math.min(2 * delay, LONGEST_DELAY)) {
      if (this.#failure) throw this.#failure;
      const game = this.#games.get(message.game);
      if (!game) throw new HalmaError('the game was left');
      const answer = promise();
      this.#pending.set(message.id, { message, answer });
      // Before the game is joined again it waits: joining sends what is pending.
      if (this.#joined.has(game.id)) this.#send(message);
      // It had ended when the connection broke, and was not joined again.
      else if (![...this.#joining.values()].includes(game)) this.#sendJoin(game);
      try {
        return await answer;
      } catch (error) {
        if (!error.tryAgain || Date.now() + delay > deadline) throw error;
      } finally {
        this.#pending.delete(message.id);
      }
      await sleep(delay);
    }
  }

  #send(message) {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  #sendJoin(game) {
    if (!this.#socket || this.#games.get(game.id) !== game) return;
    const id = newId();
    this.#joining.set(id, game);
    this.#send({ type: 'join', id, game: game.id, since: game.seq, legal: game.legal, key: game.key });
  }

  async #keepUp() {
    let delay = FIRST_DELAY;
    let deadline = Date.now() + this.#patience;
    while (!this.#failure) {
      if (await this.#converse()) {
        delay = FIRST_DELAY;
        deadline = Date.now() + this.#patience;
      }
      if (Date.now() > deadline) {
        this.#fail(new Lost(`${this.#url} did not come back within ${this.#patience} ms`));
      }
      if (this.#failure) return;
      // Spread out, so that a restarted server does not meet everybody at once.
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, delay * (0.5 + Math.random()));
        this.#interrupt = () => { clearTimeout(timer); resolve(); };
      });
      delay = Math.min(2 * delay, LONGEST_DELAY);
    }
  }

  /** Speaks over one connection until it ends; says whether it came to a welcome. */
  #converse() {
    return new Promise((resolve) => {
      const socket = new this.#WebSocket(this.#url);
      let welcomed = false;
      let heard = true;
      // Handling a message may wait for REST; the next one waits for that.
      let handled = Promise.resolve();
      this.#refusal = undefined;

      const take = async (data) => {
        const message = parse(data);
        if (typeof message?.type !== 'string') throw new ProtocolViolation(`no message: ${data}`);
        if (message.type === 'welcome') {
          welcomed = true;
          this.#socket = socket;
          this.#welcome(message);
        } else {
          await this.#receive(message);
        }
      };
      const end = async (code, reason) => {
        clearInterval(heartbeat);
        await handled;
        this.#socket = null;
        this.#joining.clear();
        this.#joined.clear();
        for (const asked of this.#asked.values()) {
          asked.reject(new Lost('the connection broke while a game was looked for'));
        }
        if (OUR_FAULT.has(code) && !this.#refusal?.tryAgain) {
          this.#fail(this.#refusal ?? new Lost(`closed with ${code} ${reason}`));
        }
        resolve(welcomed);
      };
      const heartbeat = setInterval(() => {
        if (!heard) {
          socket.close();
          // The answer to that may never come.
          end();
        }
        heard = false;
        this.#send({ type: 'ping' });
      }, HEARTBEAT);
      this.#interrupt = () => { socket.close(); };

      socket.addEventListener('open', () => {
        socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, token: this.#token }));
      });
      socket.addEventListener('message', ({ data }) => {
        heard = true;
        handled = handled.then(() => take(data)).catch((error) => this.#fail(error));
      });
      // What went wrong, the close event after it tells.
      socket.addEventListener('error', () => {});
      socket.addEventListener('close', ({ code, reason }) => { end(code, reason); });
    });
  }

  #welcome(welcome) {
    this.player = welcome.player;
    this.#ready.resolve();
    const waiting = new Set([...this.#pending.values()].map(({ message }) => message.game));
    for (const game of this.#games.values()) {
      // A command may have had no answer although the game has ended.
      if (!game.finished || waiting.has(game.id)) this.#sendJoin(game);
    }
  }

  async #receive(message) {
    const joining = this.#joining.get(message.id);
    if (message.type === 'ok') {
      this.#pending.get(message.id)?.answer.resolve(message);
    } else if (message.type === 'paired') {
      this.#asked.get(message.id)?.resolve(message);
    } else if (message.type === 'seek_ended') {
      this.#asked.get(message.id)?.reject(new HalmaError(`the search has ended: ${message.why}`));
    } else if (message.type === 'error') {
      this.#refused(message);
    } else if (joining) {
      this.#joining.delete(message.id);
      await joining.receive(message);
      this.#joined.add(joining.id);
      joining.answered.resolve();
      for (const { message: command } of this.#pending.values()) {
        if (command.game === joining.id) this.#send(command);
      }
    } else {
      // A game that was left may still have had messages under way.
      await this.#games.get(message.game)?.receive(message);
    }
  }

  #refused({ id, code, message, details }) {
    const refused = new Refused(code, message, details);
    if (this.#pending.has(id)) {
      this.#pending.get(id).answer.reject(refused);
    } else if (this.#asked.has(id)) {
      this.#asked.get(id).reject(refused);
    } else if (this.#joining.has(id)) {
      this.#notJoined(id, refused);
    } else {
      // About no command: if the server closes next, this is why.
      this.#refusal = refused;
      if (refused.tryAgain) {
        // Some command was not read; the ids make it safe to send all of them again.
        for (const { answer } of this.#pending.values()) answer.reject(refused);
        for (const join of [...this.#joining.keys()]) this.#notJoined(join, refused);
      }
    }
  }

  #notJoined(id, refused) {
    const game = this.#joining.get(id);
    this.#joining.delete(id);
    if (refused.tryAgain) {
      setTimeout(() => this.#sendJoin(game), JOIN_AGAIN);
    } else {
      this.#games.delete(game.id);
      game.fail(refused);
    }
  }

  #fail(error) {
    if (this.#failure) return;
    this.#failure = error;
    this.#interrupt();
    this.#ready.reject(error);
    for (const game of this.#games.values()) game.fail(error);
    for (const { answer } of this.#pending.values()) answer.reject(error);
  }
}

/** Browsers have a WebSocket; under Node the `ws` package is one. */
async function webSocket() {
  if (globalThis.process?.versions?.node) return (await import('ws')).WebSocket;
  return globalThis.WebSocket;
}
