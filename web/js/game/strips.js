// One strip a seat: its name, whether its player is there, whose turn it is, its clock, how much has arrived.

import { pieceIcon } from '../board/artwork.js';
import { h, keyed, setText } from '../dom.js';
import { isLow, isRunning, timeLeft } from '../model/clock.js';
import { arrived, partnerOf, seatsIn } from '../model/seats.js';
import { isFar, isRight } from '../model/squares.js';
import { holderName, seatName } from '../text/sentences.js';
import { clockText, numberText, spanText } from '../text/times.js';
import { t } from '../text/messages.js';

/** Who has been away for less than this is about to come back, most often: no time is shown. */
const BRIEF = 5000;

/** The strips of a game, those of the far camps apart from those of the near ones. */
export function createStrips({ onTake, onStand }) {
  const far = h('div', { class: 'strips far' });
  const near = h('div', { class: 'strips near' });
  const strips = new Map();
  let shown = null;
  const stripOf = (seat) => {
    if (!strips.has(seat)) strips.set(seat, createStrip(seat, { onTake, onStand }));
    return strips.get(seat);
  };

  return {
    far,
    near,
    update({ game, mine, quarters, busy, now, ratings }) {
      shown = game;
      const isFarSeat = (seat) => isFar(game.seats[seat].home, game.board, quarters);
      const side = (seat) => Number(isRight(game.seats[seat].home, game.board, quarters));
      const seats = seatsIn(game).sort((one, other) => side(one) - side(other));
      keyed(far, seats.filter(isFarSeat), String, stripOf);
      keyed(near, seats.filter((seat) => !isFarSeat(seat)), String, stripOf);
      for (const seat of seats) stripOf(seat).show(game, mine, busy, now, ratings[seat]);
    },

    /** Shows the time gone by since the last update. */
    tick(now) {
      for (const seat of seatsIn(shown)) stripOf(seat).tick(shown, now);
    },
  };
}

function createStrip(seat, { onTake, onStand }) {
  const name = h('bdi', { class: 'strip-name' });
  const rating = h('span', { class: 'strip-rating', 'data-test': `rating-${seat}` });
  const you = h('span', { class: 'strip-you' });
  const state = h('span', { class: 'strip-state', 'data-test': `state-${seat}` });
  const clock = h('span', { class: 'strip-clock', role: 'timer', 'data-test': `clock-${seat}` });
  const home = h('span', { class: 'strip-home' });
  const take = h('button', { class: 'small', type: 'button', 'data-test': `take-seat-${seat}`, onclick: () => onTake(seat) });
  const stand = h('button', { class: 'small quiet', type: 'button', 'data-test': `stand-${seat}`, onclick: () => onStand(seat) },
    t('seat.stand'));
  const el = h('div', { class: `strip of-${seat}`, 'data-seat': seat, role: 'group' },
    pieceIcon(seat), h('span', { class: 'strip-who' }, name, rating, you), state, take, stand, home, clock);

  function show(game, mine, busy, now, rated) {
    const { player, computer, connected, out } = game.seats[seat];
    const { count, of } = arrived(game, seat);
    const open = game.status === 'open';
    const toMove = game.status === 'playing' && game.toMove === seat;
    setText(name, holderName(game.seats[seat]));
    const partner = !mine.includes(seat) && mine.includes(partnerOf(game.rules, seat));
    setText(you, partner ? t('seat.partner') : mine.length > 1 ? seatName(seat) : t('seat.you'));
    you.hidden = !mine.includes(seat) && !partner;
    setText(rating, rated === undefined ? '' : numberText(Math.round(rated)));
    setText(home, t('seat.home', { count, of }));
    home.title = t('seat.home.long', { count, of });
    setText(take, mine.length > 0 ? t('seat.takeToo') : t('seat.take'));
    take.classList.toggle('primary', mine.length === 0);
    take.hidden = Boolean(player) || Boolean(computer) || !open;
    take.disabled = busy;
    stand.hidden = !(open && mine.includes(seat));
    home.hidden = open;
    clock.hidden = game.clock.kind === 'none';
    el.classList.toggle('to-move', toMove);
    el.classList.toggle('is-free', !player && !computer);
    el.classList.toggle('is-out', out);
    el.classList.toggle('is-away', isAway(game) && !connected);
    el.setAttribute('aria-label', `${seatName(seat)}: ${name.textContent}`);
    tick(game, now);
  }

  function tick(game, now) {
    setText(state, stateOf(game, now));
    state.title = isAway(game) && game.away[seat] ? t(`away.${game.away[seat].why}.long`) : '';
    const left = timeLeft(game, seat, now);
    if (left === null) return;
    setText(clock, clockText(left));
    const running = isRunning(game, seat);
    clock.classList.toggle('is-running', running);
    clock.classList.toggle('is-low', running && isLow(game, left));
  }

  function isAway(game) {
    return Boolean(game.seats[seat].player) && game.status !== 'finished' && !game.seats[seat].out;
  }

  function stateOf(game, now) {
    const { out, connected, computer } = game.seats[seat];
    if (game.outcome?.winners.includes(seat)) return t('seat.won');
    if (out) return t('seat.out');
    if (isAway(game) && !connected) {
      const { since = now, why } = game.away[seat] ?? {};
      return now - since > BRIEF ? t('seat.awayFor', { why: t(`away.${why}`), time: spanText(now - since) }) : t('seat.away');
    }
    if (game.status !== 'playing' || game.toMove !== seat) return '';
    return t(computer ? 'seat.thinking' : 'seat.toMove');
  }

  return { el, show, tick };
}
