// The page of settings: name, language, colours, sound, and how moves are made.

import { h } from '../dom.js';
import { chooseLanguage, LANGUAGES, t } from '../text/messages.js';
import { createNameField } from './name.js';

const NAMES = { en: 'English', es: 'Español', et: 'Eesti' };

/** Shows the settings in `root`; returns how to leave them. */
export function openSettings(root, address, { me, settings, sound, title }) {
  const name = me.isAccount() ? null : createNameField({ me });

  function choice(setting, options) {
    const select = h('select', { id: `setting-${setting}`, 'data-test': `setting-${setting}`, onchange: () => settings.set(setting, select.value || null) },
      ...options.map(([value, words]) => h('option', { value }, words)));
    select.value = settings.get(setting) ?? '';
    return h('div', { class: 'setting' }, h('label', { for: select.id }, t(`settings.${setting}`)), select);
  }

  function toggle(setting, ...more) {
    const box = h('input', {
      type: 'checkbox', id: `setting-${setting}`, 'data-test': `setting-${setting}`, checked: settings.get(setting),
      'aria-describedby': `line-${setting}`, onchange: () => settings.set(setting, box.checked),
    });
    return h('div', { class: 'setting' },
      h('div', { class: 'setting-words' }, h('label', { for: box.id }, t(`settings.${setting}`)),
        h('p', { id: `line-${setting}` }, t(`settings.${setting}.line`))), ...more, box);
  }

  const browser = NAMES[chooseLanguage(navigator.languages)];
  const languages = [['', t('settings.language.auto', { language: browser })], ...Object.keys(LANGUAGES).map((code) => [code, NAMES[code]])];
  const themes = ['auto', 'light', 'dark'].map((theme) => [theme, t(`settings.theme.${theme}`)]);
  const listen = h('button', { type: 'button', class: 'small', onclick: () => sound.listen() }, t('settings.sound.try'));

  root.replaceChildren(h('div', { class: 'sheet-page' },
    h('h1', {}, t('settings.title')), h('p', { class: 'lead' }, t('settings.note')),
    name && h('section', {}, name.el),
    h('div', { class: 'halves' },
      h('section', {}, h('h2', {}, t('settings.look')), choice('language', languages), choice('theme', themes), toggle('coordinates')),
      h('section', {}, h('h2', {}, t('settings.play')), toggle('sound', listen), toggle('direct')))));
  title.set(t('title.page', { page: t('settings.title') }));
  return () => name?.stop();
}
