// The line a game has come to, through takebacks, undo and redo, and its rounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastPath, lineOf, piecesAfter, rounds, startPieces } from '../js/model/line.js';

const created = (rules = {}, more = {}) => ({ seq: 1, kind: 'created', rules, ...more });
const moved = (seq, seat, path = 'a1-a2') => ({ seq, kind: 'moved', seat, path });
const seqs = (line) => line.plies.map(({ seq }) => seq);

test('what is undone can be done again until another move is made', () => {
  const undone = lineOf([created(), moved(3, 'white'), moved(4, 'black'), { seq: 5, kind: 'undone', plies: 1 }]);
  assert.deepEqual(seqs(undone), [3]);
  assert.equal(undone.undone.length, 1);
  const events = [created(), moved(3, 'white'), moved(4, 'black'), { seq: 5, kind: 'undone', plies: 1 }];
  const redone = lineOf([...events, { seq: 6, kind: 'redone', moves: [{ seat: 'black', path: 'a1-a2' }] }]);
  assert.deepEqual(seqs(redone), [3, 4]);
  assert.equal(redone.undone.length, 0);
  const other = lineOf([...events, moved(6, 'black', 'b1-b2')]);
  assert.deepEqual(seqs(other), [3, 6]);
  assert.equal(other.undone.length, 0);
  assert.deepEqual(lastPath(other), ['b1', 'b2']);
  assert.equal(lastPath(other, 0), null);
});

test('a takeback shortens the line, passes and seats going out are plies, a missed deadline belongs to its move', () => {
  const back = lineOf([created(), moved(2, 'white'), moved(3, 'black'), { seq: 4, kind: 'taken_back', plies: 0 }]);
  assert.deepEqual(seqs(back), []);
  const line = lineOf([
    created({ seats: 3 }), moved(2, 'white'), { seq: 3, kind: 'passed', seat: 'red' }, moved(4, 'black'),
    { seq: 5, kind: 'missed_deadline', seat: 'black' }, { seq: 6, kind: 'resigned', seat: 'white' },
  ]);
  assert.deepEqual(line.plies.map(({ kind }) => kind), ['moved', 'passed', 'moved', 'resigned']);
  assert.equal(line.plies[2].missed, true);
});

test('pieces are where so many plies have brought them', () => {
  const start = { a1: { seat: 'white' }, h8: { seat: 'black' }, h7: { seat: 'black' } };
  const line = lineOf([created(), moved(2, 'white', 'a1-c3-e5'), moved(3, 'black', 'h8-g8'), { seq: 4, kind: 'resigned', seat: 'black' }]);
  assert.deepEqual(piecesAfter(start, line, 0), start);
  assert.deepEqual(Object.keys(piecesAfter(start, line, 1)).sort(), ['e5', 'h7', 'h8']);
  assert.deepEqual(Object.keys(piecesAfter(start, line, 3)), ['e5']);
  const claimed = lineOf([created(), moved(2, 'white', 'a1-c3'), { seq: 3, kind: 'claimed', seat: 'black' }]);
  assert.equal(Object.keys(piecesAfter(start, claimed, 2)).length, 3, 'a claim against one of two leaves the board as it is');
});

test('a game begins from its own position, or from its homes with the corner pieces marked', () => {
  const seats = { white: { home: ['a8', 'b8'] }, black: { home: ['h1', 'g1'] } };
  const game = { board: 8, rules: { board: 8, marked: true }, seats };
  assert.deepEqual(startPieces(game, lineOf([created()])), {
    a8: { seat: 'white', marked: true }, b8: { seat: 'white', marked: false },
    h1: { seat: 'black', marked: true }, g1: { seat: 'black', marked: false },
  });
  const own = lineOf([created({}, { start: '8/8/8/8/8/8/8/w6b w 3,4' })]);
  assert.deepEqual(Object.keys(startPieces(game, own)).sort(), ['a1', 'h1']);
});

test('a round begins with the seat that is first', () => {
  const line = lineOf([created(), moved(4, 'black'), moved(5, 'white'), moved(6, 'black')]);
  const seqsOf = (rules) => rounds(line, rules).map(({ turns }) => turns.map(({ seq }) => seq));
  assert.deepEqual(seqsOf({ first: 'black' }), [[4, 5], [6]]);
  assert.deepEqual(seqsOf({}), [[4], [5, 6]]);
  assert.deepEqual(rounds(line, {})[1].turns.map(({ ply }) => ply), [2, 3]);
});

test('a seat that is out leaves its place empty', () => {
  const line = lineOf([created({ seats: 3 }), moved(2, 'white'), moved(3, 'red'), { seq: 4, kind: 'resigned', seat: 'black' }, moved(5, 'white'), moved(6, 'red')]);
  assert.deepEqual(rounds(line, { seats: 3 }).map(({ turns }) => turns.map(({ seq }) => seq)), [[2, 3, 4], [5, 6]]);
});
