// Fetches the stylesheets that only some pages need.

import { h } from './dom.js';

const OF = { game: 'lying', statistics: 'figures', players: 'figures', player: 'figures', new: 'maker', board: 'maker', account: 'forms' };
const fetched = new Map();

/** The promise that a page can be shown as it should look; one whose stylesheet does not come is shown all the same. */
export async function dress(page) {
  const name = OF[page];
  if (!name || fetched.has(name)) return fetched.get(name);
  const coming = new Promise((done) => {
    const href = new URL(`../css/${name}.css`, import.meta.url);
    const link = h('link', {
      rel: 'stylesheet', href, onload: done,
      onerror() {
        fetched.delete(name);
        link.remove();
        done();
      },
    });
    // The dark theme has the last word.
    document.getElementById('dark').before(link);
  });
  fetched.set(name, coming);
  return coming;
}
