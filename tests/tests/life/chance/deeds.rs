//! What somebody may ask of a game, sensibly or not.

use halma_client::legal_moves;
use halma_core::Seat;
use halma_protocol::{
    Claim, ClaimKind, ClientMsg, CommandId, EventKind, GameId, GiveTime, Move, OnGame, OnSeat,
    ProposalKind, Propose, Vote,
};
use halma_tests::{Dice, Seen};

/// A command as the dice want it, from somebody who sees the game like this.
pub(super) fn any(dice: &mut Dice, id: CommandId, seen: &Seen, seats: &[Seat]) -> ClientMsg {
    let (game, at) = (seen.game, seen.at);
    let seat = dice.once_in(4).then(|| *dice.pick(seats));
    let on_seat = |id, game| OnSeat { id, game, seat };
    match dice.roll(40) {
        0..5 => some_move(dice, id, seen),
        5..8 => ClientMsg::Move(Move {
            id,
            game,
            at: if dice.once_in(2) { at } else { 1 },
            path: "a1-a2".parse().unwrap(),
            seat,
        }),
        8..13 => ClientMsg::Propose(Propose {
            id,
            game,
            at,
            what: *dice.pick(&[ProposalKind::Draw, ProposalKind::Takeback]),
            seat,
        }),
        13..23 => ClientMsg::Vote(Vote {
            id,
            game,
            proposal: newest_proposal(seen),
            accept: dice.roll(4) > 0,
            seat,
        }),
        23..25 => ClientMsg::Withdraw(on_seat(id, game)),
        25 if dice.once_in(3) => ClientMsg::Resign(on_seat(id, game)),
        26 if dice.once_in(6) => ClientMsg::Abort(on_seat(id, game)),
        25..28 => ClientMsg::Claim(Claim {
            id,
            game,
            what: *dice.pick(&[ClaimKind::Win, ClaimKind::Draw]),
            seat,
        }),
        28..30 => ClientMsg::GiveTime(GiveTime {
            id,
            game,
            to: *dice.pick(seats),
        }),
        30..34 => ClientMsg::Undo(OnGame { id, game }),
        34..37 => ClientMsg::Redo(OnGame { id, game }),
        37 if dice.once_in(4) => ClientMsg::Restart(OnGame { id, game }),
        _ => ClientMsg::Rematch(on_seat(id, game)),
    }
}

/// A legal move, if the game is seen to wait for one; else one that cannot be.
pub(super) fn some_move(dice: &mut Dice, id: CommandId, seen: &Seen) -> ClientMsg {
    let legal = seen.turn.as_ref().map(legal_moves).unwrap_or_default();
    let path = if legal.is_empty() {
        "a1-a2".parse().unwrap()
    } else {
        *dice.pick(&legal)
    };
    ClientMsg::Move(Move {
        id,
        game: seen.game,
        at: seen.at,
        path,
        seat: None,
    })
}

/// A claim to the game.
pub(super) fn claim(id: CommandId, game: GameId) -> ClientMsg {
    ClientMsg::Claim(Claim {
        id,
        game,
        what: ClaimKind::Win,
        seat: None,
    })
}

fn newest_proposal(seen: &Seen) -> u64 {
    let proposed = |kind: &EventKind| matches!(kind, EventKind::Proposed { .. });
    let newest = seen.events.iter().rev();
    let mut proposals = newest.filter(|event| proposed(&event.kind));
    proposals.next().map_or(1, |event| event.seq)
}
