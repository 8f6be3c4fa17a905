// Says in a sentence what an event of a game was: for screen readers, and as a note beside the board.

import { seatName, resultReason, resultTitle } from './sentences.js';
import { t } from './messages.js';

/** A move or what stands in its place in the list of moves, as a sentence. */
export function plyLine({ seat, kind, path }) {
  if (kind !== 'moved') return t(`said.${kind}`, { seat: seatName(seat) });
  const span = { seat: seatName(seat), from: path[0], to: path.at(-1), n: path.length - 1 };
  return t(path.length > 2 ? 'said.chain' : 'said.moved', span);
}

/** The sentence on an event, or null where nobody needs one. `before` is the game before it. */
export function eventLine(event, game, before, mine) {
  switch (event.kind) {
    case 'moved':
      return plyLine({ ...event, path: event.path.split('-') });
    case 'finished':
      return `${resultTitle(game, mine)}. ${resultReason(game)}`;
    case 'voted':
      return event.accept ? t('said.accepted', words(event)) : noteLine(event, before);
    default:
      return noteLine(event, before) ?? (SAID.has(event.kind) ? t(`said.${event.kind}`, words(event)) : null);
  }
}

/** What is worth a note that everybody sees, or null. */
export function noteLine(event, before) {
  switch (event.kind) {
    case 'voted':
      return event.accept || !before.proposal ? null : t(`note.refused.${before.proposal.what}`, words(event));
    case 'withdrawn':
      return before.proposal ? t(`note.withdrawn.${before.proposal.what}`, words(event)) : null;
    case 'passed':
    case 'resigned':
    case 'flagged':
    case 'claimed':
    case 'missed_deadline':
    case 'taken_back':
    case 'time_given':
      return t(`note.${event.kind}`, words(event));
    default:
      return null;
  }
}

const SAID = new Set(['seated', 'stood', 'started', 'proposed', 'undone', 'redone', 'rematch_offered', 'succeeded']);

function words({ seat, player, what }) {
  return { seat: seat ? seatName(seat) : '', name: player?.name ?? '', what: what ? t(`what.${what}`) : '' };
}
