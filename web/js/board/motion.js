// The frames of a piece walking its path, hop by hop.

const HOP = 180;
const LONGEST = 1600;
const RISE = 7;

/** `{frames, duration}` for a walk through points; a piece rises a little in the middle of a long hop. */
export function walk(points, unit) {
  const hops = points.length - 1;
  const duration = Math.min(hops * HOP, LONGEST);
  const frames = [frame(points[0], 0, 1)];
  for (let hop = 1; hop <= hops; hop++) {
    const [from, to] = [points[hop - 1], points[hop]];
    const jumps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) > unit * 1.5;
    if (jumps) {
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - RISE };
      frames.push(frame(middle, (hop - 0.5) / hops, 1.14));
    }
    frames.push(frame(to, hop / hops, 1));
  }
  return { frames, duration };
}

function frame({ x, y }, offset, scale) {
  return { transform: `translate(${x}px, ${y}px) scale(${scale})`, offset, easing: 'ease-out' };
}

/** Whether this reader wants things to stay still. */
export function wantsStillness() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
