// A curve of ratings: where its points lie, and round figures for its axis.

/** Round figures that span the values, at most `most` steps apart evenly. */
export function ticks(values, most = 5) {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const step = STEPS.find((one) => (greatest - least) / one <= most - 1) ?? STEPS.at(-1);
  const first = Math.floor(least / step) * step;
  const last = Math.max(Math.ceil(greatest / step) * step, first + step);
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, index) => first + index * step);
}

const STEPS = [10, 20, 50, 100, 200, 500, 1000];

/** The points of a curve inside a box, evenly spaced from left to right. */
export function place(values, scale, { left, right, top, bottom }) {
  const [least, greatest] = [scale[0], scale.at(-1)];
  const across = values.length > 1 ? (right - left) / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: left + across * index, y: bottom - ((value - least) / (greatest - least)) * (bottom - top),
  }));
}

/** Ratings oldest first: the one before the first change, and the one after each. */
export function curveOf(changes) {
  const ordered = [...changes].reverse();
  return ordered.length > 0 ? [ordered[0].before, ...ordered.map(({ after }) => after)] : [];
}
