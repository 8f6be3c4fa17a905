// A game being made: from the choices on a form to what the server is asked for.

import { seatsOf } from './seats.js';

/** Every option of a ruleset as it is when nothing is said. */
export const CLASSIC = {
  board: 16, seats: 2, teams: 'none', movement: 'standard', marked: false, camp_full_after: null, home_deadline: null,
  goal_lock: false, equal_turns: false, move_cap: null, first: 'white',
};

/** The ruleset with every option written out. */
export function full(rules) {
  return { ...CLASSIC, ...rules };
}

/** The ruleset as it is sent: only what differs from the classic game. */
export function short(rules) {
  return Object.fromEntries(Object.entries(full(rules)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(CLASSIC[name])));
}

/** The preset with exactly these options, if there is one. */
export function presetOf(rules, presets) {
  const text = (one) => JSON.stringify(full(one));
  return presets.find((preset) => text(preset.rules) === text(rules)) ?? null;
}

/** Who sits where at first: oneself on the first seat, all others free. A holder is `me`, `open` or a level of the computer. */
export function usualHolders(rules, other = 'open') {
  return Object.fromEntries(seatsOf(rules).map((seat, index) => [seat, index === 0 ? 'me' : other]));
}

/** The time control of a choice `{kind, minutes, seconds}` (`fischer`) or `{kind, amount, unit}` (`per_move`). */
export function timeControl({ kind, minutes, seconds, amount, unit }) {
  if (kind === 'fischer') return { kind, initial: Math.round(minutes * 60_000), increment: Math.round(seconds * 1000) };
  if (kind === 'per_move') return { kind, time: Math.round(amount * UNITS[unit]) };
  return undefined;
}

const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** What the server is asked for: `{rules, clock, holders, hidden, drawn, hints, rated, start}` becomes the body of a request. */
export function requestOf({ rules, clock, holders, hidden, drawn, hints, rated, start }, presets) {
  const preset = presetOf(rules, presets);
  const held = Object.entries(holders);
  const computers = Object.fromEntries(held.filter(([, holder]) => Number.isInteger(holder)));
  const time = timeControl(clock);
  return {
    rules: preset?.name ?? short(rules),
    seats: held.filter(([, holder]) => holder === 'me').map(([seat]) => seat),
    ...(Object.keys(computers).length > 0 && { computers }),
    ...(time && { clock: time }),
    ...(hidden && { private: true }),
    ...(drawn && { draw_first: true }),
    ...(hints && { hints: true }),
    ...(rated && { rated: true }),
    ...(start && { start }),
  };
}
