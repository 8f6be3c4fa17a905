// What is fetched ahead: all that a page is made of and nothing else, in every language, and all of it is light.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { modulesOf, saysMore } from '../js/needs.js';
import { LANGUAGES } from '../js/text/messages.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MOST = 140 * 1024;
/** What the server says about each file besides. */
const HEADERS = 400;
/** The stylesheets that come later weigh no more than this. */
const LATER = 4 * 1024;

const read = (path) => readFileSync(ROOT + path, 'utf8');
const index = read('index.html');
const preloaded = [...index.matchAll(/<link rel="modulepreload" href="\/assets\/([^"]+)">/g)].map(([, path]) => path);
const pages = Object.fromEntries([...read('js/main.js').matchAll(/^ {2}(\w+): \(\) => import\('\.\/([^']+)'\)/gm)].map(([, page, path]) => [page, `js/${path}`]));

/** Every module reached from one by imports that are not made later. */
function reached(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, from] of read(path).matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';/gm)) {
    reached(posix.join(posix.dirname(path), from), seen);
  }
  return seen;
}

test('index.html names what every page needs', () => {
  assert.deepEqual(preloaded.toSorted(), [...reached('js/main.js')].sort());
});

test('a page asks for all the modules it is made of, and for no other', () => {
  assert.equal(Object.keys(pages).length, 11);
  for (const [page, path] of Object.entries(pages)) {
    for (const language of Object.keys(LANGUAGES)) {
      const roots = [path, `js/text/${language}/index.js`, ...(saysMore(page) ? [`js/text/${language}/more.js`] : [])];
      const wanted = roots.reduce((seen, root) => reached(root, seen), new Set());
      for (const shared of preloaded) wanted.delete(shared);
      assert.deepEqual(modulesOf(page, language).map((module) => posix.join('js', module)).sort(), [...wanted].sort(), page);
    }
  }
});

test('every page opened first is light, headers and a language included', () => {
  const shared = [...index.matchAll(/(?:href|src)="\/assets\/([^"]+)"/g)].map(([, path]) => path);
  for (const page of Object.keys(pages)) {
    for (const language of Object.keys(LANGUAGES)) {
      const files = new Set(['index.html', ...shared, ...modulesOf(page, language).map((module) => posix.join('js', module))]);
      const size = [...files].reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length + HEADERS, LATER);
      assert.ok(files.size > 50 && size < MOST, `${page}: ${size} bytes compressed in ${files.size} files`);
    }
  }
});
