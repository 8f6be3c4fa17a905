// What each page is made of besides what every page has: folders and the modules in them.

const BOARD = 'army artwork board cells drag geometry ground lens motion tracks zoom';

const NEEDS = {
  home: { board: `${BOARD} picture`, home: 'anyone chips lists live page quickclock row ways', model: 'camps fold gameform pace position slots squares votes window', net: 'gamemaking', settings: 'name' },
  game: {
    '.': 'clipboard', board: BOARD, model: 'events fold line pace position squares typed votes window', text: 'events results',
    game: 'actions announcer bar inbox keys menu movelist offers page question ratings replay result sheets strips table tools typed view waiting watchers',
  },
  new: { board: 'artwork picture', maker: 'clock options page presets seats start', model: 'camps gameform position rateable squares', net: 'gamemaking' },
  board: { '.': 'clipboard', board: BOARD, model: 'camps gameform position setup squares window', net: 'gamemaking', practice: 'page palette' },
  rules: { board: BOARD, model: 'camps squares window', rules: 'figures page' },
  statistics: { board: 'artwork picture', charts: 'bar table', model: 'camps pace squares tally', statistics: 'facts filter page', text: 'results' },
  players: { charts: 'table', model: 'pace', players: 'ladder page search' },
  player: {
    board: 'artwork', charts: 'bar curve table', home: 'quickclock', model: 'curve pace results tally',
    player: 'challenge figures head history page ratings', statistics: 'facts filter', text: 'results',
  },
  account: { '.': 'clipboard', account: 'blocks codes enter form page secrets sessions', settings: 'name' },
  api: { api: 'example page', text: 'rich' },
  settings: { settings: 'name page' },
};

/** The pages that say no more than what is fetched first. */
const PLAIN = new Set(['home', 'game', 'new', 'board', 'settings']);
const WORDS = 'app errors game home index lobby maker';
const MORE_WORDS = 'account api more players rules statistics';

/** Whether a page says what `speakMore` fetches. */
export const saysMore = (page) => !PLAIN.has(page);

/** The paths of a page's modules and of its words in a language, from this folder. */
export function modulesOf(page, language) {
  const words = saysMore(page) ? `${WORDS} ${MORE_WORDS}` : WORDS;
  const folders = Object.entries({ ...NEEDS[page], [`text/${language}`]: words });
  return folders.flatMap(([folder, names]) => names.split(' ').map((name) => `${folder}/${name}.js`));
}
