// Puts a text on the page whose parts between backquotes are code.

import { h } from '../dom.js';

/** The parts of a text, as children for an element. */
export function rich(text) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? h('code', {}, part) : part));
}
