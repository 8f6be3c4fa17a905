// Takes messages in order, and lets the eye follow: a move waits until the one before it has arrived.

const MOST = 8;
const PAUSE = 120;

/** `put(message)` hands it to `take`, at once or when `walking()`, in milliseconds, is over. */
export function createInbox({ walking, take }) {
  const waiting = [];
  let timer = null;

  function drain() {
    clearTimeout(timer);
    timer = null;
    while (waiting.length > 0) {
      const rest = waiting[0].kind === 'moved' && waiting.length < MOST && !document.hidden ? walking() : 0;
      if (rest > 0) {
        timer = setTimeout(drain, rest + PAUSE);
        return;
      }
      take(waiting.shift());
    }
  }

  return {
    put(message) {
      waiting.push(message);
      if (!timer || waiting.length >= MOST) drain();
    },
    close: () => clearTimeout(timer),
  };
}
