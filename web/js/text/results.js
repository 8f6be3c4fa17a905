// How a listed game ended, in a few words.

import { apart, seatName, together } from './sentences.js';
import { t } from './messages.js';
import { numberText, signedText } from './times.js';

/** Who won: seats, or nobody. */
export function winnersName(seats) {
  return seats.length === 0 ? t('results.draw') : together(seats.map(seatName));
}

/** Why games end, as the name of a group of games. */
export function reasonName(reason) {
  return t(`ended.${reason}`);
}

/** What a game did to a player's rating; the step is that between the figures shown. */
export function ratingLine({ name, before, after }) {
  const [from, to] = [Math.round(before), Math.round(after)];
  return t('results.rating', { name: apart(name), from: numberText(from), to: numberText(to), by: signedText(to - from) });
}
