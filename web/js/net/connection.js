// The one socket: opens it, keeps it, comes back by itself, and joins again what was being watched.

import { delay } from './backoff.js';
import { createCommands } from './commands.js';

const PROTOCOL = 1;
const ASK_AFTER = 20_000;
const GIVE_UP_AFTER = 10_000;
const STEADY_AFTER = 5_000;
/** What the server says about no game in particular, or about games one may not be watching. */
const LOBBY = new Set(['lobby', 'lobby_game', 'lobby_gone', 'seeks', 'seeking', 'paired', 'seek_ended', 'challenged', 'challenge_made', 'challenge_over',
  'your_turn', 'rated', 'done']);

/**
 * A connection that stays. `open()` makes a socket; the cookie that goes along says who one is.
 * `onStatus({status, reason, wait})` hears of `connecting`, `open`, `lost` and `outdated`, `onWelcome(player)` of
 * who the server takes one for, `onStranger()` of a cookie it does not know any more, and `onUnopened()` of a
 * socket that did not come to be, about which a browser does not say why.
 */
export class Connection {
  constructor({ open, onStatus, onWelcome = () => {}, onStranger = () => {}, onUnopened = () => {}, makeId = newId, random = Math.random }) {
    Object.assign(this, { openSocket: open, onStatus, onWelcome, onStranger, onUnopened, makeId, random });
    this.socket = null;
    this.welcomed = false;
    this.attempt = 0;
    this.reason = null;
    this.ahead = 0;
    this.who = null;
    this.games = new Map();
    this.listeners = new Set();
    this.commands = createCommands({ send: (frame) => this.#isOpenFor(frame) && this.#put(frame) });
  }

  /** Goes on as somebody else, if the socket is not that player's already. */
  be(player) {
    if (this.socket && this.who !== (player?.id ?? null)) this.restart();
  }

  /** Opens the socket now, if it is not open. */
  start() {
    clearTimeout(this.retry);
    if (this.socket) return;
    this.#tell('connecting');
    const socket = this.openSocket();
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.#put({ type: 'hello', protocol: PROTOCOL });
    };
    socket.onmessage = ({ data }) => this.socket === socket && this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      this.#closed(code);
      if (!opened) this.onUnopened();
    };
    this.#watchSilence();
  }

  /** Closes the socket and opens another. */
  restart() {
    this.#drop();
    this.start();
  }

  /** Goes at once what would else wait: the net is back, or somebody looks at the page again. */
  hurry() {
    if (!this.socket && this.status !== 'outdated') this.start();
    else if (this.welcomed) this.#ask();
  }

  /** What the server's clock shows, in milliseconds since 1970. */
  now() {
    return Date.now() + this.ahead;
  }

  /**
   * Watches a game; `since()` gives the number of its last known event, `key()` what a private game's
   * link has at its end. Returns how to stop.
   */
  watch(game, { since = () => undefined, key = () => null, legal = true, onMessage, onError }) {
    this.games.set(game, { since, key, legal, onMessage, onError, joined: false, joinId: null });
    if (this.welcomed) this.#join(game);
    return () => {
      if (this.welcomed) this.#put({ type: 'leave', id: this.makeId(), game });
      this.games.delete(game);
      this.commands.drop(game);
    };
  }

  /** Joins a game anew, after a gap in its events. */
  rejoin(game) {
    if (this.welcomed && this.games.has(game)) this.#join(game);
  }

  /** Hears what is about no game that is watched: `listener(message)`. Returns how to stop. */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sends a command about a watched game, or about none; it waits for the socket if need be. */
  command(frame) {
    return this.commands.give({ id: this.makeId(), ...frame });
  }

  #join(game) {
    const watched = this.games.get(game);
    watched.joined = false;
    watched.joinId = this.makeId();
    const [since, key] = [watched.since(), watched.key()];
    this.#put({
      type: 'join', id: watched.joinId, game, ...(since !== undefined && { since }), ...(key && { key }), legal: watched.legal,
    });
  }

  #hear(message) {
    this.#watchSilence();
    const watched = this.games.get(message.game);
    switch (message.type) {
      case 'welcome':
        this.welcomed = true;
        if (message.now) this.ahead = message.now - Date.now();
        this.steady = setTimeout(() => { this.attempt = 0; }, STEADY_AFTER);
        this.reason = null;
        this.#tell('open');
        this.who = message.player?.id ?? null;
        this.onWelcome(message.player ?? null);
        for (const game of this.games.keys()) this.#join(game);
        this.commands.again(undefined);
        this.#spread(message);
        return;
      case 'pong':
        this.ahead = message.now - Date.now();
        return;
      case 'closing':
        this.reason = message.reason;
        return;
      case 'ok':
      case 'hint':
        return this.commands.done(message);
      case 'error':
        return this.#refused(message);
      case 'state':
      case 'events':
        watched?.onMessage(message);
        if (watched && message.id === watched.joinId) {
          watched.joined = true;
          this.commands.again(message.game);
        }
        return;
      default:
        if (!LOBBY.has(message.type)) return watched?.onMessage(message);
        this.commands.done(message);
        this.#spread(message);
    }
  }

  #spread(message) {
    for (const listener of this.listeners) listener(message);
  }

  /** Whether a command can go now: its game is joined, or it is about none. */
  #isOpenFor({ game }) {
    return game === undefined ? this.welcomed : Boolean(this.games.get(game)?.joined);
  }

  #refused(error) {
    if (error.code === 'bad_token') {
      this.#drop();
      return this.onStranger();
    }
    if (error.code === 'unsupported_protocol') {
      this.#drop();
      return this.#tell('outdated');
    }
    if (this.commands.refused(error)) return;
    for (const [game, watched] of this.games) {
      if (watched.joinId !== error.id) continue;
      if (error.code === 'no_such_game' || error.code === 'bad_field') watched.onError?.(error);
      else setTimeout(() => this.games.get(game) === watched && this.rejoin(game), delay(2, this.random));
    }
  }

  #closed(code) {
    this.#drop();
    const wait = delay(this.attempt++, this.random);
    this.retry = setTimeout(() => this.start(), wait);
    this.#tell('lost', { reason: code === 1012 ? 'restart' : this.reason, wait });
  }

  /** Asks whether the server is there when nothing has come for a while; goes when nothing answers. */
  #watchSilence() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.#ask(), ASK_AFTER);
  }

  #ask() {
    if (this.welcomed) this.#put({ type: 'ping' });
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.#closed(0), GIVE_UP_AFTER);
  }

  #put(frame) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(frame));
  }

  #drop() {
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    clearTimeout(this.steady);
    const { socket } = this;
    this.socket = null;
    this.welcomed = false;
    for (const watched of this.games.values()) watched.joined = false;
    socket?.close();
  }

  #tell(status, more = {}) {
    this.status = status;
    this.onStatus({ status, reason: this.reason, ...more });
  }
}

/** A fresh command id; `crypto.randomUUID` is only there over HTTPS. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
