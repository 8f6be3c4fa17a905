// How fast a game is played: the classes of clocks that ratings and statistics are kept apart by, and usual clocks.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How many moves a side makes in a long game. */
const LONG_GAME = 80;

/** Every class, from no clock to the slowest. */
export const PACES = ['untimed', 'blitz', 'rapid', 'classical', 'correspondence'];

/** The class of a clock. */
export function paceOf(clock) {
  if (clock.kind === 'none') return 'untimed';
  if (clock.kind === 'per_move' && clock.time >= HOUR) return 'correspondence';
  const whole = clock.kind === 'per_move' ? LONG_GAME * clock.time : clock.initial + LONG_GAME * clock.increment;
  if (whole < 10 * MINUTE) return 'blitz';
  return whole < 30 * MINUTE ? 'rapid' : 'classical';
}

const fischer = (minutes, seconds) => ({ kind: 'fischer', initial: minutes * MINUTE, increment: seconds * 1000 });
const perMove = (time) => ({ kind: 'per_move', time });

/** The clocks offered where one is not to think about it; the first but one is the usual one. */
export const QUICK_CLOCKS = [fischer(5, 3), fischer(10, 5), fischer(30, 20), perMove(DAY), perMove(3 * DAY), { kind: 'none' }];
export const USUAL_CLOCK = 1;

/** Whether strangers can be paired at once by these: a standard game with a clock. */
export function isQuick(preset, clock) {
  return preset.startsWith('standard') && clock.kind !== 'none';
}
