// Every word on the page: finds a text by its key in the reader's language and fills it in.

import en from './en.js';

const LANGUAGES = { en };

/** The first of the wished languages there are texts for, else English. */
export function chooseLanguage(wished, languages = LANGUAGES) {
  for (const tag of wished) {
    const language = tag.toLowerCase().split('-')[0];
    if (languages[language]) return language;
  }
  return 'en';
}

/** The functions `t` and `has` for one language. A text with forms by number picks one by its `n`. */
export function createMessages(language, languages = LANGUAGES) {
  const plural = new Intl.PluralRules(language);
  const find = (key) => languages[language][key] ?? languages.en[key];
  return {
    language,
    has: (key) => find(key) !== undefined,
    t(key, values = {}) {
      let text = find(key);
      if (text === undefined) return key;
      if (typeof text === 'object') text = text[plural.select(values.n)] ?? text.other;
      return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
    },
  };
}

export const { language, has, t } = createMessages(chooseLanguage(globalThis.navigator?.languages ?? []));
