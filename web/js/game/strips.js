// One strip a seat: its name, whether its player is there, whose turn it is, how much has arrived.

import { pieceIcon } from '../board/artwork.js';
import { h, keyed, setText } from '../dom.js';
import { arrived, seatsIn } from '../model/seats.js';
import { isFar, isRight } from '../model/squares.js';
import { seatName } from '../text/sentences.js';
import { t } from '../text/messages.js';

/** The strips of a game, those of the far camps apart from those of the near ones. */
export function createStrips({ onTake, onStand }) {
  const far = h('div', { class: 'strips far' });
  const near = h('div', { class: 'strips near' });
  const strips = new Map();
  const stripOf = (seat) => {
    if (!strips.has(seat)) strips.set(seat, createStrip(seat, { onTake, onStand }));
    return strips.get(seat);
  };

  return {
    far,
    near,
    update({ game, mine, quarters, busy }) {
      const isFarSeat = (seat) => isFar(game.seats[seat].home, game.board, quarters);
      const side = (seat) => Number(isRight(game.seats[seat].home, game.board, quarters));
      const seats = seatsIn(game).sort((one, other) => side(one) - side(other));
      keyed(far, seats.filter(isFarSeat), String, stripOf);
      keyed(near, seats.filter((seat) => !isFarSeat(seat)), String, stripOf);
      for (const seat of seats) stripOf(seat).show(game, mine, busy);
    },
  };
}

function createStrip(seat, { onTake, onStand }) {
  const name = h('bdi', { class: 'strip-name' });
  const you = h('span', { class: 'strip-you' });
  const state = h('span', { class: 'strip-state' });
  const home = h('span', { class: 'strip-home' });
  const take = h('button', { class: 'small', type: 'button', 'data-test': `take-seat-${seat}`, onclick: () => onTake(seat) });
  const stand = h('button', { class: 'small quiet', type: 'button', 'data-test': `stand-${seat}`, onclick: () => onStand(seat) },
    t('seat.stand'));
  const el = h('div', { class: `strip of-${seat}`, 'data-seat': seat, role: 'group' },
    pieceIcon(seat), h('span', { class: 'strip-who' }, name, you), state, take, stand, home);

  function show(game, mine, busy) {
    const { player, connected, out } = game.seats[seat];
    const { count, of } = arrived(game, seat);
    const open = game.status === 'open';
    const toMove = game.status === 'playing' && game.toMove === seat;
    setText(name, player ? player.name : t('seat.free'));
    setText(you, mine.length > 1 ? seatName(seat) : t('seat.you'));
    you.hidden = !mine.includes(seat);
    setText(state, stateOf({ game, player, connected, out, toMove }));
    setText(home, t('seat.home', { count, of }));
    home.title = t('seat.home.long', { count, of });
    setText(take, mine.length > 0 ? t('seat.takeToo') : t('seat.take'));
    take.classList.toggle('primary', mine.length === 0);
    take.hidden = Boolean(player) || !open;
    take.disabled = busy;
    stand.hidden = !(open && mine.includes(seat));
    home.hidden = open;
    el.classList.toggle('to-move', toMove);
    el.classList.toggle('is-free', !player);
    el.classList.toggle('is-out', out);
    el.classList.toggle('is-away', Boolean(player) && !connected);
    el.setAttribute('aria-label', `${seatName(seat)}: ${name.textContent}`);
  }

  function stateOf({ game, player, connected, out, toMove }) {
    if (game.outcome?.winners.includes(seat)) return t('seat.won');
    if (out) return t('seat.out');
    if (player && !connected && game.status !== 'finished') return t('seat.away');
    return toMove ? t('seat.toMove') : '';
  }

  return { el, show };
}
