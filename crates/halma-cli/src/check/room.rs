//! A room of a running server, and what it tells of a game.

use halma_client::legal_moves;
use halma_core::{OutCause, Outcome, Path, Record, Ruleset, Seat};
use halma_protocol::{ClientMsg, Event, EventKind, GameId, GameStatus, Move, OnSeat, State, Turn};

use super::player::Player;
use super::server::Server;
use super::target::{Seen, Target};

/// A game on a server, with a player on each seat.
pub(crate) struct Room<'a> {
    server: &'a Server,
    game: GameId,
    players: Vec<Player>,
    /// What the events told so far.
    heard: Heard,
}

/// A game folded from its events.
#[derive(Default)]
struct Heard {
    seq: u64,
    at: u64,
    to_move: Option<Seat>,
    outcome: Option<Outcome>,
}

impl<'a> Room<'a> {
    /// No game yet.
    pub(crate) fn new(server: &'a Server) -> Self {
        Self {
            server,
            game: GameId::nil(),
            players: Vec::new(),
            heard: Heard::default(),
        }
    }
}

impl Target for Room<'_> {
    async fn begin(&mut self, ruleset: &Ruleset, start: &str) -> Result<Seen, String> {
        let game = self.server.game(ruleset, start).await;
        let game = game.map_err(|error| error.to_string())?;
        self.game = game.id;
        let mut known: Option<Vec<Event>> = None;
        for &seat in game.seats.keys() {
            let (player, events) = Player::join(self.server.guest(seat), game.id, seat).await?;
            self.players.push(player);
            same(seat, &events, known.get_or_insert_with(|| events.clone()))?;
        }
        self.see(&known.unwrap_or_default()).await
    }

    async fn play(&mut self, path: &Path) -> Result<Seen, String> {
        let mover = self.heard.to_move.ok_or("the game is over")?;
        let (at, path) = (self.heard.at, *path);
        let events = self
            .order(mover, |id, game| {
                ClientMsg::Move(Move {
                    id,
                    game,
                    at,
                    path,
                    seat: None,
                })
            })
            .await?;
        match events.first().map(|event| &event.kind) {
            Some(EventKind::Moved {
                seat, path: made, ..
            }) if *seat == mover && *made == path => self.see(&events).await,
            other => Err(format!("the move caused {other:?}")),
        }
    }

    async fn go_out(&mut self, seat: Seat, _: OutCause) -> Result<Seen, String> {
        let events = self
            .order(seat, |id, game| {
                let seat = Some(seat);
                ClientMsg::Resign(OnSeat { id, game, seat })
            })
            .await?;
        match events.first().map(|event| &event.kind) {
            Some(EventKind::Resigned { seat: gone, .. }) if *gone == seat => {
                self.see(&events).await
            }
            other => Err(format!("resigning caused {other:?}")),
        }
    }

    async fn end(&mut self) -> Result<String, String> {
        let mut players = std::mem::take(&mut self.players);
        let first = players.first_mut().ok_or("the game has no seat")?;
        let state = first.state().await?;
        for player in players {
            player.leave().await;
        }
        self.heard.agrees_with(&state)?;
        let record = self.server.guest(Seat::White).record(self.game).await;
        let record: Record = record
            .map_err(|error| error.to_string())?
            .parse()
            .map_err(|error| format!("the record cannot be read: {error}"))?;
        let (position, outcome) = (record.game.position(), record.game.outcome());
        if position.to_string() != state.position || outcome != self.heard.outcome.as_ref() {
            return Err(format!(
                "the record ends at {position} with {outcome:?}, the state at {}",
                state.position
            ));
        }
        Ok(state.position)
    }
}

impl Room<'_> {
    /// Lets a seat's player give a command. Gives what happened, which all must have heard alike.
    async fn order(
        &mut self,
        seat: Seat,
        command: impl FnOnce(halma_protocol::CommandId, GameId) -> ClientMsg,
    ) -> Result<Vec<Event>, String> {
        let player = self.players.iter_mut().find(|player| player.seat == seat);
        let player = player.ok_or_else(|| format!("there is no {seat} seat"))?;
        let events = player.order(command).await?;
        let last = events.last().ok_or("nothing happened")?.seq;
        for other in self.players.iter_mut().filter(|other| other.seat != seat) {
            same(other.seat, &other.events_to(last).await?, &events)?;
        }
        Ok(events)
    }

    /// Takes new events in, and hears from the player to move what moves there are.
    async fn see(&mut self, events: &[Event]) -> Result<Seen, String> {
        let passes = self.heard.fold(events)?;
        let Heard {
            at,
            to_move,
            outcome,
            ..
        } = self.heard;
        let mover = self
            .players
            .iter_mut()
            .find(|player| Some(player.seat) == to_move);
        let mut moves = Vec::new();
        if let Some(mover) = mover {
            let turn = mover.turn().await?;
            if (turn.at, Some(turn.seat)) != (at, to_move) {
                let Turn { at: of, seat, .. } = turn;
                return Err(format!(
                    "the turn is {seat}'s at {of}, by the events {to_move:?}'s at {at}"
                ));
            }
            moves = legal_moves(&turn);
        }
        Ok(Seen {
            to_move,
            moves: moves
                .iter()
                .map(|path| format!("{}-{}", path.from(), path.to()))
                .collect(),
            passes,
            outcome,
        })
    }
}

impl Heard {
    /// Takes events in, which must follow those before. Gives the passes among them.
    fn fold(&mut self, events: &[Event]) -> Result<Vec<Seat>, String> {
        let mut passes = Vec::new();
        for Event { seq, kind, .. } in events {
            if *seq != self.seq + 1 {
                return Err(format!("event {seq} came after {}", self.seq));
            }
            if self.outcome.is_some() {
                return Err(format!("event {seq} came after the end"));
            }
            self.seq = *seq;
            if let EventKind::Passed { seat, .. } = kind {
                if self.to_move != Some(*seat) {
                    return Err(format!("{seat} passed, to move was {:?}", self.to_move));
                }
                passes.push(*seat);
            }
            if let EventKind::Finished { winners, reason } = kind {
                self.outcome = Some(Outcome {
                    winners: winners.iter().copied().collect(),
                    reason: *reason,
                });
            }
            if let Some(next) = kind.next() {
                (self.at, self.to_move) = (*seq, next);
            }
        }
        if self.to_move.is_some() == self.outcome.is_some() {
            return Err(format!(
                "after event {} it is {:?}'s turn and the outcome is {:?}",
                self.seq, self.to_move, self.outcome
            ));
        }
        Ok(passes)
    }

    /// Whether the state tells what the events told.
    fn agrees_with(&self, state: &State) -> Result<(), String> {
        let status = match self.outcome {
            Some(_) => GameStatus::Finished,
            None => GameStatus::Playing,
        };
        let told = (
            state.seq,
            state.at,
            state.to_move,
            state.outcome,
            state.status,
        );
        let folded = (self.seq, self.at, self.to_move, self.outcome, status);
        if told == folded {
            Ok(())
        } else {
            Err(format!("the state tells {told:?}, the events {folded:?}"))
        }
    }
}

/// All players must hear the same.
fn same(seat: Seat, heard: &[Event], known: &[Event]) -> Result<(), String> {
    if heard == known {
        return Ok(());
    }
    Err(format!("{seat} heard {heard:?}, another {known:?}"))
}
