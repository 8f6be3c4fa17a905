// The title of the page: what it shows, how many games wait, and a call when nobody looks.

import { t } from './text/messages.js';

const BLINK = 1200;

/** The title; `set(text)`, `count(games)`, and `call(what)` to blink for a `turn`, an `offer`, a `challenge` or a `game` while the page is hidden, or no more. */
export function createTitle() {
  let text = document.title;
  let waiting = 0;
  let timer = null;
  let lit = false;
  let calling = null;

  function show() {
    const title = lit ? t(`title.call.${calling}`) : text;
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title;
  }

  function still() {
    clearInterval(timer);
    timer = null;
    lit = false;
    show();
  }

  document.addEventListener('visibilitychange', () => document.hidden || still());

  return {
    set(next) {
      text = next;
      show();
    },
    count(games) {
      waiting = games;
      show();
    },
    call(what) {
      if (!what || !document.hidden) return still();
      calling = what;
      timer ??= setInterval(() => {
        lit = !lit;
        show();
      }, BLINK);
    },
  };
}
