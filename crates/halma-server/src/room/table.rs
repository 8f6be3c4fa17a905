//! The table: a game folded from its events, and the judge of commands.
//!
//! Pure. [`Table::decide`] says what a command would cause; only [`Table::apply`]
//! changes anything, and replay is nothing but `apply`.

use std::collections::{BTreeMap, HashMap};

use halma_core::{Game, OutCause, Outcome, Path, Ply, Position, Rules, Ruleset, Seat, Turn};
use halma_protocol::{
    CommandId, ErrorCode, ErrorMsg, Event, EventKind, GameId, GameStatus, PlayerId, PlayerRef,
};

/// What a player asks of a game.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Command {
    /// Take this seat, or the first free one.
    TakeSeat { seat: Option<Seat> },
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
}

/// The stored events do not make a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} of game {game} does not follow from the ones before it")]
pub(crate) struct BadHistory {
    game: GameId,
    seq: u64,
}

/// A game as its events have made it.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) id: GameId,
    pub(crate) game: Game,
    pub(crate) host: PlayerRef,
    /// When it was made, in Unix milliseconds.
    pub(crate) created: i64,
    pub(crate) seats: BTreeMap<Seat, Option<PlayerRef>>,
    pub(crate) status: GameStatus,
    /// The number of the last event.
    pub(crate) seq: u64,
    /// The number of the last event that changed the position.
    pub(crate) at: u64,
    /// The path of the last move.
    pub(crate) last: Option<Path>,
    /// The first event that each command caused, so that a retry gets the same answer.
    answered: HashMap<(PlayerId, CommandId), u64>,
}

impl Table {
    /// The events that make a game: created, its host seated, and started if that fills it.
    pub(crate) fn creation(
        rules: Ruleset,
        start: Option<String>,
        host: PlayerRef,
        seats: &[Seat],
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        let game = new_game(&rules, start.as_deref())?;
        let all = game.rules().seats();
        if let Some(seat) = seats.iter().find(|seat| !all.contains(seat)) {
            return Err(no_such_seat(*seat));
        }
        let taken = || all.iter().filter(|seat| seats.contains(seat));
        let mut events = vec![EventKind::Created {
            rules,
            start,
            host: host.clone(),
        }];
        events.extend(taken().map(|seat| EventKind::Seated {
            seat: *seat,
            player: host.clone(),
        }));
        if taken().count() == all.len() {
            events.extend(start_of(&game));
        }
        Ok(events)
    }

    /// Folds a whole game.
    pub(crate) fn replay(id: GameId, events: &[Event]) -> Result<Self, BadHistory> {
        let bad = |seq| BadHistory { game: id, seq };
        let (first, rest) = events.split_first().ok_or(bad(1))?;
        let EventKind::Created { rules, start, host } = &first.kind else {
            return Err(bad(1));
        };
        let game = new_game(rules, start.as_deref()).map_err(|_| bad(1))?;
        let seats = game
            .rules()
            .seats()
            .iter()
            .map(|seat| (*seat, None))
            .collect();
        let mut table = Self {
            id,
            game,
            host: host.clone(),
            created: first.time,
            seats,
            status: GameStatus::Open,
            seq: first.seq,
            at: first.seq,
            last: None,
            answered: HashMap::new(),
        };
        table.remember(first);
        for event in rest {
            table.apply(event)?;
        }
        Ok(table)
    }

    /// Takes one stored event in.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), BadHistory> {
        let bad = BadHistory {
            game: self.id,
            seq: event.seq,
        };
        if event.seq != self.seq + 1 {
            return Err(bad);
        }
        match &event.kind {
            EventKind::Created { .. } => return Err(bad),
            EventKind::Seated { seat, player } => {
                *self.seats.get_mut(seat).ok_or(bad)? = Some(player.clone())
            }
            EventKind::Stood { seat } => *self.seats.get_mut(seat).ok_or(bad)? = None,
            EventKind::Started { .. } => self.status = GameStatus::Playing,
            EventKind::Moved { path, .. } => {
                self.game.play(path).map_err(|_| bad)?;
                self.last = Some(*path);
            }
            EventKind::Resigned { seat, .. } => {
                self.game.go_out(*seat, OutCause::Resign).map_err(|_| bad)?;
            }
            // What follows from a turn by the rules; the game has already seen to it.
            EventKind::Passed { .. } | EventKind::MissedDeadline { .. } => {}
            EventKind::Finished { winners, reason } => {
                self.status = GameStatus::Finished;
                if self.game.outcome().is_none() {
                    let outcome = Outcome {
                        winners: winners.iter().copied().collect(),
                        reason: *reason,
                    };
                    self.game.end(outcome).map_err(|_| bad)?;
                }
            }
        }
        self.seq = event.seq;
        if event.kind.changes_position() {
            self.at = event.seq;
        }
        self.remember(event);
        Ok(())
    }

    /// The answer a command already got, if it is a retry.
    pub(crate) fn answered(&self, player: PlayerId, id: &CommandId) -> Option<u64> {
        self.answered.get(&(player, id.clone())).copied()
    }

    /// What a command would cause, or why it is refused.
    pub(crate) fn decide(
        &self,
        player: &PlayerRef,
        command: &Command,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        match command {
            Command::TakeSeat { seat } => self.take_seat(player, *seat),
            Command::Stand { seat } => {
                self.must_be(GameStatus::Open)?;
                Ok(vec![EventKind::Stood {
                    seat: self.held(player.id, *seat)?,
                }])
            }
            Command::Move { at, path, seat } => self.make_move(player.id, *at, path, *seat),
            Command::Resign { seat } => {
                self.must_be(GameStatus::Playing)?;
                let seat = self.held(player.id, *seat)?;
                let turn = self
                    .game
                    .judge_out(seat, OutCause::Resign)
                    .map_err(|error| refused(&error))?;
                Ok(turn_events(self.game.position(), &turn))
            }
        }
    }

    /// The seat to move, while the game is being played.
    pub(crate) fn to_move(&self) -> Option<Seat> {
        (self.status == GameStatus::Playing).then(|| self.game.position().to_move())
    }

    /// The position: the start until play begins.
    pub(crate) fn position(&self) -> &Position {
        if self.status == GameStatus::Open {
            self.game.start()
        } else {
            self.game.position()
        }
    }

    /// Who holds a seat.
    pub(crate) fn holder(&self, seat: Seat) -> Option<PlayerId> {
        self.seats.get(&seat)?.as_ref().map(|player| player.id)
    }

    /// The seats a player holds.
    pub(crate) fn seats_of(&self, player: PlayerId) -> impl Iterator<Item = Seat> {
        self.seats
            .keys()
            .copied()
            .filter(move |seat| self.holder(*seat) == Some(player))
    }

    fn take_seat(
        &self,
        player: &PlayerRef,
        wanted: Option<Seat>,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        self.must_be(GameStatus::Open)?;
        let mut free = self
            .seats
            .iter()
            .filter(|(_, holder)| holder.is_none())
            .map(|(seat, _)| *seat);
        let seat = match wanted {
            Some(seat) if !self.seats.contains_key(&seat) => return Err(no_such_seat(seat)),
            Some(seat) => free.clone().find(|free| *free == seat),
            None => free.next(),
        };
        let seat = seat.ok_or_else(|| ErrorMsg::new(ErrorCode::SeatTaken, "the seat is taken"))?;
        let last_free = self
            .seats
            .values()
            .filter(|holder| holder.is_none())
            .count()
            == 1;
        let mut events = vec![EventKind::Seated {
            seat,
            player: player.clone(),
        }];
        if last_free {
            events.extend(start_of(&self.game));
        }
        Ok(events)
    }

    fn make_move(
        &self,
        player: PlayerId,
        at: u64,
        path: &Path,
        seat: Option<Seat>,
    ) -> Result<Vec<EventKind>, ErrorMsg> {
        self.must_be(GameStatus::Playing)?;
        let to_move = self.game.position().to_move();
        let holds = |seat| self.holder(seat) == Some(player);
        if !seat.map_or_else(|| self.seats_of(player).next().is_some(), holds) {
            return Err(not_seated());
        }
        if at != self.at {
            let mut stale = ErrorMsg::new(ErrorCode::Stale, "the position has changed since");
            stale.details.at = Some(self.at);
            return Err(stale);
        }
        if !holds(to_move) || seat.is_some_and(|seat| seat != to_move) {
            return Err(ErrorMsg::new(
                ErrorCode::NotYourTurn,
                format!("{to_move} is to move"),
            ));
        }
        let turn = self.game.judge(path).map_err(|error| refused(&error))?;
        Ok(turn_events(self.game.position(), &turn))
    }

    /// The seat a player means: the one named, the only one held, or the one to move.
    fn held(&self, player: PlayerId, named: Option<Seat>) -> Result<Seat, ErrorMsg> {
        let mut held = self.seats_of(player);
        if let Some(seat) = named {
            return held.find(|held| *held == seat).ok_or_else(not_seated);
        }
        match (held.next(), held.next()) {
            (None, _) => Err(not_seated()),
            (Some(seat), None) => Ok(seat),
            (Some(_), Some(_)) => self
                .to_move()
                .filter(|seat| self.holder(*seat) == Some(player))
                .ok_or_else(|| {
                    ErrorMsg::new(ErrorCode::SeatNeeded, "you hold several seats; name one")
                }),
        }
    }

    fn must_be(&self, status: GameStatus) -> Result<(), ErrorMsg> {
        let (code, message) = match self.status {
            now if now == status => return Ok(()),
            GameStatus::Open => (ErrorCode::NotStarted, "the game has not started yet"),
            GameStatus::Playing => (ErrorCode::AlreadyStarted, "the game has already started"),
            GameStatus::Finished => (ErrorCode::GameOver, "the game is over"),
        };
        Err(ErrorMsg::new(code, message))
    }

    fn remember(&mut self, event: &Event) {
        if let (Some(by), Some(id)) = (event.by, &event.id) {
            self.answered.entry((by, id.clone())).or_insert(event.seq);
        }
    }
}

/// A game from its rules and start, both of which a client may have made up.
fn new_game(rules: &Ruleset, start: Option<&str>) -> Result<Game, ErrorMsg> {
    let rules = Rules::new(*rules)
        .map_err(|clash| ErrorMsg::new(ErrorCode::BadRuleset, clash.to_string()))?;
    let Some(start) = start else {
        return Ok(Game::new(rules));
    };
    let position = Position::parse(&rules, start).map_err(|error| {
        let mut refusal = ErrorMsg::new(ErrorCode::BadPosition, error.to_string());
        refusal.details.column = error.column().and_then(|column| u32::try_from(column).ok());
        refusal
    })?;
    Ok(Game::from_position(position))
}

/// What the start of play causes: seats that cannot move pass at once.
fn start_of(game: &Game) -> Vec<EventKind> {
    let last = next_seat(game.position(), game.outcome());
    let passes: Vec<Ply> = game.plies().collect();
    let mut events = vec![EventKind::Started {
        next: first_of(&passes, last),
    }];
    finish(&mut events, &passes, last, game.outcome());
    events
}

/// What a turn causes, in order.
fn turn_events(before: &Position, turn: &Turn) -> Vec<EventKind> {
    let last = next_seat(turn.position(), turn.outcome());
    let Some((cause, passes)) = turn.plies().split_first() else {
        return Vec::new();
    };
    let next = first_of(passes, last);
    let mut events = Vec::with_capacity(1);
    match cause {
        Ply::Move { seat, path } => {
            events.push(EventKind::Moved {
                seat: *seat,
                path: *path,
                next,
            });
            if turn.position().is_out(*seat) && !before.is_out(*seat) {
                events.push(EventKind::MissedDeadline { seat: *seat, next });
            }
        }
        Ply::Out { seat, .. } => events.push(EventKind::Resigned { seat: *seat, next }),
        Ply::Pass { seat } => events.push(EventKind::Passed { seat: *seat, next }),
    }
    finish(&mut events, passes, last, turn.outcome());
    events
}

fn finish(
    events: &mut Vec<EventKind>,
    passes: &[Ply],
    last: Option<Seat>,
    outcome: Option<&Outcome>,
) {
    for (index, pass) in passes.iter().enumerate() {
        events.push(EventKind::Passed {
            seat: pass.seat(),
            next: first_of(&passes[index + 1..], last),
        });
    }
    if let Some(Outcome { winners, reason }) = outcome {
        events.push(EventKind::Finished {
            winners: winners.iter().collect(),
            reason: *reason,
        });
    }
}

/// Whose turn comes next: the seat that passes, else the one left to move at the end of it all.
fn first_of(passes: &[Ply], last: Option<Seat>) -> Option<Seat> {
    passes.first().map(Ply::seat).or(last)
}

fn next_seat(position: &Position, outcome: Option<&Outcome>) -> Option<Seat> {
    outcome.is_none().then(|| position.to_move())
}

fn refused(error: &halma_core::PlayError) -> ErrorMsg {
    match *error {
        halma_core::PlayError::GameOver => ErrorMsg::new(ErrorCode::GameOver, "the game is over"),
        halma_core::PlayError::Illegal(illegal) => illegal.into(),
        halma_core::PlayError::NotIn(_) => {
            ErrorMsg::new(ErrorCode::NotSeated, "the seat is out of the game")
        }
    }
}

fn not_seated() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::NotSeated, "you hold no such seat in this game")
}

fn no_such_seat(seat: Seat) -> ErrorMsg {
    ErrorMsg::new(
        ErrorCode::NoSuchSeat,
        format!("this game has no {seat} seat"),
    )
}
