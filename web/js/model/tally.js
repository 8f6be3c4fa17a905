// What came of games, made ready to be drawn: shares in the order they stand in a bar, rows of a table.

/** The parts of a bar: who won how often, with draws between two sides or after many. */
export function resultParts({ wins, draws }) {
  const won = wins.map(({ seats, games, percent }) => ({ key: seats.join('-'), seats, games, percent }));
  const drawn = { key: 'draw', seats: [], ...draws };
  const parts = won.length === 2 ? [won[0], drawn, won[1]] : [...won, drawn];
  return parts.filter(({ games, key }) => games > 0 || key === 'draw');
}

/** The parts of a player's bar. */
export function ownParts({ wins, draws, losses }) {
  return [{ key: 'won', ...wins }, { key: 'drawn', ...draws }, { key: 'lost', ...losses }];
}

/** Where each part of a bar begins and how wide it is, in percent of the whole. */
export function laidOut(parts) {
  let start = 0;
  return parts.filter(({ games }) => games > 0).map((part) => {
    const laid = { ...part, start, width: part.percent };
    start += part.percent;
    return laid;
  });
}

/** Tallies by name, those with most games first. */
export function byGames(tallies) {
  return Object.entries(tallies).map(([name, tally]) => ({ name, ...tally })).sort((one, other) => other.games - one.games);
}

/** A filter as it is sent: days, pace, kind and company; empty choices are left out. */
export function filterOf(query) {
  const text = (name) => query.get(name) || undefined;
  return {
    from: day(text('from')), to: day(text('to')), preset: text('preset'), clock: text('clock'),
    rated: text('rated'), humans: query.get('humans') === 'true' ? 'true' : undefined,
  };
}

function day(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text : undefined;
}

/** The day so many days before a time, as `2026-01-31`. */
export function dayBefore(now, days) {
  return new Date(now - days * 86_400_000).toISOString().slice(0, 10);
}
