// Goes through a game's past: first, back, play, forward, last.

import { h } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../text/messages.js';

const PACE = 900;

/** The ply looked at, `null` for the present; `onStep(from, to)` hears of every change of it. */
export function createReplay({ ply = null, onStep }) {
  let at = ply;
  let count = 0;
  let timer = null;
  const button = (name, onclick) => {
    const words = h('span', { class: 'unseen' }, t(`replay.${name}`));
    return h('button', { type: 'button', class: 'icon-button', 'data-test': `replay-${name}`, title: t(`replay.${name}`), onclick }, icon(name), words);
  };
  const here = () => at ?? count;
  const first = button('first', () => go(0));
  const back = button('back', () => go(here() - 1));
  const play = button('play', () => (timer ? pause() : start()));
  const forward = button('forward', () => go(here() + 1));
  const last = button('last', () => go(count));
  const el = h('div', { class: 'replay', role: 'group', 'aria-label': t('replay.label') }, first, back, play, forward, last);

  function go(next) {
    pause();
    step(next);
  }

  function step(next) {
    const from = here();
    const to = Math.min(Math.max(next, 0), count);
    if (to === from) return;
    at = to === count ? null : to;
    onStep(from, to);
  }

  function start() {
    if (here() >= count) step(0);
    timer = setInterval(() => {
      step(here() + 1);
      if (here() >= count) pause();
    }, PACE);
    show();
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    show();
  }

  function show() {
    first.disabled = back.disabled = here() <= 0;
    forward.disabled = last.disabled = here() >= count;
    play.disabled = count === 0;
    play.classList.toggle('is-on', timer !== null);
    play.setAttribute('aria-pressed', String(timer !== null));
    play.replaceChild(icon(timer ? 'pause' : 'play'), play.firstChild);
    // At either end the focus goes to the way back.
    if (el.contains(document.activeElement) && document.activeElement.disabled) (here() <= 0 ? forward : back).focus();
  }

  return {
    el,
    go,
    back: () => go(here() - 1),
    forward: () => go(here() + 1),
    stop: pause,

    /** The ply looked at, or null for the present. */
    get ply() {
      return at;
    },

    /** Takes how many plies the game has now; a ply asked for may still be among those not `complete`. */
    update(plies, complete) {
      count = plies;
      if (at !== null && at >= count && complete) at = null;
      show();
    },
  };
}
