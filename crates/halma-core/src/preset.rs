//! Rulesets with a name.

use crate::ruleset::{DeadlineRule, HomeDeadline, Movement, Teams};
use crate::{Board, Ruleset};

/// A ruleset with a name.
#[derive(Debug)]
pub struct Preset {
    /// The name, as it is written in records and requests.
    pub name: &'static str,
    /// One line for a player who chooses.
    pub description: &'static str,
    /// The options.
    pub ruleset: Ruleset,
}

/// All presets, the online defaults first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "standard",
        description: "Classic for two that cannot be spoiled: from turn 90 everyone must leave home.",
        ruleset: online(90, CLASSIC),
    },
    Preset {
        name: "standard-three",
        description: "Three players, each for themselves; from turn 90 everyone must leave home.",
        ruleset: online(90, THREE),
    },
    Preset {
        name: "standard-four",
        description: "Four players, each for themselves; from turn 65 everyone must leave home.",
        ruleset: online(65, FOUR),
    },
    Preset {
        name: "standard-partners",
        description: "Two against two: both armies must get home, and must leave from turn 65.",
        ruleset: online(65, PARTNERS),
    },
    Preset {
        name: "classic",
        description: "The original for two: first to fill the opposite camp wins, and nothing else.",
        ruleset: CLASSIC,
    },
    Preset {
        name: "three",
        description: "The original for three; the corner opposite red is empty.",
        ruleset: THREE,
    },
    Preset {
        name: "four",
        description: "The original for four, each for themselves.",
        ruleset: FOUR,
    },
    Preset {
        name: "partners",
        description: "Opposite players are partners; a team wins when both its armies are home.",
        ruleset: PARTNERS,
    },
    Preset {
        name: "partners-one-army",
        description: "Opposite players are partners; a team wins when one of its armies is home.",
        ruleset: Ruleset {
            teams: Teams::OneArmy,
            ..FOUR
        },
    },
    Preset {
        name: "paco",
        description: "A camp full of any pieces wins, if one of them is yours: blocking is no use.",
        ruleset: Ruleset {
            camp_full_after: Some(0),
            ..CLASSIC
        },
    },
    Preset {
        name: "brainking-8",
        description: "A short game on 8×8: leave home within 30 moves or lose.",
        ruleset: Ruleset {
            board: Board::Eight,
            home_deadline: lose_after(30),
            ..CLASSIC
        },
    },
    Preset {
        name: "brainking-10",
        description: "On 10×10: leave home within 50 moves or lose.",
        ruleset: Ruleset {
            board: Board::Ten,
            home_deadline: lose_after(50),
            ..CLASSIC
        },
    },
    Preset {
        name: "grasshopper",
        description: "The quick game on 8×8 with ten pieces each.",
        ruleset: Ruleset {
            board: Board::Eight,
            ..CLASSIC
        },
    },
    Preset {
        name: "colour",
        description: "Pieces on your corner's colour only step diagonally, the others only jump straight.",
        ruleset: Ruleset {
            movement: Movement::Colour,
            ..CLASSIC
        },
    },
    Preset {
        name: "marked",
        description: "Your corner piece is marked and must end in the far corner of your goal.",
        ruleset: Ruleset {
            marked: true,
            ..CLASSIC
        },
    },
];

const CLASSIC: Ruleset = Ruleset::CLASSIC;
const THREE: Ruleset = Ruleset {
    seats: 3,
    ..CLASSIC
};
const FOUR: Ruleset = Ruleset {
    seats: 4,
    ..CLASSIC
};
const PARTNERS: Ruleset = Ruleset {
    teams: Teams::BothArmies,
    ..FOUR
};

const fn online(moves: u32, ruleset: Ruleset) -> Ruleset {
    Ruleset {
        camp_full_after: Some(moves),
        home_deadline: Some(HomeDeadline {
            moves,
            then: DeadlineRule::MustLeave,
        }),
        move_cap: Some(400),
        ..ruleset
    }
}

const fn lose_after(moves: u32) -> Option<HomeDeadline> {
    Some(HomeDeadline {
        moves,
        then: DeadlineRule::Lose,
    })
}

impl Preset {
    /// The preset of that name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// The preset with exactly these options.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.ruleset == *ruleset)
    }

    /// The preset with these options whoever begins: a rematch is still the same game.
    #[must_use]
    pub fn whoever_begins(ruleset: &Ruleset) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| {
            *ruleset
                == Ruleset {
                    first: ruleset.first,
                    ..preset.ruleset
                }
        })
    }
}
