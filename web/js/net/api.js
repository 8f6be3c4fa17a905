// The REST calls the page makes, and the one error they all fail with. Who asks is told by the cookie.

/** Why a request or a command was refused; `code` is the server's, or `network` without an answer. */
export class Refusal extends Error {
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export const api = {
  rulesets: () => call('GET', '/api/rulesets'),
  computers: () => call('GET', '/api/computers'),
  games: (filter) => call('GET', `/api/games${query(filter)}`),
  game: (id, { key } = {}) => call('GET', `${gamePath(id)}${query({ key })}`),
  makeGame: (body) => call('POST', '/api/games', { body }),
  takeSeat: (id, body) => call('POST', `${gamePath(id)}/seats`, { body }),
  events: (id, since, limit, { key } = {}) => call('GET', `${gamePath(id)}/events${query({ since, limit, key })}`),
  ratingChanges: (id, { key } = {}) => call('GET', `${gamePath(id)}/ratings${query({ key })}`),

  makeGuest: (name) => call('POST', '/api/guests?cookie=true', { body: name ? { name } : {} }),
  me: () => call('GET', '/api/me'),
  changeMe: (body) => call('PATCH', '/api/me', { body }),
  deleteMe: (body) => call('DELETE', '/api/me', { body }),
  myGames: () => call('GET', '/api/me/games'),
  makeAccount: (body) => call('POST', '/api/accounts?cookie=true', { body }),
  logIn: (body) => call('POST', '/api/sessions?cookie=true', { body }),
  recover: (body) => call('POST', '/api/recovery?cookie=true', { body }),
  logOut: () => call('DELETE', '/api/sessions/current'),
  /** Hands a token that a script kept over to the cookie. */
  keepInCookie: (token) => call('PUT', '/api/sessions/current', { token }),
  sessions: () => call('GET', '/api/sessions'),
  revoke: (id) => call('DELETE', `/api/sessions/${encodeURIComponent(id)}`),
  revokeOthers: () => call('DELETE', '/api/sessions'),
  makeToken: (label) => call('POST', '/api/tokens', { body: { label } }),
  changePassword: (body) => call('POST', '/api/me/password', { body }),
  renewCodes: (body) => call('POST', '/api/me/recovery-codes', { body }),
  blocks: () => call('GET', '/api/me/blocks'),
  block: (id) => call('PUT', `/api/me/blocks/${encodeURIComponent(id)}`),
  unblock: (id) => call('DELETE', `/api/me/blocks/${encodeURIComponent(id)}`),

  challenge: (body) => call('POST', '/api/challenges', { body }),
  challenges: () => call('GET', '/api/challenges'),
  decline: (id) => call('DELETE', `/api/challenges/${encodeURIComponent(id)}`),

  findPlayers: (name) => call('GET', `/api/players${query({ name })}`),
  player: (id) => call('GET', playerPath(id)),
  ratings: (id) => call('GET', `${playerPath(id)}/ratings`),
  ratingHistory: (id, ladder) => call('GET', `${playerPath(id)}/ratings/history${query({ ...ladder, limit: 200 })}`),
  playerStatistics: (id, filter) => call('GET', `${playerPath(id)}/statistics${query(filter)}`),
  against: (id, other) => call('GET', `${playerPath(id)}/against/${encodeURIComponent(other)}`),
  statistics: (filter) => call('GET', `/api/statistics${query(filter)}`),
  leaderboard: (ladder) => call('GET', `/api/leaderboard${query({ ...ladder, limit: 100 })}`),
};

/** Where a game's record can be fetched as text. */
export function recordUrl(id, key) {
  return `${gamePath(id)}/record${query({ key })}`;
}

function gamePath(id) {
  return `/api/games/${encodeURIComponent(id)}`;
}

function playerPath(id) {
  return `/api/players/${encodeURIComponent(id)}`;
}

function query(values = {}) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
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
