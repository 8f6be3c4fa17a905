// Which page an address means, and the addresses of pages.

const PAGES = new Set(['new', 'board', 'rules', 'statistics', 'players', 'account', 'api', 'settings']);
const PLAYER = /^player\/([0-9a-f-]+)$/i;
const GAME = /^game\/([0-9a-f-]+)(?:\/([\w-]+))?$/i;

/**
 * `{page, query}` for an address such as `#/`, `#/rules` or `#/board?position=…`; a game's is
 * `#/game/<id>`, with the key of a private one behind it: `{page: 'game', id, key, query}`,
 * and a player's is `#/player/<id>`.
 */
export function route(hash) {
  const [path, search = ''] = hash.replace(/^#?\/?/, '').split('?');
  const query = new URLSearchParams(search);
  const game = GAME.exec(path);
  if (game) return { page: 'game', id: game[1].toLowerCase(), key: game[2] ?? null, query };
  const player = PLAYER.exec(path);
  if (player) return { page: 'player', id: player[1].toLowerCase(), query };
  return { page: PAGES.has(path) ? path : 'home', query };
}

/** The address of a game, at a ply if one is given. */
export function gameHash(id, key = null, ply = null) {
  return `#/game/${id}${key ? `/${key}` : ''}${ply === null ? '' : `?ply=${ply}`}`;
}

/** The address of a player's page. */
export function playerHash(id) {
  return `#/player/${id}`;
}

/** The same address with other words after it; what is empty is left out. */
export function withQuery(path, values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return `#/${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`;
}

/** The address of the practice board with a position on it. */
export function boardHash(rules, position) {
  return withStart('board', rules, position);
}

/** The address of the page that makes a game, from a position. */
export function makerHash(rules, position) {
  return withStart('new', rules, position);
}

function withStart(page, rules, position) {
  return `#/${page}?${new URLSearchParams({ rules: JSON.stringify(rules), position })}`;
}
