// How a listed game ended, in a few words.

import { seatName, together } from './sentences.js';
import { t } from './messages.js';

/** Who won: seats, or nobody. */
export function winnersName(seats) {
  return seats.length === 0 ? t('results.draw') : together(seats.map(seatName));
}

/** Why games end, as the name of a group of games. */
export function reasonName(reason) {
  return t(`ended.${reason}`);
}
