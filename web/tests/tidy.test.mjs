// House rules for the page: small files that say their job, no inline style or script, every text there.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import first from '../js/text/en/index.js';
import more from '../js/text/en/more.js';
import { chooseLanguage, createMessages } from '../js/text/messages.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LONGEST = 300;
const en = { ...first, ...more };

const files = readdirSync(ROOT, { recursive: true })
  .filter((path) => /\.(js|mjs|css|html)$/.test(path))
  .map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }));
const scripts = files.filter(({ path }) => path.startsWith('js'));

test('every module begins with its job and is short', () => {
  for (const { path, text } of files) {
    assert.ok(text.split('\n').length <= LONGEST, `${path} is too long`);
    if (!path.endsWith('.html')) assert.match(text, /^(\/\/|\/\*) \S.*\.( \*\/)?\n/, `${path} does not say its job`);
  }
});

test('nothing is styled or scripted inline', () => {
  const { text } = files.find(({ path }) => path === 'index.html');
  assert.doesNotMatch(text, /\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)/);
  for (const { path, text } of scripts) assert.doesNotMatch(text, /innerHTML|insertAdjacentHTML|\bstyle: (?!.unit|.percent)/, path);
});

test('every text that is asked for is there, and every text is asked for', () => {
  const code = scripts.filter(({ path }) => !/text\/\w\w\/\w+\.js$/.test(path)).map(({ text }) => text).join('\n');
  const plain = [...code.matchAll(/'([a-zA-Z]+\.[\w.-]+|and)'/g)].map(([, key]) => key);
  const stems = [...code.matchAll(/`([a-zA-Z.]+\.)\$\{/g)].map(([, stem]) => stem);
  for (const key of plain.filter((key) => key.split('.')[0] in groups())) {
    assert.ok(key in en, `no text for ${key}`);
  }
  for (const key of Object.keys(en)) {
    const asked = plain.includes(key) || stems.some((stem) => key.startsWith(stem)) || /\.(line|none|gone)$/.test(key);
    assert.ok(asked, `nobody asks for ${key}`);
  }
});

test('texts are filled in, and chosen by number and language', () => {
  const { t } = createMessages('en', en);
  assert.equal(t('turn.waiting', { n: 1 }), 'Waiting for 1 more player');
  assert.equal(t('turn.waiting', { n: 2 }), 'Waiting for 2 more players');
  assert.equal(t('turn.other', { name: '{seat}', seat: 'White' }), '{seat} (White) is to move');
  assert.equal(t('no.such.text'), 'no.such.text');
  assert.equal(chooseLanguage(['et-EE', 'en'], { en: {}, et: {} }), 'et');
  assert.equal(chooseLanguage(['fi'], { en: {} }), 'en');
});

function groups() {
  return Object.fromEntries(Object.keys(en).map((key) => [key.split('.')[0], true]));
}
