//! Named moments in the life of a room, for tests that watch them, or kill the server exactly there.

use std::fmt;
use std::sync::Arc;

/// A moment in the life of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// The events are written, the commit is not.
    BeforeCommit,
    /// They are durable; the room does not know yet.
    AfterCommit,
    /// The room knows; nobody else does.
    BeforeBroadcast,
    /// A room is about to load its game.
    RoomOpened,
    /// A room has let its game go.
    RoomClosed,
}

/// Is told each [`Point`] as it is passed. The server's own does nothing.
#[derive(Clone)]
pub struct Probe(Option<Arc<dyn Fn(Point) + Send + Sync>>);

impl Probe {
    /// Watches nothing.
    pub fn none() -> Self {
        Self(None)
    }

    /// Calls `watch` at every point.
    pub fn new(watch: impl Fn(Point) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(watch)))
    }

    pub(crate) fn at(&self, point: Point) {
        if let Some(watch) = &self.0 {
            watch(point);
        }
    }
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Probe")
    }
}
