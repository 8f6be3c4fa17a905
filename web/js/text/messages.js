// Every word on the page: finds a text by its key in the reader's language and fills it in.

/** The languages there are texts in, and how each is fetched. */
export const LANGUAGES = {
  en: () => import('./en/index.js'),
  es: () => import('./es/index.js'),
  et: () => import('./et/index.js'),
};

/** What only some pages say. */
const MORE = {
  en: () => import('./en/more.js'),
  es: () => import('./es/more.js'),
  et: () => import('./et/more.js'),
};

/** The first of the wished languages there are texts for, else English. */
export function chooseLanguage(wished, languages = LANGUAGES) {
  for (const tag of wished) {
    const language = tag.toLowerCase().split('-')[0];
    if (languages[language]) return language;
  }
  return 'en';
}

/** The language the reader has chosen, else the best that the browser asks for. */
export function readersLanguage(settings) {
  return chooseLanguage([settings.get('language'), ...navigator.languages].filter(Boolean));
}

/** The functions `t` and `has` for one language. A text with forms by number picks one by its `n`. */
export function createMessages(language, texts) {
  const plural = new Intl.PluralRules(language);
  return {
    language,
    texts,
    has: (key) => texts[key] !== undefined,
    t(key, values = {}) {
      let text = texts[key];
      if (text === undefined) return key;
      if (typeof text === 'object') text = text[plural.select(values.n)] ?? text.other;
      return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
    },
  };
}

let current = createMessages('en', {});
let wished = null;

/** Goes on in a language, unless another is wished for while its texts are fetched. */
export async function speak(language) {
  wished = language;
  const { default: texts } = await LANGUAGES[language]();
  if (wished === language) current = createMessages(language, texts);
}

/** Fetches what only some pages say as well. */
export async function speakMore() {
  const { language } = current;
  const { default: more } = await MORE[language]();
  // Texts of two languages are never mixed.
  if (current.language === language) current = createMessages(language, { ...current.texts, ...more });
}

export const t = (key, values) => current.t(key, values);
export const has = (key) => current.has(key);
export const language = () => current.language;
/** The reader's own form of the language, for dates and numbers. */
export const locale = () => navigator.languages?.find((tag) => tag.toLowerCase().split('-')[0] === current.language) ?? current.language;
