//! Which faults there are, and in what order they come.

use std::collections::BTreeMap;
use std::fmt;

use halma_tests::Dice;

/// What happens in a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Blow {
    /// The server is killed.
    Kill,
    /// The server dies at a named point of a move's journey.
    KillAtAPoint,
    /// The server is asked to end.
    Terminate,
    /// Every connection is cut.
    Cut,
    /// Every connection is reset.
    Reset,
}

/// What lasts for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trouble {
    /// PostgreSQL is stopped, and started again.
    Stopped,
    /// The same, stopped as a power cut would.
    Crashed,
    /// Every process of PostgreSQL is held where it is.
    Paused,
    /// Another holds the embedded database, so that nothing can be written.
    Locked,
    /// There is no room on the disk of the database.
    Full,
    /// Whatever is said between clients and server comes late.
    Delayed,
}

/// One fault: a blow, a trouble, or a blow amid a trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fault {
    pub(crate) trouble: Option<Trouble>,
    pub(crate) blow: Option<Blow>,
}

impl Fault {
    fn blow(blow: Blow) -> Self {
        Self {
            trouble: None,
            blow: Some(blow),
        }
    }

    fn trouble(trouble: Trouble, blow: Option<Blow>) -> Self {
        Self {
            trouble: Some(trouble),
            blow,
        }
    }

    fn kills(&self) -> bool {
        matches!(self.blow, Some(Blow::Kill | Blow::KillAtAPoint))
    }

    fn is_of_the_database(&self) -> bool {
        self.trouble
            .is_some_and(|trouble| trouble != Trouble::Delayed)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.trouble, self.blow) {
            (Some(trouble), Some(blow)) => write!(f, "{trouble:?}+{blow:?}"),
            (Some(trouble), None) => write!(f, "{trouble:?}"),
            (None, Some(blow)) => write!(f, "{blow:?}"),
            (None, None) => Ok(()),
        }
    }
}

/// Every fault there can be, dealt by chance like cards: each comes before any comes again.
#[derive(Debug)]
pub(crate) struct Deck {
    all: Vec<Fault>,
    left: Vec<Fault>,
    /// How often each has been.
    pub(crate) dealt: BTreeMap<Fault, u32>,
}

/// What happens without any trouble; what kills, more than once.
const BLOWS: [Blow; 9] = [
    Blow::Kill,
    Blow::Kill,
    Blow::Kill,
    Blow::Kill,
    Blow::KillAtAPoint,
    Blow::KillAtAPoint,
    Blow::Terminate,
    Blow::Cut,
    Blow::Reset,
];

/// What happens amid each trouble of the database: nothing else, or its server goes.
const AMID: [Option<Blow>; 3] = [None, Some(Blow::Kill), Some(Blow::Terminate)];

/// At least so many faults of a deck are the database's.
const OF_DATABASE: usize = 9;

impl Deck {
    /// With these troubles that the database can have.
    pub(crate) fn new(troubles: &[Trouble]) -> Self {
        let mut all: Vec<Fault> = BLOWS.map(Fault::blow).into();
        for amid in [None, Some(Blow::Cut)] {
            all.push(Fault::trouble(Trouble::Delayed, amid));
        }
        for _ in 0..OF_DATABASE.div_ceil(troubles.len() * AMID.len()) {
            for trouble in troubles {
                all.extend(AMID.map(|amid| Fault::trouble(*trouble, amid)));
            }
        }
        Self {
            all,
            left: Vec::new(),
            dealt: BTreeMap::new(),
        }
    }

    /// The next one.
    pub(crate) fn deal(&mut self, dice: &mut Dice) -> Fault {
        if self.left.is_empty() {
            self.left.clone_from(&self.all);
        }
        let fault = self.left.swap_remove(dice.roll(self.left.len()));
        *self.dealt.entry(fault).or_default() += 1;
        fault
    }

    /// Whether every fault has been.
    pub(crate) fn is_through(&self) -> bool {
        self.all.iter().all(|fault| self.dealt.contains_key(fault))
    }

    /// How often the server was killed.
    pub(crate) fn kills(&self) -> u32 {
        self.count(Fault::kills)
    }

    /// How many faults were the database's.
    pub(crate) fn of_database(&self) -> u32 {
        self.count(Fault::is_of_the_database)
    }

    fn count(&self, meant: impl Fn(&Fault) -> bool) -> u32 {
        let meant = self.dealt.iter().filter(|(fault, _)| meant(fault));
        meant.map(|(_, times)| times).sum()
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kills, of_database) = (self.kills(), self.of_database());
        write!(f, "{kills} kills, {of_database} faults of the database:")?;
        for (fault, times) in &self.dealt {
            write!(f, " {fault} {times},")?;
        }
        Ok(())
    }
}
