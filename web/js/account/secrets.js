// What asks for the password once more: another password, new recovery codes, giving the account up.

import { h, setText } from '../dom.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { createForm } from './form.js';

const PASSWORD = { name: 'password', label: 'account.password', type: 'password', autocomplete: 'current-password' };

/** Another password and new codes; `onCodes(codes)` hears of those. */
export function createSecrets({ api, me, onCodes }) {
  const account = me.name();
  const change = createForm({
    name: 'change', account, button: 'password.go', note: 'password.line',
    fields: [{ ...PASSWORD, name: 'old', label: 'password.old' },
      { name: 'new', label: 'account.password.new', type: 'password', autocomplete: 'new-password', minlength: 8, maxlength: 128, hint: 'account.password.hint' }],
    async send(values) {
      await api.changePassword(values);
      return t('password.done');
    },
  });
  const codes = createForm({
    name: 'renew', account, button: 'codes.go', note: 'codes.new.line', fields: [PASSWORD],
    async send(values) { onCodes((await api.renewCodes(values)).recovery_codes); },
  });
  return [folded('password.title', change), folded('codes.new', codes)];
}

/** Says for good that a program plays under this account. */
export function createBotMark({ api, me }) {
  const error = h('p', { class: 'error-line', role: 'alert' });
  const sure = h('button', { type: 'button', 'data-test': 'mark-bot', onclick: mark }, t('bot.go'));
  const content = h('div', { class: 'account-form' }, h('p', { class: 'quiet-line' }, t('bot.line')), error, h('div', { class: 'row' }, sure));

  async function mark() {
    try {
      await api.changeMe({ bot: true });
      await me.refresh();
      content.replaceChildren(marked());
    } catch (refusal) {
      setText(error, refusalLine(refusal));
    }
  }

  const marked = () => h('p', { role: 'status' }, t('bot.is'));
  if (me.player().bot) content.replaceChildren(marked());
  return folded('bot.title', content);
}

/** Giving up the account, or being this guest. */
export function createFarewell({ api, me }) {
  const account = me.isAccount() ? me.name() : null;
  const leave = createForm({
    name: 'delete', account, button: 'delete.go', danger: true, note: account ? 'delete.line' : 'delete.guest', fields: account ? [PASSWORD] : [],
    async send(values) {
      await api.deleteMe(values);
      me.gone();
    },
  });
  return folded('delete.title', leave);
}

function folded(title, content) {
  return h('details', { class: 'folded' }, h('summary', {}, t(title)), content);
}
