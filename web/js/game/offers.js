// What stands open between the players, in place: a proposal with its votes, and a seat that may be claimed against.

import { pieceIcon } from '../board/artwork.js';
import { h, keyed, setText } from '../dom.js';
import { icon } from '../icons.js';
import { actingSeat, seatsLeft } from '../model/seats.js';
import { standing } from '../model/votes.js';
import { apart, holderName, seatName } from '../text/sentences.js';
import { clockText } from '../text/times.js';
import { t } from '../text/messages.js';

/** Both notices; `order(type, fields)` gives an order, `say(sentence)` tells ears. */
export function createOffers({ order, say }) {
  const proposal = createProposal(order);
  const claim = createClaim(order, say);
  const el = h('section', { class: 'offers', 'aria-label': t('offers.label') }, proposal.el, claim.el);
  return {
    el,
    update(view) {
      proposal.update(view);
      claim.update(view);
    },
    tick: claim.tick,
  };
}

function button(name, test, kind, onclick) {
  return h('button', { type: 'button', class: kind, 'data-test': test, onclick }, t(name));
}

function createProposal(order) {
  let view = null;
  const vote = (accept) => order('vote', { proposal: view.game.proposal.proposal, accept });
  const line = h('p', { class: 'offer-line' });
  const votes = h('ul', { class: 'votes' });
  const refuse = button('offer.refuse', 'refuse', '', () => vote(false));
  const accept = button('offer.accept', 'accept', 'primary', () => vote(true));
  const withdraw = button('offer.withdraw', 'withdraw', '', () => order('withdraw', { seat: view.game.proposal.seat }));
  const el = h('div', { class: 'offer', 'data-test': 'proposal', hidden: true },
    h('div', { class: 'offer-words' }, line, votes), h('div', { class: 'row' }, refuse, accept, withdraw));
  return {
    el,
    update(next) {
      view = next;
      const { game: { proposal, seats }, mine } = view;
      el.hidden = !proposal;
      if (!proposal) return;
      const can = standing(proposal, mine);
      setText(line, t(`offer.${proposal.what}`, { seat: seatName(proposal.seat), name: apart(holderName(seats[proposal.seat])) }));
      // Of two, the words above say it all.
      votes.hidden = proposal.accepted.length + proposal.waiting.length < 3;
      keyed(votes, [...proposal.accepted, ...proposal.waiting], String, makeVote);
      for (const seat of [...proposal.accepted, ...proposal.waiting]) {
        votes.keyedChildren.get(seat).show(proposal.accepted.includes(seat));
      }
      refuse.hidden = accept.hidden = can !== 'vote';
      withdraw.hidden = can !== 'withdraw';
    },
  };
}

function makeVote(seat) {
  const words = h('span', {});
  const mark = h('span', { class: 'vote-mark' }, icon('yes'));
  const el = h('li', { class: 'vote' }, pieceIcon(seat), mark, words);
  return {
    el,
    show(accepted) {
      el.classList.toggle('has-accepted', accepted);
      setText(words, t(accepted ? 'offer.accepted' : 'offer.waiting', { seat: seatName(seat) }));
    },
  };
}

/** The notice about a seat that has gone on its turn: a countdown, then what can be claimed. */
function createClaim(order, say) {
  let view = null;
  const line = h('p', { class: 'offer-line' });
  const win = button('claim.win', 'claim-win', 'primary', () => claim('win'));
  const draw = button('claim.draw', 'claim-draw', '', () => claim('draw'));
  const el = h('div', { class: 'offer', 'data-test': 'claim', hidden: true }, line, h('div', { class: 'row' }, draw, win));
  /** What has been told to ears: the countdown only as it begins and when it is over. */
  let told = null;
  const claim = (what) => order('claim', { what, seat: actingSeat(view.game, view.mine) });

  function tick(now) {
    if (!view || el.hidden) return;
    const { game } = view;
    const left = game.claimable.from - now;
    const name = apart(holderName(game.seats[game.claimable.seat]));
    const stage = left > 0 ? 'claim.soon' : 'claim.now';
    setText(line, t(stage, { name, time: clockText(left, false) }));
    win.disabled = draw.disabled = left > 0;
    if (told !== stage) say(line.textContent);
    told = stage;
  }

  return {
    el,
    tick,
    update(next) {
      view = next;
      const { game, mine, now } = view;
      const { claimable, status } = game;
      el.hidden = !(claimable && status === 'playing' && mine.length > 0 && !mine.includes(claimable.seat));
      if (el.hidden) told = null;
      const two = seatsLeft(game).length === 2;
      draw.hidden = !two;
      setText(win, t(two ? 'claim.win' : 'claim.out'));
      tick(now);
    },
  };
}
