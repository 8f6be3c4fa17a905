//! What serves while this server holds the database's lock.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use futures_util::FutureExt;
use halma_protocol::{ClosingReason, ErrorCode, ErrorMsg, Limits};
use prometheus_client::registry::Registry;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::attempts::Attempts;
use crate::auth::{self, Who};
use crate::bots::Bots;
use crate::clock::Clock;
use crate::crowd::Crowd;
use crate::lobby::Lobby;
use crate::making::Making;
use crate::matchmaker::{self, Seekers, Wish};
use crate::meters::{Meters, level};
use crate::naming::{self, Naming};
use crate::news::{self, News, Unread};
use crate::passwords::Passwords;
use crate::random::Random;
use crate::room::{Surroundings, Terms};
use crate::service::{self, Service};
use crate::session::SessionId;
use crate::sockets::Sockets;
use crate::store::Store;
use crate::sweeper;
use crate::{Parts, admin};

/// How many exports one address may have under way at a time.
const EXPORTS_BY_ADDRESS: u32 = 2;

/// What the host has set, as the rooms and sessions see it.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) limits: Limits,
    pub(crate) terms: Terms,
    pub(crate) max_lag: u32,
    pub(crate) open_games: u32,
    pub(crate) tokens_per_player: u32,
    pub(crate) passwords_at_once: u32,
    pub(crate) exports: u32,
    pub(crate) bot_threads: usize,
    /// What links begin with, as far as it is known without a request.
    pub(crate) base_url: String,
}

/// A store that is ours, the rooms over it, and the sessions in them.
#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) store: Store,
    pub(crate) service: Service,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) making: Arc<Making>,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) limits: Limits,
    pub(crate) sockets: Arc<Sockets>,
    pub(crate) meters: Meters,
    pub(crate) news: News,
    pub(crate) naming: Naming,
    bots: Bots,
    pub(crate) seeks: Seekers,
    /// What links begin with, as far as it is known without a request.
    pub(crate) base_url: String,
    pub(crate) passwords: Passwords,
    pub(crate) attempts: Attempts,
    /// Exports under way.
    pub(crate) exports: Arc<Crowd>,
    /// The most network time that is not charged to a move, in milliseconds.
    pub(crate) max_lag: u32,
    /// The most games of one player that wait to be started.
    pub(crate) open_games: u32,
    /// The most sessions and tokens of one player.
    pub(crate) tokens_per_player: u32,
    /// Cancelled when rooms and sessions must finish and stop.
    pub(crate) stop: CancellationToken,
    /// Cancelled when something has failed that cannot be done without.
    pub(crate) broken: CancellationToken,
    /// The rooms and sessions.
    pub(crate) tasks: TaskTracker,
    lost_lock: AtomicBool,
    sessions: AtomicU64,
}

/// What the tasks of a tenure work on.
#[derive(Debug)]
pub(crate) struct Begun {
    unread: Unread,
    wishes: mpsc::Receiver<Wish>,
}

impl Begun {
    /// Starts the tasks that see to what no request or room does.
    pub(crate) fn run(self, live: &Arc<Live>) {
        live.keep("news", news::run(Arc::clone(live), self.unread));
        live.keep("matchmaker", matchmaker::run(Arc::clone(live), self.wishes));
        live.keep("naming", naming::run(Arc::clone(live)));
        live.keep("sweeper", sweeper::run(Arc::clone(live)));
        live.keep("orders", admin::run(Arc::clone(live)));
        live.keep("service", service::run(Arc::clone(live)));
    }
}

impl Live {
    pub(crate) fn new(
        (store, service): (Store, Service),
        parts: &Parts,
        settings: &Settings,
        meters: Meters,
    ) -> (Arc<Self>, Begun) {
        let stop = CancellationToken::new();
        let tasks = TaskTracker::new();
        let (news, unread) = News::channel();
        let (seeks, wishes) = Seekers::channel();
        let bots = Bots::start(settings.bot_threads);
        let around = Surroundings {
            store: store.clone(),
            service: service.clone(),
            clock: parts.clock.clone(),
            random: parts.random.clone(),
            bots: bots.clone(),
            meters: meters.clone(),
            probe: parts.probe.clone(),
            terms: settings.terms.clone(),
            started: parts.clock.now(),
            stop: stop.clone(),
            news: news.clone(),
        };
        let live = Arc::new(Self {
            store,
            service,
            lobby: Lobby::new(around, tasks.clone()),
            making: Arc::default(),
            clock: parts.clock.clone(),
            random: parts.random.clone(),
            limits: settings.limits.clone(),
            sockets: Arc::default(),
            meters,
            bots,
            news,
            naming: Naming::default(),
            seeks,
            base_url: settings.base_url.clone(),
            passwords: Passwords::new(settings.passwords_at_once as usize),
            attempts: Attempts::default(),
            exports: Crowd::new(settings.exports, EXPORTS_BY_ADDRESS),
            max_lag: settings.max_lag,
            open_games: settings.open_games,
            tokens_per_player: settings.tokens_per_player,
            stop,
            broken: CancellationToken::new(),
            tasks,
            lost_lock: AtomicBool::new(false),
            sessions: AtomicU64::new(0),
        });
        (live, Begun { unread, wishes })
    }

    /// Runs what must run for as long as the tenure. If it fails, the tenure is over.
    fn keep(self: &Arc<Self>, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let live = Arc::clone(self);
        self.tasks.spawn(async move {
            // Nothing of this tenure is used again after a failure.
            if AssertUnwindSafe(task).catch_unwind().await.is_err() {
                tracing::error!(name, "a task has failed; beginning anew");
                live.broken.cancel();
            }
        });
    }

    pub(crate) fn next_session(&self) -> SessionId {
        self.sessions.fetch_add(1, Ordering::Relaxed)
    }

    /// Whom a token speaks for. An empty or unknown token is an error, never nobody.
    pub(crate) async fn who(&self, token: &str) -> Result<Who, ErrorMsg> {
        match self.store.bearer(&auth::hash(token)).await {
            Ok(Some(bearer)) if bearer.player.banned.is_some() => Err(ErrorMsg::new(
                ErrorCode::Banned,
                "the host has shut this player out",
            )),
            Ok(Some(bearer)) => Ok(Who::from(bearer)),
            Ok(None) => Err(ErrorMsg::new(ErrorCode::BadToken, "the token is not valid")),
            Err(error) => {
                tracing::warn!(%error, "a token could not be looked up");
                Err(ErrorMsg::new(
                    ErrorCode::StorageUnavailable,
                    "the store is away; try again",
                ))
            }
        }
    }

    /// Does something to its end, whether whoever asked for it still waits or has gone.
    pub(crate) async fn to_the_end<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, ErrorMsg>> + Send + 'static,
    ) -> Result<T, ErrorMsg> {
        let failed = |_| ErrorMsg::new(ErrorCode::Internal, "the request failed");
        self.tasks.spawn(work).await.map_err(failed)?
    }

    /// Shows what is counted here.
    pub(crate) fn show(&self, shown: &mut Registry) {
        level(shown, "sockets", "Open sockets", self.sockets.count());
        level(shown, "rooms", "Games that have a room", self.lobby.count());
        let waiting = self.store.journal().waiting();
        level(
            shown,
            "journal_waiting",
            "Appends that wait for the journal",
            waiting,
        );
        let stores = usize::from(self.service.away_since().is_none());
        let help = "Whether games could be stored when this was last tried";
        level(shown, "storing", help, stores);
        self.store.journal().meters().show(shown);
        self.bots.show(shown);
    }

    /// The same player as it is now: a socket may have outlived a guest's becoming an account.
    pub(crate) async fn as_now(&self, who: &Who) -> Result<Who, ErrorMsg> {
        let player = self.store.person(who.id()).await?;
        let gone = || ErrorMsg::new(ErrorCode::NotFound, "there is no such player");
        Ok(Who {
            player: player.ok_or_else(gone)?.into(),
            token: who.token,
        })
    }

    /// Stops rooms and sessions; those that do not end by themselves in time are left behind.
    pub(crate) async fn end(&self, why: ClosingReason, patience: std::time::Duration) {
        self.lost_lock
            .store(why == ClosingReason::LostLock, Ordering::Relaxed);
        self.stop.cancel();
        self.tasks.close();
        if tokio::time::timeout(patience, self.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!(
                left = self.tasks.len(),
                "some rooms or sessions did not end in time"
            );
        }
    }

    pub(crate) fn why_stopped(&self) -> ClosingReason {
        if self.lost_lock.load(Ordering::Relaxed) {
            ClosingReason::LostLock
        } else {
            ClosingReason::Restart
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::config::Command;
    use crate::probe::Probe;
    use crate::store::{Duty, Lock, Place};

    #[tokio::test]
    async fn a_task_that_fails_ends_the_tenure() {
        let dir = std::env::temp_dir().join(format!("halma-{}", uuid::Uuid::new_v4()));
        let config = Command::try_parse_from(["halma-server"]).unwrap().config;
        let parts = Parts {
            clock: Clock::manual(0),
            random: Random::seeded(1),
            probe: Probe::none(),
        };
        let place = Place::Directory(dir.clone());
        let lock = Lock::try_take(&place, Duty::Serve).await.unwrap().unwrap();
        let store = Store::open(&place, Probe::none(), &lock).await.unwrap();
        let service = Service::begin(&store, &parts.clock).await.unwrap();
        let settings = config.settings();
        let (live, _) = Live::new((store, service), &parts, &settings, Meters::default());
        live.keep("what ends well", async {});
        live.keep("what fails", async { panic!("as it must not") });
        live.broken.cancelled().await;
        live.end(ClosingReason::Restart, std::time::Duration::from_secs(5))
            .await;
        live.store.close().await;
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
