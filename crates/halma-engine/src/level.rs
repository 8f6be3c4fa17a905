//! Levels of strength.

use crate::Limits;

/// How strong the computer plays, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What makes a player of some strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Moves looked ahead at most.
    pub depth: u8,
    /// Positions looked at for one move at most.
    pub nodes: u64,
    /// By how much a move may be misjudged, in hundredths of a turn.
    pub noise: u16,
    /// Whether the way home is planned to the end once nobody is in the way.
    pub races: bool,
    /// Whether it is planned earlier too, around others who have moved so simply up to now that
    /// their moves can be foreseen.
    pub foresees: bool,
}

impl Strength {
    /// As strong as the limits of a search allow.
    pub const FULL: Self = Self {
        depth: 60,
        nodes: u64::MAX,
        noise: 0,
        races: true,
        foresees: true,
    };
}

impl Default for Strength {
    fn default() -> Self {
        Self::FULL
    }
}

impl From<Level> for Strength {
    fn from(level: Level) -> Self {
        level.strength()
    }
}

const NAMES: [&str; 8] = [
    "newcomer",
    "stroller",
    "walker",
    "jumper",
    "bridger",
    "runner",
    "strategist",
    "master",
];

const THINKING_MS: [u32; 8] = [300, 400, 500, 600, 700, 800, 1000, 1500];

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 8] = [
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
        Self(8),
    ];

    /// The strongest level.
    pub const STRONGEST: Self = Self(8);

    /// The level of that number, 1 to 8.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= 8 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number, 1 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Its name, one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The level of that name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// How long a move typically takes when it is to look natural, in milliseconds. The search
    /// itself may need far less.
    #[must_use]
    pub const fn thinking_ms(self) -> u32 {
        THINKING_MS[self.index()]
    }

    /// What makes its strength.
    #[must_use]
    pub const fn strength(self) -> Strength {
        let (depth, nodes, noise) = match self.0 {
            1 => (1, 200, 35),
            2 => (1, 200, 18),
            3 => (1, 200, 7),
            4 => (2, 400, 4),
            5 => (3, 1_000, 15),
            6 => (4, 10_000, 0),
            7 => (6, 20_000, 0),
            _ => return Strength::FULL,
        };
        Strength {
            depth,
            nodes,
            noise,
            races: self.0 > 4,
            foresees: false,
        }
    }

    /// What a search at this level may spend, besides what its strength already limits.
    #[must_use]
    pub fn limits(self) -> Limits {
        let Strength { depth, nodes, .. } = self.strength();
        Limits {
            nodes: Some(nodes.min(400_000)),
            depth: Some(depth),
            deadline: None,
        }
    }
}
