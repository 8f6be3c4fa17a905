// By which rules, at what pace and for what a game is played, in a few words.

import { rulesTitle } from './sentences.js';
import { t } from './messages.js';
import { clockName } from './times.js';

/** `Standard · 10 min + 5 s · rated`. */
export function termsLine({ preset, clock, rated }) {
  const timed = clock && clock.kind !== 'none';
  return [rulesTitle(preset), timed ? clockName(clock) : null, rated ? t('terms.rated') : null].filter(Boolean).join(' · ');
}

/** What somebody asks of one. */
export function challengeLine(game) {
  return t('challenge.line', { terms: termsLine(game) });
}
