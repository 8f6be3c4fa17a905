// Where one is logged in, the tokens of one's programs, and how to end each.

import { createLinkField } from '../clipboard.js';
import { h, keyed, setText } from '../dom.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { dateText } from '../text/times.js';
import { createForm } from './form.js';

/** Two sections, of sessions and of tokens for programs, and the promise that their lists are there. */
export function createSessions({ api }) {
  const sessions = createList('sessions');
  const tokens = createList('tokens');
  const error = h('p', { class: 'error-line', role: 'alert' });
  const others = h('button', { type: 'button', 'data-test': 'revoke-others', hidden: true, onclick: () => change(api.revokeOthers) }, t('sessions.others'));
  const fresh = createLinkField({ label: 'tokens.new', test: 'copy-token', copy: 'tokens.copy' });
  const shown = h('div', { class: 'codes-box', role: 'status', hidden: true }, h('p', {}, t('tokens.once')), fresh.el);
  const make = createForm({
    name: 'token', button: 'tokens.make', fields: [{ name: 'label', label: 'tokens.label', maxlength: 40 }],
    async send({ label }) {
      const { token } = await api.makeToken(label);
      fresh.show(token);
      shown.hidden = false;
      await read();
    },
  });

  function createList(kind) {
    const rows = h('ul', { class: 'keys-list', 'data-test': kind });
    const none = h('p', { class: 'quiet-line', hidden: true }, t(`${kind}.none`));
    return {
      el: h('div', {}, none, rows),
      show(list) {
        none.hidden = list.length > 0;
        keyed(rows, list, ({ id }) => id, row);
      },
    };
  }

  function row({ id, label, created, current }) {
    const end = h('button', { type: 'button', class: 'small', onclick: () => change(() => api.revoke(id)) }, t('sessions.end'));
    return { el: h('li', {}, h('span', { class: 'key-words' }, h('bdi', { class: 'key-name' }, label || t('sessions.nameless')),
      h('span', { class: 'soft' }, t('sessions.since', { time: dateText(created) }))), current ? h('span', { class: 'soft' }, t('sessions.this')) : end) };
  }

  async function read() {
    const list = await api.sessions();
    const logins = list.filter(({ kind }) => kind === 'session');
    sessions.show(logins);
    tokens.show(list.filter(({ kind }) => kind === 'token'));
    others.hidden = list.length < 2;
  }

  async function change(how) {
    setText(error, '');
    try {
      await how();
      await read();
    } catch (refusal) {
      setText(error, refusalLine(refusal));
    }
  }

  const ready = change(async () => {});
  const els = [
    h('section', {}, h('h2', {}, t('sessions.title')), error, sessions.el, others),
    h('section', {}, h('h2', {}, t('tokens.title')), h('p', { class: 'quiet-line' }, t('tokens.line')), tokens.el, shown, make),
  ];
  return { els, ready };
}
