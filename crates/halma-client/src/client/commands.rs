//! What can be done in a game.
//!
//! Each command gives the number of the event it caused. It is done once, however often it must
//! be sent. A seat need be named only by who holds several and means one that is not to move.

use halma_core::{Path, Seat};
use halma_protocol::{
    AskHint, Claim, ClaimKind, ClientMsg, CommandId, GiveTime, Hint, Move, OnGame, OnSeat,
    ProposalKind, Propose, Vote,
};

use super::line::Answer;
use super::{Game, new_id};
use crate::Error;

/// # Commands
///
/// Every one of them fails with [`Error::Refused`] when the server judges so, and its code says
/// why; or with another error when the server is away for good.
impl Game {
    /// Makes a move in the position that event `at` made.
    ///
    /// # Errors
    ///
    /// Refused, with a code for each way a move can be wrong.
    pub async fn play(&self, at: u64, path: Path, seat: Option<Seat>) -> Result<u64, Error> {
        let (id, game) = (new_id(), self.id);
        let command = Move {
            id: id.clone(),
            game,
            at,
            path,
            seat,
        };
        self.event(id, ClientMsg::Move(command)).await
    }

    /// Gives the game up.
    ///
    /// # Errors
    ///
    /// Refused with `not_started`, `game_over`, `not_seated` or `seat_needed`.
    pub async fn resign(&self, seat: Option<Seat>) -> Result<u64, Error> {
        self.on_seat(ClientMsg::Resign, seat).await
    }

    /// Gives a seat back before the start.
    ///
    /// # Errors
    ///
    /// Refused with `already_started`, `game_over`, `not_seated` or `seat_needed`.
    pub async fn stand(&self, seat: Option<Seat>) -> Result<u64, Error> {
        self.on_seat(ClientMsg::Stand, seat).await
    }

    /// Calls the game off, as any seat may until every seat has moved.
    ///
    /// # Errors
    ///
    /// Refused with `too_late`, `game_over` or `not_seated`.
    pub async fn abort(&self, seat: Option<Seat>) -> Result<u64, Error> {
        self.on_seat(ClientMsg::Abort, seat).await
    }

    /// Proposes something in the position that event `at` made; the event's number is the
    /// proposal's name.
    ///
    /// # Errors
    ///
    /// Refused with `stale`, `proposal_open`, `too_soon`, `nothing_to_undo` or `not_seated`.
    pub async fn propose(
        &self,
        at: u64,
        what: ProposalKind,
        seat: Option<Seat>,
    ) -> Result<u64, Error> {
        let (id, game) = (new_id(), self.id);
        let command = Propose {
            id: id.clone(),
            game,
            at,
            what,
            seat,
        };
        self.event(id, ClientMsg::Propose(command)).await
    }

    /// Accepts or refuses a proposal, for that seat or for all of ours that have not voted.
    ///
    /// # Errors
    ///
    /// Refused with `no_proposal` or `not_seated`.
    pub async fn vote(
        &self,
        proposal: u64,
        accept: bool,
        seat: Option<Seat>,
    ) -> Result<u64, Error> {
        let (id, game) = (new_id(), self.id);
        let command = Vote {
            id: id.clone(),
            game,
            proposal,
            accept,
            seat,
        };
        self.event(id, ClientMsg::Vote(command)).await
    }

    /// Takes our own proposal back.
    ///
    /// # Errors
    ///
    /// Refused with `no_proposal` or `not_seated`.
    pub async fn withdraw(&self, seat: Option<Seat>) -> Result<u64, Error> {
        self.on_seat(ClientMsg::Withdraw, seat).await
    }

    /// Ends the wait for a seat that is gone on its turn, once `presence` says that it may be
    /// claimed against.
    ///
    /// # Errors
    ///
    /// Refused with `not_claimable` or `not_seated`.
    pub async fn claim(&self, what: ClaimKind, seat: Option<Seat>) -> Result<u64, Error> {
        let (id, game) = (new_id(), self.id);
        let command = Claim {
            id: id.clone(),
            game,
            what,
            seat,
        };
        self.event(id, ClientMsg::Claim(command)).await
    }

    /// Gives another seat 15 seconds.
    ///
    /// # Errors
    ///
    /// Refused with `no_clock` or `not_seated`.
    pub async fn give_time(&self, to: Seat) -> Result<u64, Error> {
        let (id, game) = (new_id(), self.id);
        let command = GiveTime {
            id: id.clone(),
            game,
            to,
        };
        self.event(id, ClientMsg::GiveTime(command)).await
    }

    /// In a solo game: goes back to our last own decision.
    ///
    /// # Errors
    ///
    /// Refused with `not_solo`, `nothing_to_undo` or `game_over`.
    pub async fn undo(&self) -> Result<u64, Error> {
        self.on_game(ClientMsg::Undo).await
    }

    /// In a solo game: goes forward again to where `undo` came from.
    ///
    /// # Errors
    ///
    /// Refused with `not_solo`, `nothing_to_undo` or `game_over`.
    pub async fn redo(&self) -> Result<u64, Error> {
        self.on_game(ClientMsg::Redo).await
    }

    /// In a solo game: begins again, in a game that the event names.
    ///
    /// # Errors
    ///
    /// Refused with `not_solo`.
    pub async fn restart(&self) -> Result<u64, Error> {
        self.on_game(ClientMsg::Restart).await
    }

    /// After the end: offers, or accepts, another game with the next seat first.
    ///
    /// # Errors
    ///
    /// Refused with `not_over` or `not_seated`.
    pub async fn rematch(&self, seat: Option<Seat>) -> Result<u64, Error> {
        self.on_seat(ClientMsg::Rematch, seat).await
    }

    /// Asks what the computer would play in the position that event `at` made; a seat of ours must
    /// be to move.
    ///
    /// # Errors
    ///
    /// Refused with `no_hints`, `stale` or `not_your_turn`.
    pub async fn hint(&self, at: u64) -> Result<Hint, Error> {
        let (id, game) = (new_id(), self.id);
        let command = AskHint {
            id: id.clone(),
            game,
            at,
        };
        match self.order(id, ClientMsg::Hint(command)).await? {
            Answer::Hint(hint) => Ok(hint),
            Answer::Done(_) => Err(Error::not_understood(Some(game), "an ok for a hint")),
        }
    }

    /// Gives a command that causes an event.
    async fn event(&self, id: CommandId, command: ClientMsg) -> Result<u64, Error> {
        match self.order(id, command).await? {
            Answer::Done(Some(seq)) => Ok(seq),
            _ => Err(Error::not_understood(Some(self.id), "an ok without a seq")),
        }
    }

    async fn on_seat(
        &self,
        command: fn(OnSeat) -> ClientMsg,
        seat: Option<Seat>,
    ) -> Result<u64, Error> {
        let (id, game) = (new_id(), self.id);
        let named = OnSeat {
            id: id.clone(),
            game,
            seat,
        };
        self.event(id, command(named)).await
    }

    async fn on_game(&self, command: fn(OnGame) -> ClientMsg) -> Result<u64, Error> {
        let (id, game) = (new_id(), self.id);
        let named = OnGame {
            id: id.clone(),
            game,
        };
        self.event(id, command(named)).await
    }
}
