// What a finished game was for one who played in it.

/** `won`, `drawn`, `lost`, or `off` for a game that counts nowhere. */
export function resultFor({ outcome: { winners, reason }, seats }, id) {
  if (winners.length > 0) return winners.some((seat) => seats[seat]?.id === id) ? 'won' : 'lost';
  return reason === 'aborted' || reason === 'abandoned' ? 'off' : 'drawn';
}
