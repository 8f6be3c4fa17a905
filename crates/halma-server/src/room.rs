//! A room: the task that owns one game. Nothing else changes it.

mod announce;
mod answered;
mod audience;
mod ballot;
mod command;
mod commands;
mod computers;
mod consequences;
mod creation;
mod decide;
mod entrance;
mod export;
mod handle;
mod naming;
mod outage;
mod past;
mod record;
mod speech;
mod table;
mod tally;
mod timing;
mod view;
mod write;

#[cfg(test)]
mod tests;
#[cfg(any(test, fuzzing))]
pub(crate) mod trial;

use std::collections::VecDeque;
use std::sync::Weak;

use axum::extract::ws::Utf8Bytes;
use halma_protocol::{ErrorCode, ErrorMsg, EventKind, GameId, PlayerId};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

pub(crate) use command::Command;
pub(crate) use creation::Plan;
use decide::{Decision, Moment, Verdict};
pub(crate) use export::{export, level_of, sound};
pub(crate) use handle::{AskHint, Input, Join, NotTaken, Order, ReplyTo, RoomHandle};
pub(crate) use record::record;
use table::Table;

use crate::bots::Bots;
use crate::clock::{Alarm, Clock};
use crate::lobby::Lobby;
use crate::meters::Meters;
use crate::news::News;
use crate::probe::{Point, Probe};
use crate::random::Random;
use crate::service::Service;
use crate::session::SessionId;
use crate::store::Store;
use audience::Audience;
use computers::{Hinting, Pondering};
use write::Writing;

/// The newest events kept at hand for those who come back; older ones are read from the store.
const RECENT: usize = 8;

/// How many commands may wait while an append is under way, one a player.
const HELD: usize = 32;

/// A room without anybody is unloaded after this long, in milliseconds.
const IDLE: i64 = 60_000;

/// What a room needs of the server.
#[derive(Debug, Clone)]
pub(crate) struct Surroundings {
    pub(crate) store: Store,
    /// When games could be stored.
    pub(crate) service: Service,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) bots: Bots,
    pub(crate) probe: Probe,
    pub(crate) meters: Meters,
    pub(crate) terms: Terms,
    /// When this server began to serve, in Unix milliseconds.
    pub(crate) started: i64,
    /// Where others hear of what happens here.
    pub(crate) news: News,
    /// Cancelled when rooms must finish what they have begun and stop.
    pub(crate) stop: CancellationToken,
}

/// How long things may take, in milliseconds, and how much may happen.
#[derive(Debug, Clone)]
pub(crate) struct Terms {
    /// A game that has not started is called off after this.
    pub(crate) open_expiry: i64,
    /// A game without a clock ends when nobody has moved for this long.
    pub(crate) abandoned_after: i64,
    /// How long the seat to move may be gone before it can be claimed against, by clock.
    pub(crate) claim_untimed: Option<i64>,
    pub(crate) claim_fischer: Option<i64>,
    pub(crate) claim_per_move: Option<i64>,
    /// Without a clock: how long it may sit there without moving.
    pub(crate) claim_idle: i64,
    /// From how many events on a game can only be ended.
    pub(crate) longest: u64,
}

/// Where a room's game comes from.
#[derive(Debug)]
pub(crate) enum Origin {
    /// The store.
    Stored,
    /// A request: these events are its first, and it waits to hear that they are stored.
    New {
        kinds: Vec<EventKind>,
        host: PlayerId,
        made: oneshot::Sender<Result<(), ErrorMsg>>,
    },
}

/// The task that owns one game.
pub(crate) struct Room {
    table: Table,
    audience: Audience,
    recent: VecDeque<(u64, Utf8Bytes)>,
    held: VecDeque<Box<Order>>,
    writing: Option<Writing>,
    around: Surroundings,
    /// What a computer at the table is thinking about.
    pondering: Option<Pondering>,
    hinting: Option<Hinting>,
    /// Since when nobody has been here, in Unix milliseconds.
    empty_since: Option<i64>,
    /// While the store is away: up to when that time has been given back, in Unix milliseconds.
    away_since: Option<i64>,
    /// Up to when time has been given back.
    given_until: i64,
    /// When what is under way at the store was begun, in Unix milliseconds.
    begun: i64,
    /// After a failure of the store: when what time brings about is tried again.
    not_before: i64,
    /// When a computer may be asked again.
    ponder_after: i64,
    /// The deadline in the store, as far as it is known, in Unix milliseconds.
    deadline_stored: Option<i64>,
}

impl Room {
    /// Loads or makes the game, serves it, and takes itself out of the lobby at the end.
    pub(crate) async fn run(
        id: GameId,
        origin: Origin,
        around: Surroundings,
        handle: RoomHandle,
        mut inputs: mpsc::Receiver<Input>,
        lobby: Weak<Lobby>,
    ) {
        let probe = around.probe.clone();
        probe.at(Point::RoomOpened);
        // Boxed, as is the room: a task keeps as much memory as it ever needs.
        let refusal = match Box::pin(Self::open(id, origin, around)).await {
            Ok(room) => {
                tracing::debug!(seq = room.table.seq, "opened");
                room.serve(&mut inputs).await;
                tracing::debug!("closed");
                ErrorMsg::new(ErrorCode::Busy, "the room was just closed; try again")
            }
            Err(refusal) => refusal,
        };
        if let Some(lobby) = lobby.upgrade() {
            lobby.forget(id, &handle);
        }
        probe.at(Point::RoomClosed);
        drop(handle);
        inputs.close();
        while let Some(input) = inputs.recv().await {
            input.refuse(id, &refusal);
        }
    }

    /// Reads the game, or makes it.
    async fn open(id: GameId, origin: Origin, around: Surroundings) -> Result<Box<Self>, ErrorMsg> {
        let is_new = matches!(origin, Origin::New { .. });
        let (table, recent) = match origin {
            Origin::Stored => write::load(&around, id).await?,
            Origin::New { kinds, host, made } => {
                let created = write::create(&around, id, kinds, host).await;
                // A request that no longer waits has its game all the same.
                let _ = made.send(created.as_ref().map(|_| ()).map_err(Clone::clone));
                created?
            }
        };
        let now = around.clock.now();
        let room = Box::new(Self {
            table,
            audience: Audience::new(now),
            recent: recent.into(),
            held: VecDeque::new(),
            writing: None,
            pondering: None,
            hinting: None,
            around,
            empty_since: Some(now),
            away_since: None,
            given_until: now,
            begun: 0,
            not_before: 0,
            ponder_after: 0,
            deadline_stored: None,
        });
        if is_new {
            room.announce_new();
        }
        Ok(room)
    }

    /// Everything that can change the game or its audience is seen here.
    async fn serve(mut self: Box<Self>, inputs: &mut mpsc::Receiver<Input>) {
        let clock = self.around.clock.clone();
        let mut alarm = Alarm::new(clock.clone());
        let stop = self.around.stop.clone();
        let stop = stop.cancelled();
        tokio::pin!(stop);
        let mut stopping = false;
        loop {
            if self.writing.is_none() && (stopping || self.is_idle() && inputs.is_empty()) {
                self.audience.catch_all_up(clock.now());
                return;
            }
            alarm.set(self.alarm());
            tokio::select! {
                // Once the tenure has ended nothing new is begun.
                biased;
                () = &mut stop, if !stopping => {
                    stopping = true;
                    while let Some(order) = self.held.pop_front() {
                        order.answer(self.table.id, Err(stopped()));
                    }
                }
                written = Writing::end(&mut self.writing) => self.settle(written),
                answer = Pondering::end(&mut self.pondering), if self.writing.is_none() && !stopping => {
                    self.decided(answer);
                }
                answer = Hinting::end(&mut self.hinting) => self.hinted(answer),
                input = inputs.recv() => match input {
                    None => return,
                    Some(input) if stopping => input.refuse(self.table.id, &stopped()),
                    // Boxed: it needs much, and seldom.
                    Some(Input::Join(join)) => Box::pin(self.join(join)).await,
                    Some(Input::Leave { session, why }) => {
                        self.audience.leave(session, why, clock.now());
                    }
                    Some(Input::Order(order)) if self.is_stranger(order.session) => {
                        order.answer(self.table.id, Err(not_joined()));
                    }
                    Some(Input::Hint(ask)) if self.is_stranger(Some(ask.session)) => {
                        Input::Hint(ask).refuse(self.table.id, &not_joined());
                    }
                    Some(Input::Order(order)) => self.order(order),
                    Some(Input::Hint(ask)) => self.hint(*ask),
                    Some(Input::CallOff) => self.call_off(),
                    Some(Input::Wake) => self.wake(),
                    Some(Input::Named(player)) => self.named(&player),
                },
                () = alarm.ring() => {}
                // The sockets of those who were told last are written to first.
                () = tokio::task::yield_now(), if self.audience.is_behind() => {}
            }
            if inputs.is_empty() {
                self.expire();
            }
            if !stopping {
                self.ponder();
            }
            self.tell_presence();
            self.audience.tell_next(clock.now());
        }
    }

    /// Whether a socket was not let in: to it the game does not exist.
    fn is_stranger(&self, session: Option<SessionId>) -> bool {
        session.is_some_and(|session| self.audience.told_since(session).is_none())
    }

    fn is_idle(&self) -> bool {
        // A computer whose opponent is a person goes on; computers alone play for who watches.
        let rests = self.pondering.is_none() || self.table.people().next().is_none();
        let empty = |since| self.around.clock.now() >= since + IDLE;
        rests && !self.is_needed() && self.empty_since.is_some_and(empty)
    }

    /// When the room must wake up by itself, if it must.
    fn alarm(&self) -> Option<i64> {
        let news = self.audience.news_due(&self.table, &self.around.terms);
        let news = news.filter(|_| self.away_since.is_none());
        if self.writing.is_some() {
            // The end of what is under way wakes the room; only news need not wait for it.
            return news;
        }
        // Whoever ponders keeps the room awake and wakes it with an answer.
        let at_rest = self.pondering.is_none();
        let may_leave = at_rest || self.table.people().next().is_none();
        let idle = self.empty_since.filter(|_| may_leave && !self.is_needed());
        let idle = idle.map(|since| since + IDLE);
        let computer = (at_rest && self.awaits_computer()).then_some(self.ponder_after);
        let look = self.away_since.map(|_| self.not_before);
        let deadline = self.deadline();
        let deadline = deadline.map(|deadline| deadline.max(self.not_before));
        [idle, computer, news, look, deadline]
            .into_iter()
            .flatten()
            .min()
    }
}

pub(crate) fn not_joined() -> ErrorMsg {
    ErrorMsg::new(ErrorCode::NotJoined, "join the game first")
}

fn busy() -> ErrorMsg {
    ErrorMsg::new(
        ErrorCode::Busy,
        "the game has too much to do; send the command again",
    )
}

pub(crate) fn stopped() -> ErrorMsg {
    ErrorMsg::new(
        ErrorCode::Unavailable,
        "the server is stopping; come back and send the command again",
    )
}
