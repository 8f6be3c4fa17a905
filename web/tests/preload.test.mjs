// The first load: every module the first pages need is named in index.html, and all of it is light.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MOST = 150 * 1024;

const read = (path) => readFileSync(ROOT + path, 'utf8');

/** Every module reached from one by imports that are not made later. */
function reached(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, from] of read(path).matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';/gm)) {
    reached(posix.join(posix.dirname(path), from), seen);
  }
  return seen;
}

test('index.html names what the first page and a game need, so that nothing waits for another', () => {
  const wanted = ['js/main.js', 'js/home/page.js', 'js/game/page.js'].reduce((seen, path) => reached(path, seen), new Set());
  const named = [...read('index.html').matchAll(/<link rel="modulepreload" href="\/assets\/([^"]+)">/g)].map(([, path]) => path);
  assert.deepEqual(named.sort(), [...wanted].sort());
});

test('all of the page together is light', () => {
  const files = ['css', 'js'].flatMap((folder) => readdirSync(ROOT + folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.(js|css)$/.test(path) && !/text\/(es|et)\//.test(path));
  const size = ['index.html', 'favicon.svg', ...files].reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
  assert.ok(size < MOST, `${size} bytes compressed`);
});
