// What is said of a game: to eyes in a line, to ears event by event.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { walk } from '../js/board/motion.js';
import { eventLine, noteLine, plyLine } from '../js/text/events.js';
import { speak } from '../js/text/messages.js';
import { ratingLine } from '../js/text/results.js';
import { planLine, refusalLine, rematchLine, resultReason, resultTitle, turnLine } from '../js/text/sentences.js';
import { termsLine } from '../js/text/terms.js';
import { clockText, spanText } from '../js/text/times.js';

const held = (name) => ({ player: { id: name, name }, out: false });
const four = { white: held('Ann'), red: held('Bob'), black: held('Cleo'), blue: held('Dee') };
const game = (more = {}) => ({
  status: 'playing', toMove: 'white', seats: { white: held('Ann'), black: { computer: 3 } }, rematch: [], proposal: null, ...more,
});
const over = (winners, reason, seats = four) => game({ status: 'finished', toMove: null, seats, outcome: { winners, reason } });

before(() => {
  globalThis.navigator ??= { languages: ['en-GB', 'en'] };
  return speak('en');
});

test('whose turn it is depends on who asks', () => {
  assert.equal(turnLine(game(), ['white']), 'Your turn');
  assert.equal(turnLine(game(), ['white', 'black']), 'Your turn: White');
  assert.match(turnLine(game(), []), /^.Ann. \(White\) is to move$/);
  assert.match(turnLine(game({ toMove: 'black' }), ['white']), /Computer 3/);
  assert.equal(turnLine(game({ toMove: null }), ['white']), '');
  const open = { white: held('Ann'), black: { player: null } };
  assert.equal(turnLine(game({ status: 'open', seats: open }), []), 'Waiting for 1 more player');
});

test('a plan is told as a step, a jump, a chain, or as not at its end yet', () => {
  const turn = { pieces: [{ from: 'a1', steps: ['a2'], hops: { a1: ['c3'], c3: ['e5'] } }] };
  const line = (path, given = turn) => planLine(path && { path }, given, false);
  assert.equal(planLine(null, turn, true), 'Sending your move…');
  assert.equal(line(null, null), 'Fetching your moves…');
  assert.equal(line(null), 'Choose a piece.');
  assert.equal(line(['a1']), 'Choose where it goes.');
  assert.equal(line(['a1', 'a2']), 'Step a1 to a2.');
  assert.equal(line(['a1', 'c3']), 'Jump a1 to c3.');
  assert.equal(line(['a1', 'c3', 'e5']), 'Chain of 2 jumps, a1 to e5.');
  const onward = { pieces: [{ ...turn.pieces[0], ends: ['e5'] }] };
  assert.match(line(['a1', 'c3'], onward), /go on/);
});

test('who has won is told to the winner, to partners, and to all others', () => {
  assert.equal(resultTitle(over(['white'], 'home'), ['white']), 'You win');
  assert.equal(resultTitle(over(['white', 'black'], 'home'), ['red']), 'White and Black win');
  assert.equal(resultTitle(over(['white'], 'home'), ['white', 'red', 'black', 'blue']), 'White wins');
  assert.equal(resultTitle(over([], 'agreement'), []), 'A draw');
  assert.equal(resultTitle(over([], 'aborted'), ['white']), 'Not played');
  assert.equal(resultReason(over(['white'], 'resign')), 'The others gave up.');
  assert.equal(resultReason(over(['white'], 'resign', { white: held('Ann'), black: held('Bob') })), 'Black gave up.');
});

test('ears hear moves, votes, and how it ends', () => {
  const said = (event, before = game()) => eventLine(event, over(['white'], 'home'), before, ['black']);
  assert.equal(said({ kind: 'moved', seat: 'white', path: 'a1-a2' }), 'White: a1 to a2.');
  assert.equal(said({ kind: 'moved', seat: 'red', path: 'a1-c3-e5' }), 'Red: a1 to e5, chain of 2 jumps.');
  const asked = game({ proposal: { what: 'draw' } });
  assert.equal(said({ kind: 'proposed', seat: 'red', what: 'draw' }), 'Red proposes: a draw.');
  assert.equal(said({ kind: 'voted', seat: 'blue', accept: true }, asked), 'Blue agrees.');
  assert.equal(said({ kind: 'voted', seat: 'blue', accept: false }, asked), 'Blue declines the draw.');
  assert.equal(said({ kind: 'withdrawn', seat: 'red' }, asked), 'Red no longer offers a draw.');
  assert.equal(said({ kind: 'finished' }), 'White wins. Every piece has reached its goal.');
  assert.equal(said({ kind: 'unheard_of' }), null);
  assert.equal(plyLine({ kind: 'passed', seat: 'blue' }), 'Blue passes.');
});

test('a vote in favour is no note beside the board, one against is', () => {
  const asked = game({ proposal: { what: 'takeback' } });
  assert.equal(noteLine({ kind: 'voted', seat: 'blue', accept: true }, asked), null);
  assert.equal(noteLine({ kind: 'voted', seat: 'blue', accept: false }, asked), 'Blue lets the move stand.');
});

test('who wants another game is told to who does not yet', () => {
  const wanted = game({ rematch: ['white'] });
  assert.equal(rematchLine(game(), ['black']), '');
  assert.equal(rematchLine(wanted, ['black']), 'White would like a rematch.');
  assert.match(rematchLine(wanted, ['white']), /^Waiting/);
  assert.equal(rematchLine({ ...wanted, successor: 'g' }, ['black']), '');
});

test('whatever is refused has words, also what the page has never heard of', () => {
  assert.equal(refusalLine({ code: 'visited', message: '' }), refusalLine({ code: 'nothing_to_jump', message: '' }));
  assert.match(refusalLine({ code: 'of_another_world', message: 'so it is' }), /so it is/);
});

test('terms, ratings and times are short', () => {
  const clock = { kind: 'fischer', initial: 600_000, increment: 5_000 };
  assert.equal(termsLine({ preset: 'classic', clock, rated: true, min: 1400, max: 1600 }), 'Classic · 10 min + 5 s · rated · 1,400–1,600');
  assert.equal(termsLine({ preset: null, clock: { kind: 'none' } }), 'Own rules');
  assert.match(ratingLine({ name: 'Ann', before: 1499.6, after: 1511.4 }), /1,500 → 1,511 \(\+11\)/);
  assert.equal(spanText(90 * 60_000), '1 hr');
  assert.equal(clockText(2 * 86_400_000 + 3 * 3_600_000), '2 days 3 hrs');
});

test('a piece rises over what it jumps, and a long chain takes no longer than one waits', () => {
  const points = [0, 80, 160].map((x) => ({ x, y: 0 }));
  const { frames, duration } = walk(points, 40);
  assert.equal(frames.length, 5);
  assert.match(frames[1].transform, /^translate\(40px, -7px\)/);
  assert.deepEqual(frames.map(({ offset }) => offset), [0, 0.25, 0.5, 0.75, 1]);
  assert.equal(duration, 360);
  assert.equal(walk([points[0], { x: 40, y: 0 }], 40).frames.length, 2, 'a step');
  assert.equal(walk(Array(40).fill(points[0]), 40).duration, 1600);
});
