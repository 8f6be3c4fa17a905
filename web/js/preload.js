// Fetches all that a page is made of at once, so that no module waits for another to ask for it.

import { h } from './dom.js';
import { modulesOf } from './needs.js';
import { route } from './router.js';
import { createSettings } from './settings.js';
import { storage } from './storage.js';
import { dress } from './styles.js';
import { readersLanguage } from './text/messages.js';

const fetched = new Set();

/** Begins to fetch what a page needs and has not been fetched yet. */
export function preload(page, language) {
  dress(page);
  for (const href of missing(page, language)) {
    fetched.add(href);
    document.head.append(h('link', { rel: 'modulepreload', href }));
  }
}

/** Lets the browser keep what may soon be needed. A module that fails stays failed; what fails here does no harm. */
function foresee(page, language) {
  for (const href of missing(page, language)) document.head.append(h('link', { rel: 'prefetch', href }));
}

function missing(page, language) {
  return modulesOf(page, language).map((path) => new URL(path, import.meta.url).href).filter((url) => !fetched.has(url));
}

const language = readersLanguage(createSettings({ storage }));
preload(route(location.hash).page, language);
// Whoever lays a hand on the page is about to play.
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => foresee('game', language), { once: true });
