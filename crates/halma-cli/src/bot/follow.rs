//! A game as its events tell it.

use anyhow::Context;
use halma_core::{Game, OutCause, Position, Rules, Seat, SeatSet};
use halma_protocol::{Clocks, Event, EventKind, PlayerId};

/// Where a game stands, and which of its seats are ours.
pub(super) struct Followed {
    me: PlayerId,
    game: Option<Game>,
    pub(super) mine: SeatSet,
    /// What each seat had left after the last event, in milliseconds.
    pub(super) clocks: Option<Clocks>,
}

impl Followed {
    pub(super) const fn new(me: PlayerId) -> Self {
        Self {
            me,
            game: None,
            mine: SeatSet::EMPTY,
            clocks: None,
        }
    }

    /// The game so far.
    pub(super) fn game(&self) -> anyhow::Result<&Game> {
        self.game.as_ref().context("a game begins with its making")
    }

    /// Takes the next event in.
    pub(super) fn apply(&mut self, event: &Event) -> anyhow::Result<()> {
        if event.clocks.is_some() {
            self.clocks.clone_from(&event.clocks);
        }
        match &event.kind {
            EventKind::Created { rules, start, .. } => {
                let rules = Rules::new(*rules)?;
                let start = match start {
                    Some(text) => Position::parse(&rules, text)?,
                    None => rules.start(),
                };
                self.game = Some(Game::from_position(start));
            }
            EventKind::Seated { seat, player } if player.id == self.me => {
                self.mine = self.mine.with(*seat);
            }
            EventKind::Stood { seat } => self.mine = self.mine.without(*seat),
            EventKind::Moved { path, .. } => self.known()?.play(path)?,
            EventKind::Redone { moves, .. } => {
                for played in moves {
                    self.known()?.play(&played.path)?;
                }
            }
            EventKind::TakenBack { plies, .. } | EventKind::Undone { plies, .. } => {
                let game = self.known()?;
                while game.len() > *plies as usize {
                    game.take_back().context("nothing is left to take back")?;
                }
            }
            EventKind::Resigned { seat, .. } => self.go_out(*seat, OutCause::Resign)?,
            EventKind::Flagged { seat, .. } => self.go_out(*seat, OutCause::Time)?,
            // With two seats left it ends the game, and that is told next.
            EventKind::Claimed { seat, .. } if self.game()?.position().seats_in().len() > 2 => {
                self.go_out(*seat, OutCause::Time)?;
            }
            // What the rules bring about by themselves, and all that leaves the board alone.
            _ => {}
        }
        Ok(())
    }

    fn known(&mut self) -> anyhow::Result<&mut Game> {
        self.game.as_mut().context("a game begins with its making")
    }

    fn go_out(&mut self, seat: Seat, cause: OutCause) -> anyhow::Result<()> {
        Ok(self.known()?.go_out(seat, cause)?)
    }
}
