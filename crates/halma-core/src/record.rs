//! Games as text that people can read and keep.

mod read;

pub use read::{RecordError, RecordProblem};

use std::fmt;

use crate::{Game, OutCause, Outcome, Ply, Preset, Rules, Ruleset, Seat};

/// A game with the names of its players and its date.
///
/// Its text is a fixed sequence of tag lines, a blank line, one line for each round and the result.
/// Values are written as JSON strings, so any name fits. Printing and reading are exact inverses.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game, over or not.
    pub game: Game,
    /// The players' names by [`Seat::index`]; `?` where nobody is known.
    pub players: [String; 4],
    /// When it was played, such as `2026-03-01`; `?` where that is not known.
    pub date: String,
}

const UNKNOWN: &str = "?";
const UNFINISHED: &str = "*";
const PASS: &str = "--";

impl Record {
    /// A record of that game which names neither players nor date.
    #[must_use]
    pub fn new(game: Game) -> Self {
        let players = std::array::from_fn(|_| UNKNOWN.to_owned());
        Self {
            game,
            players,
            date: UNKNOWN.to_owned(),
        }
    }
}

/// A tag line of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// The ruleset: a preset's name or the record of options.
    Rules,
    /// The starting position, if not the usual one.
    Start,
    /// The player on that seat.
    Player(Seat),
    /// When the game was played.
    Date,
    /// Who has won.
    Result,
    /// Why the game has ended.
    Termination,
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rules => "Rules",
            Self::Start => "Start",
            Self::Player(Seat::White) => "White",
            Self::Player(Seat::Red) => "Red",
            Self::Player(Seat::Black) => "Black",
            Self::Player(Seat::Blue) => "Blue",
            Self::Date => "Date",
            Self::Result => "Result",
            Self::Termination => "Termination",
        })
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.game.rules();
        let outcome = self.game.outcome();
        write_tag(f, Tag::Rules, &rules_text(rules.ruleset()))?;
        if *self.game.start() != rules.start() {
            write_tag(f, Tag::Start, &self.game.start().to_string())?;
        }
        for &seat in rules.seats() {
            write_tag(f, Tag::Player(seat), &self.players[seat.index()])?;
        }
        write_tag(f, Tag::Date, &self.date)?;
        let result = result_text(outcome);
        write_tag(f, Tag::Result, &result)?;
        write_tag(f, Tag::Termination, termination_text(outcome))?;
        writeln!(f)?;
        write_rounds(f, &self.game)?;
        writeln!(f, "{result}")
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, tag: Tag, value: &str) -> fmt::Result {
    writeln!(f, "[{tag} {}]", serde_json::Value::from(value))
}

fn rules_text(ruleset: &Ruleset) -> String {
    match Preset::of(ruleset) {
        Some(preset) => preset.name.to_owned(),
        None => serde_json::to_string(ruleset).unwrap_or_default(),
    }
}

fn result_text(outcome: Option<&Outcome>) -> String {
    match outcome {
        None => UNFINISHED.to_owned(),
        Some(outcome) if outcome.is_draw() => "draw".to_owned(),
        Some(outcome) => outcome
            .winners
            .iter()
            .map(Seat::name)
            .collect::<Vec<_>>()
            .join("+"),
    }
}

fn termination_text(outcome: Option<&Outcome>) -> &'static str {
    outcome.map_or(UNFINISHED, |outcome| outcome.reason.name())
}

fn write_rounds(f: &mut fmt::Formatter<'_>, game: &Game) -> fmt::Result {
    let mut rounds = Rounds::new(game.rules());
    for ply in game.plies() {
        if rounds.begins_with(&ply) {
            let end_of_last = if rounds.number > 1 { "\n" } else { "" };
            write!(f, "{end_of_last}{}.", rounds.number)?;
        }
        match ply {
            Ply::Move { path, .. } => write!(f, " {path}")?,
            Ply::Pass { .. } => write!(f, " {PASS}")?,
            Ply::Out { seat, cause } => write!(f, " {}!{}", seat.letter(), cause_text(cause))?,
        }
    }
    if rounds.number > 0 {
        writeln!(f)
    } else {
        Ok(())
    }
}

const fn cause_text(cause: OutCause) -> &'static str {
    cause.reason().name()
}

/// Counts rounds along a line of plies.
struct Rounds<'a> {
    rules: &'a Rules,
    number: u32,
    /// Whose turn was made last.
    last: Option<Seat>,
}

impl<'a> Rounds<'a> {
    const fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            number: 0,
            last: None,
        }
    }

    /// Goes on to that ply and tells whether a new round begins with it. A seat going out never
    /// begins one, unless it is the first thing that happens.
    fn begins_with(&mut self, ply: &Ply) -> bool {
        let place = |seat| self.rules.round_place(seat);
        let begins = match ply {
            Ply::Out { .. } => self.number == 0,
            Ply::Move { seat, .. } | Ply::Pass { seat } => {
                let last = self.last.replace(*seat);
                self.number == 0 || last.is_some_and(|last| place(*seat) <= place(last))
            }
        };
        self.number += u32::from(begins);
        begins
    }
}
