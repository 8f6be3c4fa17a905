// Which page an address means, and the addresses of pages.

const PAGES = new Set(['new', 'board', 'rules', 'api', 'settings']);
const GAME = /^game\/([0-9a-f-]+)(?:\/([\w-]+))?$/i;

/**
 * `{page, query}` for an address such as `#/`, `#/rules` or `#/board?position=…`; a game's is
 * `#/game/<id>`, with the key of a private one behind it: `{page: 'game', id, key, query}`.
 */
export function route(hash) {
  const [path, search = ''] = hash.replace(/^#?\/?/, '').split('?');
  const query = new URLSearchParams(search);
  const game = GAME.exec(path);
  if (game) return { page: 'game', id: game[1].toLowerCase(), key: game[2] ?? null, query };
  return { page: PAGES.has(path) ? path : 'home', query };
}

/** The address of a game, at a ply if one is given. */
export function gameHash(id, key = null, ply = null) {
  return `#/game/${id}${key ? `/${key}` : ''}${ply === null ? '' : `?ply=${ply}`}`;
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
