// Seats: their order, which are whose, and how much of each army has arrived.

const BY_COUNT = { 2: ['white', 'black'], 3: ['white', 'red', 'black'], 4: ['white', 'red', 'black', 'blue'] };

/** The seats of a ruleset, in turn order. */
export function seatsOf(rules) {
  return BY_COUNT[rules.seats ?? 2] ?? BY_COUNT[2];
}

/** The seats of a running game, in turn order. */
export function seatsIn(game) {
  return BY_COUNT[4].filter((seat) => game.seats[seat]);
}

/** The seats a player holds, in turn order. */
export function seatsHeldBy(game, player) {
  return player ? seatsIn(game).filter((seat) => game.seats[seat].player?.id === player.id) : [];
}

/** The seats nobody holds yet, in turn order. */
export function freeSeats(game) {
  return seatsIn(game).filter((seat) => !game.seats[seat].player);
}

/** How many squares of a seat's goal hold a piece of its own, and how many there are. */
export function arrived(game, seat) {
  const { goal } = game.seats[seat];
  return { count: goal.filter((square) => game.pieces[square]?.seat === seat).length, of: goal.length };
}
