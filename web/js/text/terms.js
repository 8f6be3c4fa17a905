// By which rules, at what pace and for what a game is played, in a few words.

import { rulesTitle } from './sentences.js';
import { t } from './messages.js';
import { clockName, numberText } from './times.js';

/** `Standard · 10 min + 5 s · rated · 1400–1600`, the last if only such players are looked for. */
export function termsLine({ preset, clock, rated, min, max }) {
  const timed = clock && clock.kind !== 'none';
  return [rulesTitle(preset), timed ? clockName(clock) : null, rated ? t('terms.rated') : null,
    max ? t('terms.range', { min: numberText(min ?? 0), max: numberText(max) }) : null].filter(Boolean).join(' · ');
}

/** What somebody asks of one. */
export function challengeLine(game) {
  return t('challenge.line', { terms: termsLine(game) });
}
