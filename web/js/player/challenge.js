// Asks a player for a game: by which rules, at what pace, rated or not.

import { h, setText } from '../dom.js';
import { createQuickClock } from '../home/quickclock.js';
import { gameHash } from '../router.js';
import { refusalLine, rulesTitle, seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** The form; challenges are for two, so only such `presets` are offered. */
export function createChallenge({ player, presets, api, me, settings, close }) {
  const rules = h('select', { id: 'challenge-rules', 'data-test': 'challenge-rules' }, ...presets.filter((preset) => (preset.rules.seats ?? 2) === 2)
    .map(({ name }) => h('option', { value: name }, rulesTitle(name))));
  const clock = createQuickClock({ settings, test: 'challenge-clock', id: 'challenge-clock' });
  const seat = h('select', { id: 'challenge-seat', 'data-test': 'challenge-seat' },
    h('option', { value: '' }, t('maker.drawn')), ...['white', 'black'].map((one) => h('option', { value: one }, seatName(one))));
  const rated = h('input', { type: 'checkbox', id: 'challenge-rated', 'data-test': 'challenge-rated' });
  const canRate = me.isAccount() && player.kind === 'account' && me.player().bot === player.bot;
  const error = h('p', { class: 'error-line', role: 'alert' });
  const go = h('button', { type: 'submit', class: 'primary', 'data-test': 'send-challenge' }, t('challenge.send'));
  const field = (name, box) => h('div', { class: 'setting' }, h('label', { for: box.id }, t(`challenge.${name}`)), box);
  const el = h('form', { class: 'challenge-form', onsubmit: send },
    field('rules', rules), field('clock', clock.el), field('seat', seat), canRate ? field('rated', rated) : null, error,
    h('div', { class: 'row' }, go, h('button', { type: 'button', onclick: close }, t('challenge.cancel'))));

  async function send(event) {
    event.preventDefault();
    if (rated.checked && clock.value().kind === 'none') return setText(error, t('unrated.clock'));
    go.disabled = true;
    setText(error, '');
    const body = { to: player.id, rules: rules.value, clock: clock.value(), rated: canRate && rated.checked, ...(seat.value && { seat: seat.value }) };
    try {
      const { id } = await me.act(() => api.challenge(body));
      location.hash = gameHash(id);
    } catch (refusal) {
      setText(error, refusalLine(refusal));
      go.disabled = false;
    }
  }

  return { el, focus: () => rules.focus() };
}
