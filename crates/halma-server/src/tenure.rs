//! The tenure: from taking the database's lock to losing it or stopping.

use std::sync::Arc;
use std::time::Duration;

use halma_protocol::ClosingReason;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::Parts;
use crate::live::{Live, Settings};
use crate::meters::Meters;
use crate::service::Service;
use crate::store::{Duty, Lock, OpenError, Place, Store};

/// How long to wait before trying the database again.
const AGAIN: Duration = Duration::from_millis(500);

/// How long rooms and sessions have to finish.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// How long the store has to close; an answerless database must not hold us.
pub(crate) const CLOSE: Duration = Duration::from_secs(1);

/// What this server is at the moment.
#[derive(Debug, Clone)]
pub(crate) enum Tenure {
    /// Not serving yet, or not any more: what is being waited for.
    Waiting(Arc<str>),
    /// Serving.
    Live(Arc<Live>),
}

impl Tenure {
    pub(crate) fn waiting(what: &str) -> Self {
        Self::Waiting(what.into())
    }
}

/// Takes the lock, serves, and takes it again if it is lost, until `shutdown`.
pub(crate) async fn hold(
    place: &Place,
    parts: &Parts,
    settings: &Settings,
    meters: &Meters,
    publish: &watch::Sender<Tenure>,
    shutdown: &CancellationToken,
) -> Result<(), OpenError> {
    loop {
        let taken = tokio::select! {
            taken = begin(place, parts, publish) => taken,
            () = shutdown.cancelled() => return Ok(()),
        };
        let (mut lock, store, service) = match taken {
            Ok(taken) => taken,
            Err(OpenError::Unavailable(error)) => {
                tracing::warn!(%error, "the store is away");
                tokio::time::sleep(AGAIN).await;
                continue;
            }
            Err(error) => return Err(error),
        };
        let (live, begun) = Live::new((store.clone(), service), parts, settings, meters.clone());
        publish.send_replace(Tenure::Live(Arc::clone(&live)));
        begun.run(&live);
        tracing::info!("serving");
        let (why, ends) = tokio::select! {
            () = lock.lost() => (ClosingReason::LostLock, false),
            () = live.broken.cancelled() => (ClosingReason::Restart, false),
            () = shutdown.cancelled() => (ClosingReason::Restart, true),
        };
        tracing::info!(?why, "stopping rooms and sessions");
        publish.send_replace(Tenure::waiting("the database's lock"));
        live.end(why, PATIENCE).await;
        if tokio::time::timeout(CLOSE, store.close()).await.is_err() {
            tracing::warn!("the store did not close in time");
        }
        lock.release().await;
        if ends {
            return Ok(());
        }
        // What failed may fail again at once.
        tokio::time::sleep(AGAIN).await;
    }
}

/// Nothing is read or migrated before the lock is ours.
async fn begin(
    place: &Place,
    parts: &Parts,
    publish: &watch::Sender<Tenure>,
) -> Result<(Lock, Store, Service), OpenError> {
    let lock = match Lock::try_take(place, Duty::Serve).await? {
        Some(lock) => lock,
        None => {
            tracing::info!("another server holds the database's lock; waiting");
            publish.send_replace(Tenure::waiting("the database's lock"));
            Lock::take(place, Duty::Serve).await?
        }
    };
    publish.send_replace(Tenure::waiting("the store"));
    let store = Store::open(place, parts.probe.clone(), &lock).await?;
    let service = Service::begin(&store, &parts.clock).await?;
    Ok((lock, store, service))
}
