// Makes and updates elements; text always goes in as text.

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element with attributes, listeners (`onclick`), properties (`hidden`, `value`) and children. */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element with attributes, listeners and children. */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Sets an element's text only when it differs, so that screen readers are not told twice. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Makes a container show one child an item, in order, keeping those already there.
 * `make(item)` gives `{el, update?}`.
 */
export function keyed(container, items, keyOf, make) {
  const known = container.keyedChildren ??= new Map();
  const wanted = new Set(items.map(keyOf));
  for (const [key, { el }] of known) {
    if (wanted.has(key)) continue;
    el.remove();
    known.delete(key);
  }
  items.forEach((item, index) => {
    const key = keyOf(item);
    if (!known.has(key)) known.set(key, make(item));
    const { el, update } = known.get(key);
    update?.(item);
    if (container.children[index] !== el) container.insertBefore(el, container.children[index] ?? null);
  });
}

/** Makes a change; `lost()` hears if what had the focus, somewhere in an element, cannot have it any more. */
export function changing(element, change, lost) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  change();
  if (!focused || (focused.isConnected && !focused.disabled && !focused.closest('[hidden]'))) return;
  // A browser notices it only when it draws; whoever has given the focus to something else meanwhile knows better.
  if ([focused, document.body, null].includes(document.activeElement)) lost();
}

const PROPERTIES = new Set(['hidden', 'value', 'checked', 'disabled', 'readOnly', 'textContent']);

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) element[name] = value;
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
