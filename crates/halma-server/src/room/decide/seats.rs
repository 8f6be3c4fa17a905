//! Taking a seat, and who may see a private game.

use halma_core::Seat;
use halma_protocol::{ErrorCode, ErrorMsg, EventKind, GameStatus, PlayerId, PlayerRef};

use super::no_such_game;
use crate::room::consequences::start_of;
use crate::room::creation::no_such_seat;
use crate::room::table::Table;

impl Table {
    pub(super) fn take_seat(
        &self,
        player: &PlayerRef,
        wanted: Option<Seat>,
        key: Option<&str>,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        if !self.admits(Some(player.id), key) {
            return Err(no_such_game());
        }
        self.must_be(GameStatus::Open)?;
        let taken = || ErrorMsg::new(ErrorCode::SeatTaken, "the seat is taken");
        let reserved = || {
            ErrorMsg::new(
                ErrorCode::SeatReserved,
                "the seat is kept for another player",
            )
        };
        let free = || self.people().filter(|seat| self.holder(*seat).is_none());
        let invited = |seat: &Seat| self.invited.get(seat).map(|player| player.id);
        let seat = match wanted {
            Some(seat) if !self.seats.contains_key(&seat) => return Err(no_such_seat(seat)),
            Some(seat) => free().find(|free| *free == seat).ok_or_else(taken)?,
            None => free()
                .find(|seat| invited(seat) == Some(player.id))
                .or_else(|| free().find(|seat| invited(seat).is_none()))
                .or_else(|| free().next())
                .ok_or_else(taken)?,
        };
        if invited(&seat).is_some_and(|invited| invited != player.id) {
            return Err(reserved());
        }
        if self.rated && self.seats_of(player.id).next().is_some() {
            return Err(ErrorMsg::new(
                ErrorCode::NotRated,
                "in a rated game everybody has one seat",
            ));
        }
        let mut kinds = vec![EventKind::Seated {
            seat,
            player: player.clone(),
        }];
        if free().count() == 1 {
            kinds.extend(start_of(&self.game));
        }
        Ok(kinds)
    }

    /// Whether somebody may see this game at all.
    pub(crate) fn admits(&self, player: Option<PlayerId>, key: Option<&str>) -> bool {
        let known = |player: PlayerId| {
            let invited = self.invited.values().any(|invited| invited.id == player);
            self.host.id == player || invited || self.seats_of(player).next().is_some()
        };
        self.key.is_none() || self.key.as_deref() == key || player.is_some_and(known)
    }
}
