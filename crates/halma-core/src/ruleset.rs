//! The options a game is played by, as a plain record.

use crate::{Board, Seat};

/// The options of a game. The default is the classic game of two.
///
/// Any record can be written down; whether it makes a sound game is for [`crate::Rules`] to say.
/// In JSON only what differs from the default is written, and unknown fields are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ruleset {
    /// The board. Three and four seats need the one of 16.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub board: Board,
    /// How many seats play: 2, 3 or 4.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_two"))]
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 4)))]
    pub seats: u8,
    /// Whether opposite seats are partners.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub teams: Teams,
    /// How the pieces move.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub movement: Movement,
    /// Marked Halma: the piece that starts in the corner must end in the goal's far corner.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub marked: bool,
    /// After this many turns of its own a seat is home as soon as its goal is full of any
    /// pieces, at least one of them its own. Up to 10,000.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    #[cfg_attr(feature = "schema", schemars(range(max = 10_000)))]
    pub camp_full_after: Option<u32>,
    /// When a seat's pieces must have left home.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub home_deadline: Option<HomeDeadline>,
    /// A piece in its goal may not leave it again.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub goal_lock: bool,
    /// The round is played out before a finish counts.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub equal_turns: bool,
    /// A draw once every seat still in has made this many turns. From 1 to 10,000.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub move_cap: Option<u32>,
    /// The seat that moves first.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_white"))]
    pub first: Seat,
}

impl Ruleset {
    /// The classic game of two.
    pub(crate) const CLASSIC: Self = Self {
        board: Board::Sixteen,
        seats: 2,
        teams: Teams::None,
        movement: Movement::Standard,
        marked: false,
        camp_full_after: None,
        home_deadline: None,
        goal_lock: false,
        equal_turns: false,
        move_cap: None,
        first: Seat::White,
    };
}

impl Default for Ruleset {
    fn default() -> Self {
        Self::CLASSIC
    }
}

/// Whether and how opposite seats play together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Teams {
    /// Everyone plays alone.
    #[default]
    None,
    /// A team wins when both its armies are home.
    BothArmies,
    /// A team wins as soon as one of its armies is home.
    OneArmy,
}

/// How the pieces move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Movement {
    /// Every piece steps and jumps in all eight directions.
    #[default]
    Standard,
    /// Colour Halma: pieces on the colour of their corner only step, diagonally; the others only
    /// jump, straight.
    Colour,
}

/// A limit for leaving home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HomeDeadline {
    /// The seat's own turns until the limit. From 1 to 10,000.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub moves: u32,
    /// What happens then.
    pub then: DeadlineRule,
}

/// What happens to a seat that has pieces at home past the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DeadlineRule {
    /// It is out.
    Lose,
    /// It may only make moves that take a piece out of home, while it has any.
    MustLeave,
}

#[cfg(feature = "serde")]
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(feature = "serde")]
fn is_two(seats: &u8) -> bool {
    *seats == 2
}

#[cfg(feature = "serde")]
fn is_white(seat: &Seat) -> bool {
    *seat == Seat::White
}
