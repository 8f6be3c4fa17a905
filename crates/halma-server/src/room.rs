//! A room: the task that owns one game. Nothing else changes it.

mod audience;
mod handle;
mod record;
mod table;
mod view;
mod write;

use std::collections::VecDeque;
use std::sync::Weak;

use axum::extract::ws::Utf8Bytes;
use halma_protocol::{
    ErrorCode, ErrorMsg, Event, EventKind, Events, GameId, MAX_GAP, PlayerId, ServerMsg,
};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

pub(crate) use handle::{Input, Join, NotTaken, Order, ReplyTo, RoomHandle};
pub(crate) use record::record;
pub(crate) use table::{Command, Table};

use crate::clock::Clock;
use crate::frame;
use crate::lobby::Lobby;
use crate::probe::{Point, Probe};
use crate::store::Store;
use audience::{Audience, Member};
use write::{Writing, Written};

/// The newest events kept at hand for those who come back; older ones are read from the store.
const RECENT: usize = 32;

/// How many commands may wait while an append is under way, one a player.
const HELD: usize = 32;

/// A room without anybody is unloaded after this long, in milliseconds.
const IDLE: i64 = 60_000;

/// What a room needs of the server.
#[derive(Debug, Clone)]
pub(crate) struct Surroundings {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) probe: Probe,
    /// Cancelled when rooms must finish what they have begun and stop.
    pub(crate) stop: CancellationToken,
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
    held: VecDeque<Order>,
    writing: Option<Writing>,
    around: Surroundings,
    /// Since when nobody has been here.
    empty_since: Option<i64>,
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
        let loaded = match origin {
            Origin::Stored => write::load(&around.store, id).await,
            Origin::New { kinds, host, made } => {
                let created = write::create(&around, id, kinds, host).await;
                // A request that no longer waits has its game all the same.
                let _ = made.send(created.as_ref().map(|_| ()).map_err(Clone::clone));
                created
            }
        };
        let refusal = match loaded {
            Ok((table, recent)) => {
                let empty_since = Some(around.clock.now());
                let recent = recent.into();
                let (held, writing) = (VecDeque::new(), None);
                let audience = Audience::default();
                Self {
                    table,
                    audience,
                    recent,
                    held,
                    writing,
                    around,
                    empty_since,
                }
                .serve(&mut inputs)
                .await;
                ErrorMsg::new(ErrorCode::Busy, "the room was just closed; try again")
            }
            Err(refusal) => refusal,
        };
        if let Some(lobby) = lobby.upgrade() {
            lobby.forget(id, &handle);
        }
        drop(handle);
        inputs.close();
        while let Some(input) = inputs.recv().await {
            input.refuse(id, &refusal);
        }
    }

    /// Everything that can change the game or its audience is seen here.
    async fn serve(mut self, inputs: &mut mpsc::Receiver<Input>) {
        let around = self.around.clone();
        let mut stopping = false;
        loop {
            if self.writing.is_none() && (stopping || self.is_idle() && inputs.is_empty()) {
                return;
            }
            let alarm = self.alarm();
            tokio::select! {
                written = Writing::end(&mut self.writing) => self.settle(written),
                input = inputs.recv() => match input {
                    None => return,
                    Some(input) if stopping => input.refuse(self.table.id, &stopped()),
                    Some(Input::Join(join)) => self.join(join).await,
                    Some(Input::Leave { session }) => self.audience.leave(session),
                    Some(Input::Order(order)) => self.order(order),
                },
                () = sleep_until(&around.clock, alarm) => {}
                () = around.stop.cancelled(), if !stopping => {
                    stopping = true;
                    while let Some(order) = self.held.pop_front() {
                        order.answer(self.table.id, Err(stopped()));
                    }
                }
            }
            self.tell_presence();
        }
    }

    async fn join(&mut self, join: Join) {
        let Join {
            session,
            player,
            legal,
            ref outbox,
            ..
        } = join;
        self.audience.enter(Member {
            session,
            player,
            legal,
            outbox: outbox.clone(),
        });
        let answer = frame(&self.catch_up(&join).await);
        join.handover.send(answer);
        // The newcomer hears who is here even if that is news to nobody else.
        if !self.tell_presence() {
            outbox.push(frame(&ServerMsg::Presence(
                self.audience.presence(&self.table),
            )));
        }
        let mover = self
            .table
            .to_move()
            .and_then(|seat| self.table.holder(seat));
        if legal && mover.is_some() && mover == player {
            self.tell_turn(|member| member.session == session);
        }
    }

    /// What a newcomer has missed: the events after its `since`, else the whole state.
    async fn catch_up(&mut self, join: &Join) -> ServerMsg {
        let seq = self.table.seq;
        let gap = join
            .since
            .and_then(|since| seq.checked_sub(since).map(|gap| (since, gap)));
        if let Some((since, gap)) = gap
            && gap <= MAX_GAP
            && let Some(events) = self.events_after(since).await
        {
            let (id, game, at) = (join.id.clone(), self.table.id, self.table.at);
            return ServerMsg::Events(Events {
                id,
                game,
                seq,
                at,
                events,
            });
        }
        view::state(
            &self.table,
            &self.audience,
            join.player,
            Some(join.id.clone()),
        )
    }

    async fn events_after(&mut self, since: u64) -> Option<Vec<Event>> {
        let parse = |body: &str| serde_json::from_str::<Event>(body).ok();
        let missed = usize::try_from(self.table.seq - since).ok()?;
        if missed <= self.recent.len() {
            return self
                .recent
                .range(self.recent.len() - missed..)
                .map(|(_, body)| parse(body))
                .collect();
        }
        // Rows past `seq` may be stored already, but nobody has been told of them yet.
        let limit = u32::try_from(missed).ok()?;
        let rows = self
            .around
            .store
            .events(self.table.id, since, limit)
            .await
            .ok()?;
        rows.iter()
            .map(|row| parse(&row.body))
            .collect::<Option<Vec<_>>>()
            .filter(|rows| rows.len() == missed)
    }

    /// Judges a command now, or holds it while an append is under way.
    fn order(&mut self, order: Order) {
        if self.writing.is_some() {
            let waits = self
                .held
                .iter()
                .any(|held| held.player.id == order.player.id);
            if waits || self.held.len() >= HELD {
                order.answer(self.table.id, Err(busy()));
            } else {
                self.held.push_back(order);
            }
            return;
        }
        if let Some(seq) = self.table.answered(order.player.id, &order.id) {
            order.answer(self.table.id, Ok(seq));
            return;
        }
        match self.table.decide(&order.player, &order.command) {
            Ok(kinds) => {
                self.writing = Some(Writing::append(&self.around, &self.table, kinds, order))
            }
            Err(refusal) => {
                let outdated = match &order.reply {
                    ReplyTo::Socket(outbox) if refusal.code == ErrorCode::Stale => {
                        Some(outbox.clone())
                    }
                    _ => None,
                };
                let player = Some(order.player.id);
                order.answer(self.table.id, Err(refusal));
                if let Some(outbox) = outdated {
                    outbox.push(frame(&view::state(
                        &self.table,
                        &self.audience,
                        player,
                        None,
                    )));
                }
            }
        }
    }

    /// An append has ended, one way or another.
    fn settle(&mut self, written: Written) {
        match written {
            Written::Stored {
                events,
                bodies,
                order,
            } => self.adopt(&events, bodies, order),
            Written::Refused { order } => {
                order.answer(self.table.id, Err(write::storage_unavailable()))
            }
            Written::Doubtful { order } => {
                self.writing = Some(Writing::reload(&self.around, self.table.id, order));
            }
            Written::Reloaded {
                table,
                recent,
                order,
            } => {
                let known = self.table.seq;
                self.table = *table;
                for (seq, body) in recent.into_iter().filter(|(seq, _)| *seq > known) {
                    self.publish(seq, body);
                }
                let answer = self.table.answered(order.player.id, &order.id);
                order.answer(self.table.id, answer.ok_or_else(busy));
                self.tell_turn(|_| true);
            }
            Written::Lost { order, refusal } => order.answer(self.table.id, Err(refusal)),
        }
        while self.writing.is_none()
            && let Some(order) = self.held.pop_front()
        {
            self.order(order);
        }
    }

    /// Takes stored events in and shows them: event, `ok`, `turn`.
    fn adopt(&mut self, events: &[Event], bodies: Vec<Utf8Bytes>, order: Order) {
        self.around.probe.at(Point::BeforeBroadcast);
        let first = events.first().map_or(self.table.seq, |event| event.seq);
        for (event, body) in events.iter().zip(bodies) {
            if let Err(error) = self.table.apply(event) {
                // What was decided does not apply, though it is stored: the store is the truth.
                tracing::error!(%error, "a decided event was refused");
                self.writing = Some(Writing::reload(&self.around, self.table.id, order));
                return;
            }
            self.publish(event.seq, body);
        }
        order.answer(self.table.id, Ok(first));
        self.tell_turn(|_| true);
    }

    /// Shows a stored event to everybody.
    fn publish(&mut self, seq: u64, body: Utf8Bytes) {
        self.audience
            .tell_all(&halma_protocol::event_frame(self.table.id, &body).into());
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((seq, body));
    }

    /// Sends the legal moves to those members of the mover that want them and `are` meant.
    fn tell_turn(&self, are: impl Fn(&Member) -> bool) {
        let Some(holder) = self
            .table
            .to_move()
            .and_then(|seat| self.table.holder(seat))
        else {
            return;
        };
        let mut movers = self
            .audience
            .movers(holder)
            .filter(|member| are(member))
            .peekable();
        if movers.peek().is_some()
            && let Some(turn) = view::turn(&self.table)
        {
            let turn = frame(&turn);
            movers.for_each(|member| {
                member.outbox.push(turn.clone());
            });
        }
    }

    /// Tells everybody who is here, if that is news; says whether it was.
    fn tell_presence(&mut self) -> bool {
        let now = self.around.clock.now();
        self.empty_since = self
            .audience
            .is_empty()
            .then(|| self.empty_since.unwrap_or(now));
        let news = self.audience.news(&self.table, now);
        let told = news.is_some();
        if let Some(presence) = news {
            self.audience
                .tell_all(&frame(&ServerMsg::Presence(presence)));
        }
        told
    }

    fn is_idle(&self) -> bool {
        self.empty_since
            .is_some_and(|since| self.around.clock.now() >= since + IDLE)
    }

    /// When the room must wake up by itself, if it must.
    fn alarm(&self) -> Option<i64> {
        let idle = self.empty_since.map(|since| since + IDLE);
        idle.or_else(|| self.audience.news_due(&self.table))
    }
}

fn busy() -> ErrorMsg {
    ErrorMsg::new(
        ErrorCode::Busy,
        "the game has too much to do; send the command again",
    )
}

fn stopped() -> ErrorMsg {
    ErrorMsg::new(
        ErrorCode::Unavailable,
        "the server is stopping; come back and send the command again",
    )
}

async fn sleep_until(clock: &Clock, alarm: Option<i64>) {
    match alarm {
        Some(time) => clock.sleep_until(time).await,
        None => std::future::pending().await,
    }
}
