// A game's events, gathered from pages and from the socket.

/** Both lists in order, each event once. */
export function merge(known, more) {
  if (more.length === 1 && more[0].seq === (known.at(-1)?.seq ?? 0) + 1) return [...known, more[0]];
  const bySeq = new Map([...known, ...more].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}

/** The number up to which nothing is missing. */
export function completeTo(events) {
  let last = 0;
  for (const event of events) {
    if (event.seq !== last + 1) break;
    last = event.seq;
  }
  return last;
}

/** When the event with this number happened; null if it is not known. */
export function timeOf(events, seq) {
  return events.find((event) => event.seq === seq)?.time ?? null;
}
