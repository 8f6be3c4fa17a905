// The REST side of a Halma server, and the errors both sides share.

/** The server could not do it just now; the same command with the same id may be sent again. */
const TRY_AGAIN = new Set(['busy', 'storage_unavailable', 'unavailable', 'rate_limited']);
const FIRST_DELAY = 100;
const LONGEST_DELAY = 3000;

/** The base of all errors of this module. */
export class HalmaError extends Error {
  get name() { return this.constructor.name; }
}

/** The server refused a command or a request; nothing has changed. */
export class Refused extends HalmaError {
  constructor(code, message, details = {}) {
    super(`${code}: ${message}`);
    this.code = code;
    this.details = details;
  }

  /** Whether the same command may succeed a moment later. */
  get tryAgain() { return TRY_AGAIN.has(this.code); }
}

/** The server said something that it must not say, such as an event twice. */
export class ProtocolViolation extends HalmaError {}

/** The connection is gone for good: closed by us, or the server did not come back. */
export class Lost extends HalmaError {}

/**
 * Requests to one server, as one player or as nobody.
 *
 * Everything is tried again for `patience` milliseconds while the server is
 * away, except making a game, which might make two. A spare guest does no harm.
 */
export class Rest {
  constructor(url, token, { patience = 60_000 } = {}) {
    if (!/^https?:\/\/[^/]/.test(url)) {
      throw new HalmaError(`not a server's address, such as http://localhost:8080: ${url}`);
    }
    this.url = url.replace(/\/+$/, '');
    this.token = token;
    this.patience = patience;
  }

  /** Makes a guest, whose token is from now on this object's own. */
  async newGuest(name) {
    const guest = await this.#request('POST', '/api/guests', { name }, true);
    this.token = guest.token;
    return guest;
  }

  /** Who the token says we are. */
  me() { return this.#request('GET', '/api/me', undefined, true); }

  /** Makes a game: `rules` is a preset's name or a record; `more` has the other fields of the request. */
  createGame(rules, more = {}) {
    return this.#request('POST', '/api/games', { rules, ...more });
  }

  /** A game as it stands; a private one needs the key in its link. */
  game(id, key) { return this.#request('GET', `/api/games/${id}${query({ key })}`, undefined, true); }

  /** Our games that are not over, each as `game` in what comes; those that wait for us first. */
  myGames() { return this.#request('GET', '/api/me/games', undefined, true); }

  /** Takes a seat, the first free one if none is named. */
  takeSeat(game, seat, key) {
    return this.#request('POST', `/api/games/${game}/seats`, { id: newId(), seat, key }, true);
  }

  /** A page of events after `since`; empty when there are none. */
  async events(game, since = 0, key = undefined) {
    const path = `/api/games/${game}/events${query({ since, key })}`;
    return (await this.#request('GET', path, undefined, true)).events;
  }

  async #request(method, path, body, retry = false) {
    const deadline = Date.now() + (retry ? this.patience : 0);
    for (let delay = FIRST_DELAY; ; delay = Math.min(2 * delay, LONGEST_DELAY)) {
      try {
        return await this.#once(method, path, body);
      } catch (error) {
        const passing = error instanceof Lost || error.tryAgain;
        if (!passing || Date.now() + delay > deadline) throw error;
      }
      await sleep(delay);
    }
  }

  async #once(method, path, body) {
    const headers = { Accept: 'application/json' };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    if (body) headers['Content-Type'] = 'application/json';
    let answer;
    let text;
    try {
      answer = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
      text = await answer.text();
    } catch (error) {
      throw new Lost(`${method} ${path}: ${error.cause?.message ?? error.message}`);
    }
    const json = parse(text);
    if (answer.ok && json) return json;
    if (json?.code) throw new Refused(json.code, json.detail, json.details);
    // Not the server's own words: something in between answered.
    throw new Refused(answer.status >= 500 ? 'unavailable' : 'bad_request', `HTTP ${answer.status}`);
  }
}

function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** Unlike `crypto.randomUUID` this works on pages without TLS too; it need only be unique, not secret. */
export function newId() {
  const part = () => Math.random().toString(36).slice(2, 12);
  return `${Date.now().toString(36)}-${part()}-${part()}`;
}

/** The JSON value of a text, or undefined. */
export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function sleep(milliseconds) {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}

/** A promise with its own `resolve` and `reject`, whose failure need not be awaited. */
export function promise() {
  let handles;
  const made = new Promise((resolve, reject) => { handles = { resolve, reject }; });
  made.catch(() => {});
  return Object.assign(made, handles);
}
