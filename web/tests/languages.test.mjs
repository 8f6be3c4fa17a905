// Every language says everything, with the same gaps to fill, and in forms its numbers need.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../js/text/en/index.js';
import es from '../js/text/es/index.js';
import et from '../js/text/et/index.js';
import enMore from '../js/text/en/more.js';
import esMore from '../js/text/es/more.js';
import etMore from '../js/text/et/more.js';
import { chooseLanguage, createMessages, has, language as spoken, LANGUAGES, speak, speakMore } from '../js/text/messages.js';

const TEXTS = { en: { ...en, ...enMore }, es: { ...es, ...esMore }, et: { ...et, ...etMore } };
const forms = (text) => (typeof text === 'object' ? Object.values(text) : [text]);
const gaps = (text) => [...new Set(forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort().join();

test('every language that is offered is here', () => {
  assert.deepEqual(Object.keys(TEXTS), Object.keys(LANGUAGES));
});

for (const [language, texts] of Object.entries(TEXTS)) {
  test(`${language} says everything and nothing else`, () => {
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(TEXTS.en).sort());
  });

  test(`${language} fills the same gaps`, () => {
    for (const [key, text] of Object.entries(texts)) {
      assert.equal(gaps(text), gaps(TEXTS.en[key]), key);
      for (const form of forms(text)) assert.ok(form.trim().length > 0, key);
    }
  });

  test(`${language} has the forms its numbers need`, () => {
    const plural = new Intl.PluralRules(language);
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== 'object') continue;
      for (const n of [1, 2, 5, 19]) assert.ok(text[plural.select(n)] ?? text.other, key);
    }
    const { t } = createMessages(language, texts);
    assert.notEqual(t('turn.waiting', { n: 1 }), t('turn.waiting', { n: 2 }));
  });

  test(`${language} is not left in English`, () => {
    if (language === 'en') return;
    const same = Object.keys(texts).filter((key) => texts[key] === TEXTS.en[key] && /[a-z]{4}/i.test(String(texts[key]).replace(/\{\w+\}|Halma/g, '')));
    assert.deepEqual(same.filter((key) => !SHARED.test(key)), []);
  });
}

/** Names and notation are the same everywhere. */
const SHARED = /^(preset\.(paco|brainking|marked)|rules\.paco|app\.name|keys\..*\.keys)/;

test('the first wished language there is, else English', () => {
  assert.equal(chooseLanguage(['fi-FI', 'et-EE', 'en']), 'et');
  assert.equal(chooseLanguage(['es-AR']), 'es');
  assert.equal(chooseLanguage(['fi']), 'en');
});

test('the language wished for last is spoken, and never mixed with what came late of another', async () => {
  await speak('en');
  await Promise.all([speak('es'), speak('et'), speakMore()]);
  assert.equal(spoken(), 'et');
  assert.equal(has('rules.title'), false);
  await speakMore();
  assert.equal(has('rules.title'), true);
});
