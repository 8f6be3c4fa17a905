// The first load: every module the first pages need is named in index.html, and all of it is light.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MOST = 150 * 1024;
/** What the server says about each file besides. */
const HEADERS = 300;

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

test('what the first page and a game need is light, headers and a language included', () => {
  const named = [...read('index.html').matchAll(/(?:href|src)="\/assets\/([^"]+)"/g)].map(([, path]) => path);
  const files = new Set(['index.html', ...named, ...reached('js/text/en/index.js')]);
  const size = [...files].reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length + HEADERS, 0);
  assert.ok(files.size > 80 && size < MOST, `${size} bytes compressed`);
});
