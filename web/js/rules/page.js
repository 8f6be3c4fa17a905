// The page of rules, in words and pictures.

import { h } from '../dom.js';
import { t } from '../text/messages.js';
import { chainFigure, colourFigure, jumpFigure, markedFigure, startFigure, stepFigure } from './figures.js';

/** What the page says: a heading, its paragraphs, and a picture beside them. */
const PARTS = [
  { name: 'aim', lines: 3, figure: (label) => startFigure(label, {}) },
  { name: 'step', lines: 1, figure: stepFigure },
  { name: 'jump', lines: 2, figure: jumpFigure },
  { name: 'chain', lines: 3, figure: chainFigure },
  { name: 'win', lines: 3 },
  { name: 'draw', lines: 2 },
  { name: 'standard', lines: 3 },
  { name: 'more', lines: 3, figure: (label) => startFigure(label, { seats: 4 }) },
  { name: 'out', lines: 2 },
];
const VARIANTS = [
  { name: 'grasshopper', figure: (label) => startFigure(label, { board: 8 }) },
  { name: 'brainking' },
  { name: 'paco' },
  { name: 'colour', figure: colourFigure },
  { name: 'marked', figure: markedFigure },
];
const TABLE = ['offers', 'time', 'gone', 'notation'];

/** Shows the rules in `root`; returns how to leave them. */
export function openRules(root, address, { title }) {
  root.replaceChildren(h('article', { class: 'sheet-page rules-page' },
    h('h1', {}, t('rules.title')), h('p', { class: 'lead' }, t('rules.lead')),
    ...PARTS.map(part),
    h('section', {}, h('h2', {}, t('rules.variants')), ...VARIANTS.map(variant)),
    h('section', {}, h('h2', {}, t('rules.table')), ...TABLE.map((name) => h('div', { class: 'rule-more' },
      h('h3', {}, t(`rules.${name}`)), h('p', {}, t(`rules.${name}.1`))))),
    h('p', { class: 'rules-end' }, h('a', { class: 'button primary', href: '#/' }, t('rules.play')))));
  title.set(t('title.page', { page: t('rules.title') }));
  return () => {};
}

function part({ name, lines, figure }) {
  const words = Array.from({ length: lines }, (_, index) => h('p', {}, t(`rules.${name}.${index + 1}`)));
  return h('section', {}, h('h2', {}, t(`rules.${name}`)), h('div', { class: figure ? 'rule has-figure' : 'rule' },
    h('div', { class: 'rule-words' }, ...words), figure ? picture(name, figure) : null));
}

function variant({ name, figure }) {
  return h('div', { class: figure ? 'rule-more has-figure' : 'rule-more' },
    h('div', { class: 'rule-words' }, h('h3', {}, t(`rules.${name}`)), h('p', {}, t(`rules.${name}.1`))),
    figure ? picture(name, figure) : null);
}

function picture(name, figure) {
  return h('figure', { class: 'rule-figure' }, figure(t(`rules.${name}.figure`)));
}
