// Addresses and the pages they mean.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardHash, gameHash, route } from '../js/router.js';

const ID = '018f4e9a-0000-7000-8000-000000000000';

test('a game is found with its key and ply', () => {
  const { page, id, key, query } = route(gameHash(ID.toUpperCase(), 'k3y_-', 12));
  assert.deepEqual([page, id, key, query.get('ply')], ['game', ID, 'k3y_-', '12']);
  assert.equal(route(gameHash(ID)).key, null);
});

test('other pages, and what is none', () => {
  assert.equal(route('#/rules').page, 'rules');
  assert.equal(route('').page, 'home');
  assert.equal(route('#/nonsense/here').page, 'home');
  const { page, query } = route(boardHash({ board: 8 }, '8/8 w 0,0'));
  assert.equal(page, 'board');
  assert.deepEqual([JSON.parse(query.get('rules')), query.get('position')], [{ board: 8 }, '8/8 w 0,0']);
});
