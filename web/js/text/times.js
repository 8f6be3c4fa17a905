// Times and numbers as the reader's language writes them.

import { figures, parts } from '../model/clock.js';
import { locale, t } from './messages.js';

const SPANS = [[86_400, 'day'], [3600, 'hour'], [60, 'minute'], [1, 'second']];

/** What a clock shows: figures, or days and hours; tenths only if it is `fine`. */
export function clockText(milliseconds, fine = true) {
  const short = figures(milliseconds, fine);
  if (short !== null) return short;
  const { days, hours } = parts(milliseconds);
  return hours > 0 ? `${units(days, 'day')} ${units(hours, 'hour')}` : units(days, 'day');
}

/** How long something has lasted or will last, in its largest unit. */
export function spanText(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [size, unit] = SPANS.find(([least]) => seconds >= least) ?? [1, 'second'];
  return units(Math.floor(seconds / size), unit);
}

/** How a game's time is kept, in a few figures; only for games with a clock. */
export function clockName(clock) {
  if (clock.kind === 'per_move') return t('clock.name.per_move', { time: spanText(clock.time) });
  return t('clock.name.fischer', { minutes: numberText(clock.initial / 60_000), seconds: numberText(clock.increment / 1000) });
}

/** A number with its unit, short. */
export function units(number, unit, unitDisplay = 'short') {
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay }).format(number);
}

export function numberText(number) {
  return new Intl.NumberFormat(locale()).format(number);
}

/** A number of more or less. */
export function signedText(number) {
  return new Intl.NumberFormat(locale(), { signDisplay: 'exceptZero' }).format(number).replace('-', '−');
}

/** A day and time of day. */
export function dateText(milliseconds) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds);
}

/** A share given in percent, to two decimals. */
export function percentText(percent) {
  return new Intl.NumberFormat(locale(), { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(percent / 100);
}

/** A day. */
export function dayText(milliseconds) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(milliseconds);
}
