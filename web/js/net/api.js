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
  games: (status, limit) => call('GET', `/api/games?status=${status}&limit=${limit}`),
  game: (id) => call('GET', `/api/games/${encodeURIComponent(id)}`),
  makeGame: (token, body) => call('POST', '/api/games', { token, body }),
  takeSeat: (token, game, body) => call('POST', `/api/games/${encodeURIComponent(game)}/seats`, { token, body }),
  events: (game, since, limit) =>
    call('GET', `/api/games/${encodeURIComponent(game)}/events?since=${since}&limit=${limit}`),
};

/** Where a game's record can be fetched as text. */
export function recordUrl(game) {
  return `/api/games/${encodeURIComponent(game)}/record`;
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
