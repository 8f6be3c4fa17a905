// A table that sorts by any of its columns.

import { h } from '../dom.js';

/**
 * The table; each column is `{name, label, value(row), show?(row), first?}`: `value` is what it is sorted by, and figures
 * stand to the right. `sort` is the column it is sorted by at first, the greatest on top.
 */
export function createTable({ label, columns, rows, sort }) {
  let by = columns.find(({ name }) => name === sort);
  let down = true;
  const body = h('tbody', {});
  const isFirst = (column) => column === columns[0];
  const heads = columns.map((column) => h('th', { scope: 'col', class: isFigure(column) && !isFirst(column) ? 'is-figure' : null },
    h('button', { type: 'button', class: 'sorter', onclick: () => sortBy(column) }, column.label)));

  function isFigure({ value }) {
    return rows.length > 0 && typeof value(rows[0]) === 'number';
  }

  function sortBy(column) {
    down = by === column ? !down : isFigure(column) && !column.upwards;
    by = column;
    draw();
  }

  function draw() {
    const order = (one, other) => {
      const [a, b] = [by.value(one), by.value(other)];
      return typeof a === 'number' ? a - b : String(a).localeCompare(String(b));
    };
    heads.forEach((head, index) => {
      if (columns[index] === by) head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    });
    const sorted = [...rows].sort((one, other) => (down ? order(other, one) : order(one, other)));
    body.replaceChildren(...sorted.map((row) => h('tr', {}, ...columns.map((column) =>
      h(isFirst(column) ? 'th' : 'td', { scope: isFirst(column) ? 'row' : null, class: isFigure(column) && !isFirst(column) ? 'is-figure' : null },
        column.show ? column.show(row) : String(column.value(row)))))));
  }

  if (by?.upwards) down = false;
  draw();
  return h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', {}, h('caption', { class: 'unseen' }, label), h('thead', {}, h('tr', {}, ...heads)), body));
}
