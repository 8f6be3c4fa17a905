// Seats: their order, which are whose, and how much of each army has arrived.

const BY_COUNT = { 2: ['white', 'black'], 3: ['white', 'red', 'black'], 4: ['white', 'red', 'black', 'blue'] };

/** All seats there can be, in turn order. */
export const ALL_SEATS = BY_COUNT[4];

/** The seats of a ruleset, in turn order. */
export function seatsOf(rules) {
  return BY_COUNT[rules.seats ?? 2] ?? BY_COUNT[2];
}

/** The seats of a running game, in turn order. */
export function seatsIn(game) {
  return ALL_SEATS.filter((seat) => game.seats[seat]);
}

/** The seats that have not gone out, in turn order. */
export function seatsLeft(game) {
  return seatsIn(game).filter((seat) => !game.seats[seat].out);
}

/** The seats a player holds, in turn order. */
export function seatsHeldBy(game, player) {
  return player ? seatsIn(game).filter((seat) => game.seats[seat].player?.id === player.id) : [];
}

/** The seats people play, taken or free, in turn order; the computer plays the others. */
export function peoplesSeats(game) {
  return seatsIn(game).filter((seat) => !game.seats[seat].computer);
}

/** The seats nobody holds yet, in turn order. */
export function freeSeats(game) {
  return peoplesSeats(game).filter((seat) => !game.seats[seat].player);
}

/** Whether one person holds every seat that people play. */
export function isAlone(game) {
  const [first, ...rest] = peoplesSeats(game).map((seat) => game.seats[seat].player?.id ?? null);
  return Boolean(first) && rest.every((id) => id === first);
}

/** The seat that plays together with one, if there are teams: the one opposite. */
export function partnerOf(rules, seat) {
  if (!rules.teams || rules.teams === 'none') return null;
  return ALL_SEATS[(ALL_SEATS.indexOf(seat) + 2) % ALL_SEATS.length];
}

/** The seat a player acts for when it does not say: the one to move if it is theirs, else their first still in. */
export function actingSeat(game, mine) {
  const left = mine.filter((seat) => !game.seats[seat].out);
  return left.includes(game.toMove) ? game.toMove : left[0];
}

/** How many squares of a seat's goal hold a piece of its own, and how many there are. */
export function arrived(game, seat) {
  const { goal } = game.seats[seat];
  return { count: goal.filter((square) => game.pieces[square]?.seat === seat).length, of: goal.length };
}
