// Which page an address means: `#/` is the first page, `#/game/<id>` a game.

/** `{page: 'home'}` or `{page: 'game', id}`. */
export function route(hash) {
  const game = /^#\/game\/([0-9a-f-]+)$/i.exec(hash);
  return game ? { page: 'game', id: game[1].toLowerCase() } : { page: 'home' };
}
