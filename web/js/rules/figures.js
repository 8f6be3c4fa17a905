// The pictures on the page of rules, drawn like the boards one plays on.

import { createBoard } from '../board/board.js';
import { homes, usualStart } from '../model/camps.js';

const pieces = (text) => Object.fromEntries(text.split(' ').filter(Boolean).map((one) => {
  const [square, letter] = one.split(':');
  return [square, { seat: SEATS[letter.toLowerCase()], marked: letter !== letter.toLowerCase() }];
}));
const SEATS = { w: 'white', r: 'red', b: 'black', u: 'blue' };

/** The whole board of a ruleset at its start. */
export function startFigure(label, rules) {
  const camps = Object.entries(homes(rules)).map(([seat, squares]) => ({ seat, squares, owned: true }));
  return figure(label, { size: rules.board ?? 16, camps, pieces: usualStart(rules) });
}

/** One piece and the squares it can step to. */
export function stepFigure(label) {
  return figure(label, { size: 5, pieces: pieces('c3:w d2:b'), ends: ['b2', 'b3', 'b4', 'c2', 'c4', 'd3', 'd4'] });
}

/** One jump over one piece. */
export function jumpFigure(label) {
  return figure(label, { size: 5, pieces: pieces('b2:w c3:b d3:w'), plan: ['b2', 'd4'] });
}

/** A chain over pieces of both sides. */
export function chainFigure(label) {
  return figure(label, { size: 8, pieces: pieces('b2:w c3:w d5:b e6:w f5:b g3:w f2:b h6:w a5:b'), plan: ['b2', 'd4', 'd6', 'f6', 'f4'] });
}

/** Colour Halma: a stepper and a jumper. */
export function colourFigure(label) {
  return figure(label, { size: 5, pieces: pieces('b2:b d2:w d3:w'), plan: ['d2', 'd4'], ends: ['a1', 'c1', 'a3', 'c3'] });
}

/** Marked Halma: the marked piece and its corner. */
export function markedFigure(label) {
  return startFigure(label, { board: 8, marked: true });
}

function figure(label, { size, pieces: shown, plan = null, ends = [], camps = [] }) {
  const board = createBoard({ coordinates: false, label });
  board.show({
    size, quarters: 0, camps, pieces: shown, last: null, ends, onward: [], movable: [],
    plan: plan && { path: plan, piece: shown[plan[0]] },
  });
  return board.el;
}
