// The REST calls the page makes, and the one error they all fail with.

/** Why a request or a command was refused; `code` is the server's, or `network` without an answer. */
export class Refusal extends Error {
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export const api = {
  makeGuest: (name) => call('POST', '/api/guests', { body: name ? { name } : {} }),
  rulesets: () => call('GET', '/api/rulesets'),
  computers: () => call('GET', '/api/computers'),
  games: (status, limit) => call('GET', `/api/games${query({ status, limit })}`),
  game: (id, { key, token } = {}) => call('GET', `${pathOf(id)}${query({ key })}`, { token }),
  makeGame: (token, body) => call('POST', '/api/games', { token, body }),
  takeSeat: (token, id, body) => call('POST', `${pathOf(id)}/seats`, { token, body }),
  events: (id, since, limit, { key, token } = {}) =>
    call('GET', `${pathOf(id)}/events${query({ since, limit, key })}`, { token }),
};

/** Where a game's record can be fetched as text. */
export function recordUrl(id, key) {
  return `${pathOf(id)}/record${query({ key })}`;
}

function pathOf(id) {
  return `/api/games/${encodeURIComponent(id)}`;
}

function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

async function call(method, path, { token, body } = {}) {
  const headers = {};
  if (body) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: 'no-store' });
  } catch (failure) {
    throw new Refusal('network', String(failure));
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new Refusal(answer?.code ?? (response.status >= 500 ? 'unavailable' : 'bad_request'),
    answer?.detail ?? response.statusText, answer?.details);
}
