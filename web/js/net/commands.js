// Commands not answered yet: each keeps its id until an answer comes, however often it is sent.

import { Refusal } from './api.js';
import { delay } from './backoff.js';

const TRY_AGAIN = new Set(['busy', 'storage_unavailable', 'unavailable', 'rate_limited']);
const TRIES = 6;

/** Unanswered commands in the order given; `send(frame)` puts one on the socket if its game is joined. */
export function createCommands({ send, later = setTimeout }) {
  const waiting = new Map();

  return {
    /** Sends a command and keeps it; the promise is the server's answer to it. */
    give(frame) {
      return new Promise((resolve, reject) => {
        waiting.set(frame.id, { frame, resolve, reject, tries: 0 });
        send(frame);
      });
    },

    /** Sends again what a game has not answered, after it has been joined anew. */
    again(game) {
      for (const { frame } of waiting.values()) if (frame.game === game) send(frame);
    },

    /** Takes an `ok`. */
    done(ok) {
      waiting.get(ok.id)?.resolve(ok);
      waiting.delete(ok.id);
    },

    /** Takes an `error`; says whether it answers a command. */
    refused(error) {
      const command = waiting.get(error.id);
      if (!command) return false;
      if (TRY_AGAIN.has(error.code) && command.tries < TRIES) {
        later(() => waiting.has(error.id) && send(command.frame), delay(command.tries++));
        return true;
      }
      waiting.delete(error.id);
      command.reject(new Refusal(error.code, error.message, error.details));
      return true;
    },

    /** Gives up what a game has not answered: nobody looks at it any more. */
    drop(game) {
      for (const [id, { frame }] of waiting) if (frame.game === game) waiting.delete(id);
    },
  };
}
