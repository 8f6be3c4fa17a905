// Who one is: nobody, a guest made at the first action, or an account. The proof is a cookie that no script can read.

/** Where this browser keeps who one is. */
export const KEY = 'halma.me';
/** Where it keeps how one wishes to be called. */
export const NAME = 'halma.name';
/** Where guests and their tokens were kept before there was a cookie. */
const FORMER = 'halma.guests';

/** Who one is. */
export function createMe({ storage, api }) {
  const listeners = new Set();
  let player = read(KEY, null);
  let wish = read(NAME, '');
  /** A cookie may outlive what the browser keeps for the page. */
  let known = player !== null;
  let making = null;

  function become(next, wished = wish) {
    const [before, called] = [player, self.name()];
    [player, wish] = [next, wished];
    write(KEY, next);
    const same = known && called === self.name() && ['id', 'kind', 'bot'].every((field) => before?.[field] === next?.[field]);
    known = true;
    if (!same) for (const listener of listeners) listener(next, before);
    return next;
  }

  function read(key, otherwise) {
    try {
      return JSON.parse(storage.getItem(key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  function write(key, value) {
    try {
      storage.setItem(key, JSON.stringify(value));
    } catch {
      // Storage is full or forbidden: it lasts as long as the page.
    }
  }

  const self = {
    /** The player one is: `{id, name, kind, bot, created}`, or null before the first action. */
    player: () => player,

    /** Whether somebody has said who one is: this browser, or the server. */
    isKnown: () => known,

    /** `listener(player, before)` hears when one has become somebody else, another kind of player, or is called otherwise. Returns how to stop. */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    isAccount: () => player?.kind === 'account',

    /** The name one is called by, or wishes to be. */
    name: () => player?.name ?? wish,

    /** Takes on a guest whose token this browser still keeps itself. */
    async settle() {
      const [former] = read(FORMER, []);
      if (!former) return;
      try {
        await api.keepInCookie(former.token);
        become(await api.me());
      } catch (refusal) {
        // Without an answer it is tried again next time; a token that is refused is good for nothing.
        if (refusal.code === 'network' || refusal.code === 'unavailable') return;
      }
      write(FORMER, []);
    },

    /** What the server says one is, on the socket. */
    async heard(said) {
      if (!said) return become(null);
      if (player?.id === said.id && player.name === said.name) return player;
      return become(await api.me().catch(() => said));
    },

    /** Becomes what another tab of this browser has become, called as it wishes. */
    follow: () => become(read(KEY, null), read(NAME, '')),

    /** Asks the server once more who one is. */
    refresh: async () => become(await api.me()),

    /** Asks whether the server still knows the cookie of who one is; the promise is whether it does not. */
    async isStranger() {
      if (!player) {
        become(null);
        return false;
      }
      const { code } = await api.me().catch((refusal) => refusal);
      if (code !== 'bad_token') return false;
      await self.lost();
      return true;
    },

    /** Makes a guest if one is nobody yet. */
    async ensure() {
      if (player) return player;
      making ??= api.makeGuest(wish)
        .then((made) => become(made.player))
        .finally(() => { making = null; });
      return making;
    },

    /** Takes another name; only guests do. */
    async rename(name) {
      const renamed = player && await api.changeMe({ name });
      write(NAME, name);
      become(renamed, name);
    },

    /** Lets one in: `how` is a call that answers with the player. */
    async enter(how) {
      const answer = await how();
      become(answer.player);
      return answer;
    },

    /** Goes; the cookie is forgotten too. */
    async leave() {
      await api.logOut();
      become(null);
    },

    /** The server knows the cookie no more; the browser is to forget it. */
    async lost() {
      await api.logOut().catch(() => {});
      become(null);
    },

    /** One has been deleted, and the cookie with one. */
    gone: () => become(null),

    /** Does something as somebody, once more as a new guest if the server does not know the old one. */
    async act(action) {
      const { kind } = await self.ensure();
      try {
        return await action();
      } catch (refusal) {
        if (refusal.code !== 'bad_token' && refusal.code !== 'unauthorized') throw refusal;
        if (refusal.code === 'bad_token') await self.lost();
        else self.gone();
        // Who had an account logs in again rather than going on as somebody else.
        if (kind === 'account') throw refusal;
        await self.ensure();
        return action();
      }
    },
  };
  return self;
}
