// Playing anyone: at what pace, rated or not, and the search while it goes on.

import { changing, h, setText } from '../dom.js';
import { isQuick, paceOf } from '../model/pace.js';
import { t } from '../text/messages.js';
import { termsLine } from '../text/terms.js';
import { spanText } from '../text/times.js';
import { createQuickClock } from './quickclock.js';

/** After this long it is said what else one can do. */
const LONG = 30_000;
/** How far from one's own rating another's may be, if it may not be anything. */
const REACHES = [200, 100];
/** How everybody rates before the first rated game. */
const FIRST_RATING = 1500;

/** The way to play anyone; `choose()` gives the rules, `take(go)` does it and shows what went wrong. */
export function createAnyone({ api, me, lobby, settings, choose, take, open }) {
  const clock = createQuickClock({ settings, test: 'quick-clock' });
  const rated = h('input', { type: 'checkbox', id: 'quick-rated', 'data-test': 'quick-rated', checked: settings.get('rated'), onchange: () => settings.set('rated', rated.checked) });
  const reach = h('select', { 'aria-label': t('anyone.strength'), 'data-test': 'quick-reach', onchange: () => settings.set('reach', reach.value) },
    h('option', { value: '' }, t('anyone.any')), ...REACHES.map((n) => h('option', { value: n }, t('anyone.within', { n }))));
  reach.value = settings.get('reach');
  const ratedLabel = h('label', { class: 'row', for: 'quick-rated' }, rated, t('anyone.rated'));
  const account = h('a', { href: '#/account' }, t('anyone.account'));
  const ratedRow = h('div', { class: 'rated-row' }, ratedLabel, reach, account);
  const go = h('button', { type: 'button', disabled: true, class: 'primary', 'data-test': 'new-anyone', onclick: () => take(start) }, t('ways.anyone.go'));
  const words = h('div', { class: 'way-words' }, h('h2', {}, t('ways.anyone')), h('p', {}, t('ways.anyone.line')));
  const offer = h('div', { class: 'way-go' }, clock.el, go);

  const terms = h('p', { class: 'search-terms' });
  const since = h('p', { class: 'search-since', role: 'timer' });
  const instead = h('button', { type: 'button', class: 'small is-unread', 'data-test': 'open-instead', onclick: () => take(leaveOpen) }, t('seek.instead'));
  const cancel = h('button', { type: 'button', 'data-test': 'cancel-seek', onclick: () => lobby.cancel() }, t('seek.cancel'));
  const search = h('div', { class: 'search', role: 'status', 'data-test': 'search', hidden: true },
    h('div', { class: 'way-words' }, h('h2', {}, t('seek.title')), terms, since), h('div', { class: 'way-go' }, instead, cancel));
  const el = h('section', { class: 'way' }, words, offer, ratedRow, search);
  const timer = setInterval(tick, 1000);
  const stops = [lobby.listen(show), me.listen(show)];

  async function start(preset) {
    const terms = { clock: clock.value(), ...(me.isAccount() && rated.checked && clock.value().kind !== 'none' && { rated: true }) };
    if (isQuick(preset.name, terms.clock)) await lobby.seek({ preset: preset.name, ...terms, ...(await limits(preset.name, terms.clock)) });
    else await open(preset, terms);
  }

  /** The ratings between which the other's must be, if only such are wished for. */
  async function limits(preset, pace) {
    if (!me.isAccount() || !reach.value) return {};
    const ratings = await api.ratings(me.player().id);
    const own = ratings.find((one) => one.preset === preset && one.clock === paceOf(pace));
    const middle = Math.round(own?.rating ?? FIRST_RATING);
    return { min: Math.max(0, middle - Number(reach.value)), max: middle + Number(reach.value) };
  }

  /** Instead of waiting at the screen: an open game that somebody may join later. */
  async function leaveOpen() {
    const { terms: { preset, ...more } } = lobby.seeking();
    await lobby.cancel();
    await open(choose(preset), more);
  }

  function draw() {
    const seeking = lobby.seeking();
    for (const part of [words, offer, ratedRow]) part.hidden = Boolean(seeking);
    for (const part of [ratedLabel, reach]) part.hidden = !me.isAccount();
    account.hidden = me.isAccount();
    search.hidden = !seeking;
    if (!seeking) return;
    setText(terms, termsLine(seeking.terms));
    tick();
  }

  function show() {
    changing(el, draw, () => (lobby.seeking() ? cancel : go).focus());
  }

  function tick() {
    const seeking = lobby.seeking();
    if (!seeking) return;
    const time = Date.now() - seeking.since;
    setText(since, t('seek.since', { time: spanText(time) }));
    // Its place is kept, so that nothing moves when it comes.
    instead.classList.toggle('is-unread', time < LONG);
  }

  show();
  return {
    el,
    button: go,
    stop() {
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}
