//! What a player asks of a game.

use halma_core::{Path, Seat};
use halma_protocol::{
    Claim, ClaimKind, ClientMsg, CommandId, GameId, GiveTime, Move, OnGame, OnSeat, ProposalKind,
    Propose, Vote,
};

/// A command, as the judge takes it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Command {
    /// Take this seat, or the first free one.
    TakeSeat {
        seat: Option<Seat>,
        key: Option<String>,
    },
    /// Give up a seat before the start.
    Stand { seat: Option<Seat> },
    /// Make a move in the position that event `at` made.
    Move {
        at: u64,
        path: Path,
        seat: Option<Seat>,
    },
    /// Give the game up.
    Resign { seat: Option<Seat> },
    /// Call the game off.
    Abort { seat: Option<Seat> },
    /// Propose something in the position that event `at` made.
    Propose {
        at: u64,
        what: ProposalKind,
        seat: Option<Seat>,
    },
    /// Accept or refuse a proposal.
    Vote {
        proposal: u64,
        accept: bool,
        seat: Option<Seat>,
    },
    /// Withdraw one's own proposal.
    Withdraw { seat: Option<Seat> },
    /// Claim against the seat to move.
    Claim { what: ClaimKind, seat: Option<Seat> },
    /// Go back to one's own last decision.
    Undo,
    /// Go forward again.
    Redo,
    /// Begin again.
    Restart,
    /// Offer or accept another game.
    Rematch { seat: Option<Seat> },
    /// Give time to another seat.
    GiveTime { to: Seat },
}

impl Command {
    /// The command in a client's message, with its id and its game; any other message as it is.
    pub(crate) fn of(message: ClientMsg) -> Result<(CommandId, GameId, Self), ClientMsg> {
        Ok(match message {
            ClientMsg::Stand(OnSeat { id, game, seat }) => (id, game, Self::Stand { seat }),
            ClientMsg::Move(Move {
                id,
                game,
                at,
                path,
                seat,
            }) => (id, game, Self::Move { at, path, seat }),
            ClientMsg::Resign(OnSeat { id, game, seat }) => (id, game, Self::Resign { seat }),
            ClientMsg::Abort(OnSeat { id, game, seat }) => (id, game, Self::Abort { seat }),
            ClientMsg::Propose(Propose {
                id,
                game,
                at,
                what,
                seat,
            }) => (id, game, Self::Propose { at, what, seat }),
            ClientMsg::Vote(Vote {
                id,
                game,
                proposal,
                accept,
                seat,
            }) => {
                let vote = Self::Vote {
                    proposal,
                    accept,
                    seat,
                };
                (id, game, vote)
            }
            ClientMsg::Withdraw(OnSeat { id, game, seat }) => (id, game, Self::Withdraw { seat }),
            ClientMsg::Claim(Claim {
                id,
                game,
                what,
                seat,
            }) => (id, game, Self::Claim { what, seat }),
            ClientMsg::Undo(OnGame { id, game }) => (id, game, Self::Undo),
            ClientMsg::Redo(OnGame { id, game }) => (id, game, Self::Redo),
            ClientMsg::Restart(OnGame { id, game }) => (id, game, Self::Restart),
            ClientMsg::Rematch(OnSeat { id, game, seat }) => (id, game, Self::Rematch { seat }),
            ClientMsg::GiveTime(GiveTime { id, game, to }) => (id, game, Self::GiveTime { to }),
            other @ (ClientMsg::Hello(_)
            | ClientMsg::Ping(_)
            | ClientMsg::Join(_)
            | ClientMsg::Leave(_)
            | ClientMsg::Hint(_)
            | ClientMsg::Subscribe(_)
            | ClientMsg::Unsubscribe(_)
            | ClientMsg::Seek(_)
            | ClientMsg::Cancel(_)
            | ClientMsg::Challenge(_)
            | ClientMsg::Decline(_)) => return Err(other),
        })
    }

    /// Whether a game in which nothing else were done could go on for ever.
    pub(super) fn lengthens(&self) -> bool {
        match self {
            Self::TakeSeat { .. }
            | Self::Stand { .. }
            | Self::Move { .. }
            | Self::Undo
            | Self::Redo
            | Self::GiveTime { .. } => true,
            Self::Propose { what, .. } => *what == ProposalKind::Takeback,
            Self::Resign { .. }
            | Self::Abort { .. }
            | Self::Vote { .. }
            | Self::Withdraw { .. }
            | Self::Claim { .. }
            | Self::Restart
            | Self::Rematch { .. } => false,
        }
    }
}
