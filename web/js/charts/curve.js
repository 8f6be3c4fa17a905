// The curve of a rating, drawn anew for the width it has.

import { h, s } from '../dom.js';
import { curveOf, place, ticks } from '../model/curve.js';
import { t } from '../text/messages.js';
import { dayText, numberText } from '../text/times.js';

const HEIGHT = 220;
const MARGIN = { left: 44, right: 12, top: 12, bottom: 28 };
/** More points than these would run into each other. */
const DOTS = 60;

/** The curve of a player's changes on one ladder, newest first. */
export function createCurve(changes) {
  const values = curveOf(changes);
  const scale = ticks(values);
  const picture = h('div', { class: 'curve' });
  const words = { from: whole(values[0]), to: whole(values.at(-1)), most: whole(Math.max(...values)), least: whole(Math.min(...values)) };
  const el = h('figure', { class: 'curve-figure' }, picture, h('figcaption', {}, t('curve.words', { ...words, n: changes.length })));
  new ResizeObserver(([{ contentRect: { width } }]) => width > 0 && picture.replaceChildren(draw(Math.round(width)))).observe(picture);

  function draw(width) {
    const box = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: HEIGHT - MARGIN.bottom };
    const points = place(values, scale, box);
    const rows = place(scale, scale, box).map(({ y }, index) => ({ y, value: scale[index] }));
    return s('svg', { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, 'aria-hidden': 'true' },
      ...rows.flatMap(({ y, value }) => [
        s('path', { class: 'curve-grid', d: `M${box.left} ${y}H${box.right}` }),
        s('text', { class: 'curve-label', x: box.left - 8, y: y + 4, 'text-anchor': 'end' }, numberText(value))]),
      s('text', { class: 'curve-label', x: box.left, y: HEIGHT - 8 }, dayText(changes.at(-1).time)),
      changes.length > 1 ? s('text', { class: 'curve-label', x: box.right, y: HEIGHT - 8, 'text-anchor': 'end' }, dayText(changes[0].time)) : null,
      s('path', { class: 'curve-line', d: points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') }),
      ...(points.length <= DOTS ? points.map(({ x, y }, index) => s('circle', { class: dotClass(index), cx: x, cy: y, r: 3.5 }, s('title', {}, whole(values[index])))) : []));
  }

  const dotClass = (index) => (index > 0 && !changes[changes.length - index].provisional ? 'curve-dot' : 'curve-dot is-provisional');
  return el;
}

const whole = (value) => numberText(Math.round(value));
