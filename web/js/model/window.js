// Which part of the board is in view: a frame, how far it is zoomed in, and around which point.

const MOST = 4;

/** The whole frame `[x, y, width, height]` in view. */
export function whole(frame) {
  return { frame, scale: 1, x: frame[0] + frame[2] / 2, y: frame[1] + frame[3] / 2 };
}

/** The part in view, as `[x, y, width, height]`. */
export function seen({ frame, scale, x, y }) {
  const [width, height] = [frame[2] / scale, frame[3] / scale];
  return [x - width / 2, y - height / 2, width, height];
}

/** The window zoomed by a factor, so that a point of the board stays where it is seen. */
export function zoomed(view, factor, point = view) {
  const scale = Math.min(Math.max(view.scale * factor, 1), MOST);
  const kept = view.scale / scale;
  return within({ ...view, scale, x: point.x + (view.x - point.x) * kept, y: point.y + (view.y - point.y) * kept });
}

/** The window moved by so many units of the board. */
export function moved(view, dx, dy) {
  return within({ ...view, x: view.x + dx, y: view.y + dy });
}

/** The window moved just as far as is needed to show the whole square at a corner. */
export function revealed(view, corner, side) {
  const [left, top, width, height] = seen(view);
  const shift = (at, from, span) => Math.min(0, at - from) + Math.max(0, at + side - from - span);
  return moved(view, shift(corner.x, left, width), shift(corner.y, top, height));
}

/** The same part of the board in another frame, after the board has been turned clockwise by so many quarters. */
export function reframed(view, frame, quarters, side) {
  let { x, y } = view;
  for (let turn = 0; turn < quarters; turn++) [x, y] = [side - y, x];
  return within({ ...view, frame, x, y });
}

function within(view) {
  const { frame, scale } = view;
  const [halfWidth, halfHeight] = [frame[2] / scale / 2, frame[3] / scale / 2];
  return {
    ...view,
    x: Math.min(Math.max(view.x, frame[0] + halfWidth), frame[0] + frame[2] - halfWidth),
    y: Math.min(Math.max(view.y, frame[1] + halfHeight), frame[1] + frame[3] - halfHeight),
  };
}
