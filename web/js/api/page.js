// The page for those who write clients: what there is, a first game in code, and where to read on.

import { h } from '../dom.js';
import { t } from '../text/messages.js';
import { rich } from '../text/rich.js';
import { exampleOf } from './example.js';

const STEPS = ['guest', 'game', 'seat', 'socket', 'join', 'move'];
const GOOD = ['rules', 'at', 'id', 'resume', 'strict'];

/** Shows the page in `root`; returns how to leave it. */
export function openApi(root, address, { title }) {
  const { origin } = location;
  root.replaceChildren(h('article', { class: 'sheet-page api-page' },
    h('h1', {}, t('api.title')), h('p', { class: 'lead' }, t('api.lead')),
    h('section', {}, h('h2', {}, t('api.doors')), h('dl', { class: 'doors' },
      h('dt', {}, `${origin}/api`), h('dd', {}, t('api.rest')),
      h('dt', {}, `${origin.replace(/^http/, 'ws')}/ws`), h('dd', {}, t('api.ws')))),
    h('section', {}, h('h2', {}, t('api.way')), h('ol', { class: 'steps' }, ...STEPS.map((name) => h('li', {}, ...rich(t(`api.step.${name}`)))))),
    h('section', {}, h('h2', {}, t('api.example')), h('p', {}, t('api.example.line')),
      h('pre', { tabindex: 0, 'aria-label': t('api.example') }, h('code', {}, exampleOf(origin)))),
    h('section', {}, h('h2', {}, t('api.good')), h('ul', { class: 'good' }, ...GOOD.map((name) => h('li', {}, ...rich(t(`api.good.${name}`)))))),
    h('section', {}, h('h2', {}, t('api.read')), h('ul', { class: 'links' },
      h('li', {}, h('a', { href: '/docs' }, t('api.guide'))),
      h('li', {}, h('a', { href: '/docs/openapi.json' }, t('api.openapi'))),
      h('li', {}, h('a', { href: '/docs/asyncapi.yaml' }, t('api.asyncapi'))),
      h('li', {}, h('a', { href: '/api/rulesets' }, t('api.rulesets'))),
      h('li', {}, h('a', { href: '/api/games?status=playing' }, t('api.games')))))));
  title.set(t('title.page', { page: t('api.title') }));
  return () => {};
}
