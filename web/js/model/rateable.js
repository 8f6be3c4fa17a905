// Whether a game to be made can be rated, and if not, why: the server judges, this spares the asking.

import { CLASSIC, presetOf } from './gameform.js';

/** The key of the first reason against it, or null. `choices` are those of the form, `player` who makes the game. */
export function whyNotRated({ rules, clock, holders, hints, start }, presets, player) {
  const held = Object.values(holders);
  if (player?.kind !== 'account') return 'account';
  if (presetOf({ ...rules, first: CLASSIC.first }, presets) === null || start) return 'preset';
  if (clock.kind === 'none') return 'clock';
  if (held.some(Number.isInteger)) return 'computer';
  if (hints) return 'hints';
  if (held.filter((holder) => holder === 'me').length > 1) return 'seats';
  return null;
}
