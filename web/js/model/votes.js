// A proposal being voted on: who has accepted and who has not voted.

/** A new proposal; who proposes has accepted. */
export function proposed(proposal, what, seat, seats) {
  return { proposal, what, seat, accepted: [seat], waiting: seats.filter((other) => other !== seat) };
}

/** The proposal after a vote; null once somebody has refused. */
export function voted(proposal, seat, accept) {
  if (!proposal || !accept) return null;
  return { ...struck(proposal, seat), accepted: [...proposal.accepted, seat] };
}

/** The proposal when a seat has no vote any more. */
export function struck(proposal, seat) {
  if (!proposal) return null;
  const others = (seats) => seats.filter((other) => other !== seat);
  return { ...proposal, accepted: others(proposal.accepted), waiting: others(proposal.waiting) };
}

/** What one can do about a proposal, holding these seats: `vote`, `withdraw`, or `wait`. */
export function standing(proposal, mine) {
  if (proposal.waiting.some((seat) => mine.includes(seat))) return 'vote';
  return mine.includes(proposal.seat) ? 'withdraw' : 'wait';
}
