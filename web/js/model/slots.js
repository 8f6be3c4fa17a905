// Places in a list that changes while it is looked at: whatever stands in one stays there.

/**
 * The places after a change: `before` and the result hold items or null for a place that has become free, `items` are
 * those there are now. New ones take free places first; free places at the end are given up.
 */
export function settle(before, items, keyOf) {
  const waiting = new Map(items.map((item) => [keyOf(item), item]));
  const kept = before.map((old) => {
    const item = old && waiting.get(keyOf(old));
    if (item) waiting.delete(keyOf(old));
    return item ?? null;
  });
  const fresh = [...waiting.values()];
  const slots = [...kept.map((item) => item ?? fresh.shift() ?? null), ...fresh];
  return slots.slice(0, slots.findLastIndex(Boolean) + 1);
}
