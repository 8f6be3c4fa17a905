// Ways to an account: make one, log in to one, come back to one by a recovery code.

import { h } from '../dom.js';
import { t } from '../text/messages.js';
import { createForm } from './form.js';

const NAME = { name: 'name', label: 'account.name', autocomplete: 'username', minlength: 2, maxlength: 24, spellcheck: 'false' };
const NEW_PASSWORD = { name: 'password', label: 'account.password.new', type: 'password', autocomplete: 'new-password', minlength: 8, maxlength: 128, hint: 'account.password.hint' };

/** The three forms; `onMade(codes)` hears of a new account. Who logs in becomes somebody else, which the page notices; what it means for a guest, `update` says. */
export function createEntry({ api, me, onMade }) {
  // What this session is called in the list of sessions.
  const label = browserName(navigator.userAgent);
  const ofGuest = ['account.make.guest', 'account.login.guest'].map((text) => h('p', { class: 'quiet-line' }, t(text)));
  const make = createForm({
    name: 'register', button: 'account.make.go', fields: [{ ...NAME, hint: 'account.name.hint' }, NEW_PASSWORD],
    send: async (values) => { onMade((await me.enter(() => api.makeAccount({ ...values, label }))).recovery_codes); },
  });
  const logIn = createForm({
    name: 'login', button: 'account.login.go',
    fields: [NAME, { name: 'password', label: 'account.password', type: 'password', autocomplete: 'current-password' }],
    send: async (values) => { await me.enter(() => api.logIn({ ...values, label })); },
  });
  const recover = createForm({
    name: 'recover', button: 'account.recover.go', note: 'account.recover.line',
    fields: [NAME, { name: 'code', label: 'account.code', autocomplete: 'one-time-code', spellcheck: 'false' }, NEW_PASSWORD],
    send: async (values) => { await me.enter(() => api.recover({ ...values, label })); },
  });
  make.prepend(ofGuest[0]);
  logIn.prepend(ofGuest[1]);
  return {
    el: h('div', { class: 'beside' },
      h('section', {}, h('h2', {}, t('account.make')), h('p', { class: 'quiet-line' }, t('account.make.line')), make),
      h('section', {}, h('h2', {}, t('account.login')), logIn, h('details', {}, h('summary', {}, t('account.recover')), recover))),
    update() {
      for (const line of ofGuest) line.hidden = !me.player();
    },
  };
}

/** A browser and its system, as far as it tells. */
function browserName(agent) {
  const find = (names) => names.find((name) => agent.includes(name)) ?? '';
  const browser = find(['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari']).replace('Edg', 'Edge').replace('OPR', 'Opera');
  const system = find(['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux']);
  return [browser, system].filter(Boolean).join(' · ');
}
