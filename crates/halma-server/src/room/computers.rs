//! The computers at a table: when they are asked to move, vote or hint, and what comes of it.

use halma_core::Seat;
use halma_protocol::{ErrorCode, ErrorMsg, Hint, ServerMsg};

use super::handle::AskHint;
use super::{Room, busy};
use crate::bots::{Answer, Question, Thinking};
use crate::frame;

/// What a computer is thinking about: its answer is good for this only.
#[derive(Debug)]
pub(super) struct Pondering {
    thinking: Thinking,
    seat: Seat,
    about: About,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    /// A move in the position that this event made.
    Move { at: u64 },
    /// A vote on this proposal.
    Vote { proposal: u64 },
}

/// A hint that is being thought of.
#[derive(Debug)]
pub(super) struct Hinting {
    thinking: Thinking,
    ask: AskHint,
}

impl Pondering {
    /// Waits for the answer; for ever if nothing is pondered. Cancel-safe.
    pub(super) async fn end(pondering: &mut Option<Self>) -> Option<Answer> {
        match pondering {
            Some(pondering) => pondering.thinking.answer().await,
            None => std::future::pending().await,
        }
    }
}

impl Hinting {
    /// Waits for the answer; for ever if no hint is asked for. Cancel-safe.
    pub(super) async fn end(hinting: &mut Option<Self>) -> Option<Answer> {
        match hinting {
            Some(hinting) => hinting.thinking.answer().await,
            None => std::future::pending().await,
        }
    }
}

impl Room {
    /// Asks a computer whatever it is to decide now, unless it is at it already.
    pub(super) fn ponder(&mut self) {
        if self.writing.is_some() {
            return;
        }
        let due = self.to_ponder();
        if self.pondering.as_ref().map(|now| (now.seat, now.about))
            == due.map(|(seat, about, _)| (seat, about))
        {
            return;
        }
        self.pondering = None;
        let Some((seat, about, question)) = due else {
            return;
        };
        if self.around.clock.now() < self.ponder_after {
            return;
        }
        let seed = u64::from_be_bytes(self.around.random.bytes());
        let is_watched = !self.audience.is_empty();
        match self
            .around
            .bots
            .ask(&self.table.game, question, seed, is_watched)
        {
            Some(thinking) => {
                self.pondering = Some(Pondering {
                    thinking,
                    seat,
                    about,
                })
            }
            None => self.ponder_later(),
        }
    }

    /// Whether a computer has something to decide.
    pub(super) fn awaits_computer(&self) -> bool {
        self.to_ponder().is_some()
    }

    /// A computer votes before it moves.
    fn to_ponder(&self) -> Option<(Seat, About, Question)> {
        if let Some(ballot) = &self.table.ballot
            && let Some(seat) = self
                .table
                .computers
                .keys()
                .find(|seat| ballot.waiting.contains(**seat))
        {
            let about = About::Vote {
                proposal: ballot.proposal,
            };
            return Some((
                *seat,
                about,
                Question::Vote {
                    seat: *seat,
                    what: ballot.what,
                },
            ));
        }
        let (seat, level) = self.table.computer_to_move()?;
        let left = self
            .table
            .clocks(self.around.clock.now())
            .map(|clocks| clocks[&seat]);
        Some((
            seat,
            About::Move { at: self.table.at },
            Question::Move { level, left },
        ))
    }

    /// A computer has decided; what it decided about may be over.
    pub(super) fn decided(&mut self, answer: Option<Answer>) {
        let Some(Pondering { seat, about, .. }) = self.pondering.take() else {
            return;
        };
        let now = self.around.clock.now();
        let decision = match (about, answer) {
            (About::Move { at }, Some(Answer::Move(Some(found)))) if at == self.table.at => {
                self.table.moves(seat, &found.path, now, 0).map_err(|error| {
                    tracing::error!(game = %self.table.id, %error, path = %found.path, "the computer made a bad move");
                }).ok()
            }
            (About::Vote { proposal }, Some(Answer::Vote(accept))) => {
                self.table.computer_votes(seat, proposal, accept, now)
            }
            _ => None,
        };
        match decision {
            Some(decision) => self.write(decision, None),
            None => self.ponder_later(),
        }
    }

    /// Starts thinking of a hint, if this player may have one now.
    pub(super) fn hint(&mut self, ask: AskHint) {
        match self.may_hint(&ask) {
            Ok(thinking) => self.hinting = Some(Hinting { thinking, ask }),
            Err(refusal) => {
                ask.outbox.refuse(refusal.about(ask.id, self.table.id));
            }
        }
    }

    fn may_hint(&self, ask: &AskHint) -> Result<Thinking, ErrorMsg> {
        let table = &self.table;
        let seat = table
            .to_move()
            .ok_or_else(|| ErrorMsg::new(ErrorCode::NotStarted, "nobody is to move"))?;
        if table.seats_of(ask.player).next().is_none() {
            return Err(ErrorMsg::new(
                ErrorCode::NotSeated,
                "you hold no seat in this game",
            ));
        }
        if !table.hints && !table.is_solo() {
            return Err(ErrorMsg::new(
                ErrorCode::NoHints,
                "others play in this game without hints",
            ));
        }
        table.must_be_at(ask.at)?;
        if table.holder(seat) != Some(ask.player) {
            return Err(ErrorMsg::new(
                ErrorCode::NotYourTurn,
                format!("{seat} is to move"),
            ));
        }
        if self.hinting.is_some() {
            return Err(busy());
        }
        let seed = u64::from_be_bytes(self.around.random.bytes());
        self.around
            .bots
            .ask(&table.game, Question::Hint, seed, true)
            .ok_or_else(busy)
    }

    /// A hint is there.
    pub(super) fn hinted(&mut self, answer: Option<Answer>) {
        let Some(Hinting { ask, .. }) = self.hinting.take() else {
            return;
        };
        let game = self.table.id;
        let message = match answer {
            Some(Answer::Move(Some(found))) => ServerMsg::Hint(Hint {
                id: ask.id,
                game,
                at: ask.at,
                path: found.path,
                score: found.score,
                line: found.line,
            }),
            _ => return ask.outbox.refuse(busy().about(ask.id, game)),
        };
        ask.outbox.push(frame(&message));
    }
}
