//! What follows from what: passes, seats going out, votes struck or counted, the end.

use halma_core::{Game, Outcome, Ply, Position, Reason, Seat, Turn};
use halma_protocol::{EventKind, ProposalKind};

use super::ballot::Ballot;
use super::table::Table;

/// The events one command or deadline causes, as they come about one after the other.
pub(super) struct Course<'a> {
    table: &'a Table,
    ballot: Option<Ballot>,
    pub(super) kinds: Vec<EventKind>,
}

impl<'a> Course<'a> {
    pub(super) fn of(table: &'a Table) -> Self {
        Self {
            table,
            ballot: table.ballot.clone(),
            kinds: Vec::with_capacity(1),
        }
    }

    pub(super) fn push(&mut self, kind: EventKind) {
        self.kinds.push(kind);
    }

    /// A seat makes a move: what it has not accepted it refuses, what it proposed to take back it
    /// no longer wants.
    pub(super) fn before_move(&mut self, seat: Seat) {
        self.refused_by(seat);
        let proposer =
            |ballot: &Ballot| ballot.seat == seat && ballot.what == ProposalKind::Takeback;
        if self.ballot.as_ref().is_some_and(proposer) {
            self.withdraw();
        }
    }

    /// A move or a seat going out, with the passes and the end it leads to.
    pub(super) fn turn(&mut self, turn: &Turn, cause: impl FnOnce(Option<Seat>) -> EventKind) {
        let last = next_seat(turn.position(), turn.outcome());
        let passes = turn.plies().get(1..).unwrap_or_default();
        let next = first_of(passes, last);
        self.push(cause(next));
        if let Some(Ply::Move { seat, .. }) = turn.plies().first()
            && turn.position().is_out(*seat)
            && !self.table.game.position().is_out(*seat)
        {
            self.push(EventKind::MissedDeadline { seat: *seat, next });
        }
        self.passes(passes, last);
        let gone = self.table.seats_in().difference(turn.position().seats_in());
        if turn.outcome().is_none() {
            for pass in passes {
                self.refused_by(pass.seat());
            }
            gone.iter().for_each(|seat| self.gone(seat));
        }
        self.finished(turn.outcome());
    }

    /// A seat accepts what is open.
    pub(super) fn accepted_by(&mut self, seat: Seat) {
        if let Some(ballot) = &mut self.ballot {
            let proposal = ballot.proposal;
            ballot.accept(seat);
            self.push(EventKind::Voted {
                seat,
                proposal,
                accept: true,
            });
            self.count();
        }
    }

    /// A seat refuses what is open, if its vote is still missing.
    pub(super) fn refused_by(&mut self, seat: Seat) {
        if let Some(ballot) = self.ballot.take_if(|ballot| ballot.waiting.contains(seat)) {
            self.push(EventKind::Voted {
                seat,
                proposal: ballot.proposal,
                accept: false,
            });
        }
    }

    /// Ends what is open without a decision.
    pub(super) fn withdraw(&mut self) {
        if let Some(ballot) = self.ballot.take() {
            self.push(EventKind::Withdrawn {
                seat: ballot.seat,
                proposal: ballot.proposal,
            });
        }
    }

    /// The game ends, if there is an outcome.
    pub(super) fn finished(&mut self, outcome: Option<&Outcome>) {
        if let Some(Outcome { winners, reason }) = outcome {
            self.push(EventKind::Finished {
                winners: winners.iter().collect(),
                reason: *reason,
            });
        }
    }

    fn passes(&mut self, passes: &[Ply], last: Option<Seat>) {
        self.kinds.extend(pass_events(passes, last));
    }

    /// A seat went out: it has no vote, nor can anything be taken back past its going.
    fn gone(&mut self, seat: Seat) {
        let Some(ballot) = &mut self.ballot else {
            return;
        };
        if ballot.seat == seat || ballot.what == ProposalKind::Takeback {
            self.withdraw();
        } else {
            ballot.strike(seat);
            self.count();
        }
    }

    /// Carries out what everybody has accepted.
    fn count(&mut self) {
        let Some(ballot) = self.ballot.take_if(|ballot| ballot.waiting.is_empty()) else {
            return;
        };
        match ballot.what {
            ProposalKind::Draw => self.finished(Some(&Outcome::draw(Reason::Agreement))),
            ProposalKind::Takeback => {
                let (position, next) = back_to(&self.table.game, ballot.plies);
                let (proposal, plies) = (ballot.proposal, ballot.plies);
                self.push(EventKind::TakenBack {
                    proposal,
                    plies,
                    position,
                    next,
                });
            }
        }
    }
}

/// The position some plies into a game, and the seat to move there.
pub(super) fn back_to(game: &Game, plies: u32) -> (String, Option<Seat>) {
    let mut game = game.clone();
    while game.len() > plies as usize && game.take_back().is_some() {}
    (game.position().to_string(), Some(game.position().to_move()))
}

/// What the start of play causes: seats that cannot move pass at once.
pub(super) fn start_of(game: &Game) -> Vec<EventKind> {
    let last = next_seat(game.position(), game.outcome());
    let passes: Vec<Ply> = game.plies().collect();
    let mut events = vec![EventKind::Started {
        next: first_of(&passes, last),
    }];
    events.extend(pass_events(&passes, last));
    if let Some(Outcome { winners, reason }) = game.outcome() {
        events.push(EventKind::Finished {
            winners: winners.iter().collect(),
            reason: *reason,
        });
    }
    events
}

fn pass_events(passes: &[Ply], last: Option<Seat>) -> impl Iterator<Item = EventKind> {
    passes
        .iter()
        .enumerate()
        .map(move |(index, pass)| EventKind::Passed {
            seat: pass.seat(),
            next: first_of(&passes[index + 1..], last),
        })
}

/// Whose turn comes next: the seat that passes, else the one left to move at the end of it all.
fn first_of(passes: &[Ply], last: Option<Seat>) -> Option<Seat> {
    passes.first().map(Ply::seat).or(last)
}

fn next_seat(position: &Position, outcome: Option<&Outcome>) -> Option<Seat> {
    outcome.is_none().then(|| position.to_move())
}
