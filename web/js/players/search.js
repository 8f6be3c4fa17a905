// Finds players by how their names begin.

import { h, setText } from '../dom.js';
import { playerHash } from '../router.js';
import { refusalLine } from '../text/sentences.js';
import { t } from '../text/messages.js';

const PAUSE = 250;

/** The field and what it finds. */
export function createSearch({ api }) {
  const found = h('ul', { class: 'found' });
  const note = h('p', { class: 'quiet-line', role: 'status' });
  const field = h('input', { type: 'text', id: 'find-player', 'data-test': 'find-player', maxlength: 24, autocomplete: 'off', placeholder: t('players.find.hint'), dir: 'auto', oninput: wait });
  let timer;
  let asked = 0;

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(find, PAUSE);
  }

  async function find() {
    const name = field.value.trim();
    const turn = ++asked;
    try {
      const players = name ? await api.findPlayers(name) : [];
      if (turn !== asked) return;
      setText(note, name && players.length === 0 ? t('players.find.none') : '');
      found.replaceChildren(...players.map((player) => h('li', {}, h('a', { href: playerHash(player.id) }, h('bdi', {}, player.name)), player.bot ? ` ${t('player.bot')}` : '')));
    } catch (refusal) {
      setText(note, refusalLine(refusal));
    }
  }

  return h('form', { class: 'find', role: 'search', onsubmit: (event) => { event.preventDefault(); find(); } },
    h('label', { for: 'find-player' }, t('players.find')), field, h('div', { class: 'findings' }, note, found));
}
