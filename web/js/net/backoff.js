// How long to wait before the next attempt: longer each time, never for all at once.

const FIRST = 400;
const LONGEST = 12_000;

/** Milliseconds before attempt number `attempt` (from 0); `random` gives numbers from 0 up to 1. */
export function delay(attempt, random = Math.random) {
  const most = Math.min(LONGEST, FIRST * 2 ** attempt);
  return Math.round(most / 2 + (most / 2) * random());
}
