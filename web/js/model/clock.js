// The clocks of a timed game between two words of the server: what each seat has left, and whose runs.

/** In a game with a Fischer clock the first move of each seat is due within this many milliseconds. */
const FIRST_MOVE = 60_000;

/** Whether a seat has not ended a turn yet; `begunWith` is the turns it had made when the game began. */
function isFirstTurn(game, seat) {
  return game.seats[seat].made <= (game.begunWith?.[seat] ?? 0);
}

/** Whether a seat's clock runs now. */
export function isRunning(game, seat) {
  if (!game.clocks || game.status !== 'playing' || game.toMove !== seat) return false;
  return game.clock.kind === 'per_move' || !isFirstTurn(game, seat);
}

/** Milliseconds a seat has left when the server's clock shows `now`; null without a clock. */
export function timeLeft(game, seat, now) {
  const left = game.clocks?.[seat];
  if (left === undefined) return initial(game.clock);
  if (!isRunning(game, seat)) return left;
  return Math.max(0, left - Math.max(0, now - game.clocksAt));
}

/** Milliseconds the seat to move has for its first move, which costs no time; null if it has none to make. */
export function firstMoveLeft(game, now) {
  const { toMove, status, clock, turnSince } = game;
  if (status !== 'playing' || clock.kind !== 'fischer' || !toMove || !turnSince || !isFirstTurn(game, toMove)) return null;
  return Math.max(0, turnSince + FIRST_MOVE - now);
}

/** Whether so little is left that a seat should hurry. */
export function isLow(game, left) {
  if (left === null || game.clock.kind === 'none') return false;
  const whole = initial(game.clock);
  return left < Math.min(Math.max(whole / 6, 10_000), game.clock.kind === 'per_move' ? 3_600_000 : 30_000);
}

function initial(clock) {
  if (clock.kind === 'fischer') return clock.initial;
  return clock.kind === 'per_move' ? clock.time : null;
}

/** `{days, hours, minutes, seconds, tenths}` of a time, rounded as a clock shows it; tenths only of the last seconds. */
export function parts(milliseconds, fine = true) {
  const showTenths = fine && milliseconds < 10_000;
  const whole = showTenths ? Math.floor(milliseconds / 100) * 100 : Math.ceil(milliseconds / 1000) * 1000;
  const seconds = Math.floor(whole / 1000);
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
    tenths: showTenths ? Math.floor(whole / 100) % 10 : null,
  };
}

/** A time as figures: `2:05`, `1:00:00`, `0:07.3`; null where days are to be written in words. */
export function figures(milliseconds, fine = true) {
  const { days, hours, minutes, seconds, tenths } = parts(milliseconds, fine);
  if (days > 0) return null;
  const two = (number) => String(number).padStart(2, '0');
  const short = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  return tenths === null ? short : `${short}.${tenths}`;
}
