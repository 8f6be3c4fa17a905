//! What a search may spend, and the watch over it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a search may spend. Where several limits are set, the first one reached ends it; where
/// none is, only the stop flag does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Positions whose moves are listed.
    pub nodes: Option<u64>,
    /// Moves looked ahead, the player's own the first.
    pub depth: Option<u8>,
    /// When a move must be there.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// A limit in nodes only: what is found then depends on nothing but game, settings and seed.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            depth: None,
            deadline: None,
        }
    }

    /// A limit in time only.
    #[must_use]
    pub const fn until(deadline: Instant) -> Self {
        Self {
            nodes: None,
            depth: None,
            deadline: Some(deadline),
        }
    }

    /// The stricter of both, limit by limit.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            one.into_iter().chain(other).min()
        }
        Self {
            nodes: least(self.nodes, other.nodes),
            depth: least(self.depth, other.depth),
            deadline: least(self.deadline, other.deadline),
        }
    }
}

/// How many nodes pass between two looks at the clock and the flag: well below a millisecond of
/// them, and few enough for a build without optimisation.
const NODES_BETWEEN_LOOKS: u64 = 128;

/// Counts nodes and says when to stop.
pub(crate) struct Watch<'a> {
    nodes: u64,
    most: u64,
    next_look: u64,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    over: bool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: &Limits, stop: &'a AtomicBool) -> Self {
        let mut watch = Self {
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            next_look: 0,
            deadline: limits.deadline,
            stop,
            over: false,
        };
        watch.look();
        watch
    }

    /// Counts a node. Gives back whether to go on.
    #[inline]
    pub(crate) fn count(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        self.nodes += u64::from(!self.over);
        !self.over
    }

    #[cold]
    fn look(&mut self) {
        self.over = self.over
            || self.nodes >= self.most
            || self.stop.load(Ordering::Relaxed)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
        self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.most);
    }

    /// Whether the search must end.
    pub(crate) const fn is_over(&self) -> bool {
        self.over
    }

    /// The nodes counted so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }
}
