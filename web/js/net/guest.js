// Who you are: a guest made at your first action and remembered in this browser.

const KEY = 'halma.guests';
const NAME = 'halma.name';

/** Guests of this browser, the current one first; `makeGuest(name)` asks the server for a new one. */
export function createGuests({ storage, makeGuest }) {
  let guests = read(storage, KEY, []);
  let making = null;

  function keep(list) {
    guests = list;
    write(storage, KEY, guests);
  }

  const self = {
    /** The player you are, or null before your first action. */
    player: () => guests[0]?.player ?? null,

    token: () => guests[0]?.token ?? null,

    /** The name you are called by, or wish to be. */
    name: () => guests[0]?.player.name ?? read(storage, NAME, ''),

    /** Makes a guest if there is none yet. */
    async ensure() {
      if (guests[0]) return guests[0];
      making ??= makeGuest(read(storage, NAME, ''))
        .then((guest) => keep([guest, ...guests]))
        .finally(() => { making = null; });
      await making;
      return guests[0];
    },

    /** Takes another name. A name belongs to its guest, so a new guest bears it; the old ones keep their games. */
    async rename(name) {
      write(storage, NAME, name);
      if (!guests[0] || guests[0].player.name === name) return;
      const known = guests.find((guest) => guest.player.name === name);
      if (known) return self.become(known.player.id);
      const guest = await makeGuest(name);
      keep([guest, ...guests]);
    },

    /** Whether this browser is, or once was, that player. */
    wasOnce: (player) => guests.some((guest) => guest.player.id === player?.id),

    /** Goes on as a player this browser once was. */
    become(id) {
      keep([...guests].sort((one, other) => (other.player.id === id) - (one.player.id === id)));
    },

    /** Drops a guest the server does not know any more. */
    forget(token) {
      keep(guests.filter((guest) => guest.token !== token));
    },

    /** Does something as a guest, once more with a new one if the server does not know the old. */
    async act(action) {
      const guest = await self.ensure();
      try {
        return await action(guest.token);
      } catch (refusal) {
        if (refusal.code !== 'bad_token' && refusal.code !== 'unauthorized') throw refusal;
        self.forget(guest.token);
        return action((await self.ensure()).token);
      }
    },
  };
  return self;
}

function read(storage, key, otherwise) {
  try {
    return JSON.parse(storage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the guest lasts as long as the page.
  }
}
