// One game in a list: its seats, who plays, by which rules, and what can be done there.

import { pieceIcon } from '../board/artwork.js';
import { h, keyed, setText } from '../dom.js';
import { icon } from '../icons.js';
import { seatsOf } from '../model/seats.js';
import { gameHash } from '../router.js';
import { apart, holderName, seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';
import { termsLine } from '../text/terms.js';
import { numberText } from '../text/times.js';

/** A row to be kept up to date; `verb(game)` is the key of what can be done. */
export function makeRow({ id, key = null }, verb) {
  const seats = h('span', { class: 'game-seats' });
  const names = h('span', { class: 'game-names' });
  const facts = h('span', { class: 'game-facts' });
  const go = h('span', { class: 'game-go' });
  const link = h('a', { class: 'game-row', href: gameHash(id, key), 'data-game': id }, seats,
    h('span', { class: 'game-words' }, names, facts), go);
  return {
    el: h('li', {}, link),
    update(game) {
      keyed(seats, seatsOf(game.rules), String, makeSeat);
      for (const seat of seatsOf(game.rules)) {
        seats.keyedChildren.get(seat).el.classList.toggle('is-free', !game.seats[seat] && !game.computers?.[seat]);
      }
      setText(names, namesOf(game));
      setText(facts, factsOf(game));
      setText(go, t(verb(game)));
      link.classList.toggle('is-waiting', verb(game) === 'home.yourTurn');
    },
  };
}

/** A row of somebody who looks for a quick game; `play(seek)` answers it. */
export function makeSeekRow(seek, play) {
  const name = t('seek.by', { name: apart(seek.player.name), rating: numberText(Math.round(seek.rating)) });
  return { el: h('li', {}, h('button', { type: 'button', class: 'game-row', onclick: () => play(seek) }, icon('clock'),
    h('span', { class: 'game-words' }, h('span', { class: 'game-names' }, name), h('span', { class: 'game-facts' }, termsLine(seek))),
    h('span', { class: 'game-go' }, t('seek.play')))) };
}

/** Whether a player holds a seat of a listed game. */
export function isIn(game, player) {
  return Boolean(player) && Object.values(game.seats).some((holder) => holder?.id === player.id);
}

function makeSeat(seat) {
  return { el: h('span', { class: 'game-seat', title: seatName(seat) }, pieceIcon(seat)) };
}

/** Who plays, in seat order. */
export function namesOf(game) {
  const held = seatsOf(game.rules).map((seat) => ({ player: game.seats[seat], computer: game.computers?.[seat] }));
  const names = held.filter(({ player, computer }) => player || computer).map(holderName);
  return [...new Set(names.length > 0 ? names : [game.host?.name ?? t('seat.free')])].map(apart).join(' · ');
}

function factsOf(game) {
  if (game.status !== 'open') return termsLine(game);
  const seats = seatsOf(game.rules);
  const taken = seats.filter((seat) => game.seats[seat] || game.computers?.[seat]).length;
  return `${t('home.taken', { n: taken, of: seats.length })} · ${termsLine(game)}`;
}
