//! Reading records.

use std::str::FromStr;

use super::{PASS, Record, Tag, UNFINISHED};
use crate::{
    Game, OutCause, Outcome, PathError, PlayError, Position, PositionError, Preset, Reason, Rules,
    Ruleset, RulesetError, Seat, SeatSet,
};

/// Why a text is no record, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, counted in bytes from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: RecordProblem,
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// This tag must stand here, with a JSON string as its value.
    #[error("expected [{0} \"...\"]")]
    Tag(Tag),
    /// Neither a preset's name nor a record of options.
    #[error("neither the name of a preset nor a ruleset as JSON")]
    UnknownRules,
    /// The ruleset is not sound.
    #[error("{0}")]
    Rules(RulesetError),
    /// The start is no position.
    #[error("{0}")]
    Start(PositionError),
    /// The result is neither seats joined by `+` nor `draw` nor `*`.
    #[error("expected the winning seats joined by +, draw, or *")]
    Result,
    /// The termination is no reason.
    #[error("expected a reason, or * for an unfinished game")]
    Termination,
    /// A blank line must divide tags and moves.
    #[error("expected a blank line")]
    BlankLine,
    /// A round must begin with its number.
    #[error("expected round {0}")]
    Round(u32),
    /// Not a move.
    #[error("{0}")]
    Path(PathError),
    /// Not a seat going out.
    #[error("expected a seat's letter, ! and resign or time")]
    Out,
    /// A move or seat going out that the rules do not allow.
    #[error("{0}")]
    Play(PlayError),
    /// A pass by a seat that can move.
    #[error("a pass by a seat that can move")]
    NoPass,
    /// The seat to move cannot, so a pass must stand here.
    #[error("expected a pass")]
    Pass,
    /// The game ends otherwise than the tags say.
    #[error("the moves do not lead to the result")]
    OtherResult,
    /// The same content is written in another way.
    #[error("not written as records are")]
    Form,
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut reader = Reader { text, at: 0 };
        let record = reader.record()?;
        reader.demand_form(&record)?;
        Ok(record)
    }
}

/// Reads line by line.
struct Reader<'a> {
    text: &'a str,
    /// Where the next line begins.
    at: usize,
}

impl<'a> Reader<'a> {
    fn record(&mut self) -> Result<Record, RecordError> {
        let rules = self.rules()?;
        let start = self.start(&rules)?;
        let mut record = Record::new(Game::from_position(start));
        for &seat in rules.seats() {
            record.players[seat.index()] = self.tag(Tag::Player(seat))?;
        }
        record.date = self.tag(Tag::Date)?;
        let result_at = self.at;
        let outcome = self.outcome()?;
        if !self.line().is_empty() {
            return Err(self.error(self.at, RecordProblem::BlankLine));
        }
        self.skip_line();
        self.rounds(&mut record.game)?;
        if record.game.outcome() != outcome.as_ref() {
            let ended = outcome.filter(|outcome| may_end_by(&record.game, outcome));
            let ended = ended.and_then(|outcome| record.game.end(outcome).ok());
            ended.ok_or_else(|| self.error(result_at, RecordProblem::OtherResult))?;
        }
        Ok(record)
    }

    fn rules(&mut self) -> Result<Rules, RecordError> {
        let at = self.at;
        let text = self.tag(Tag::Rules)?;
        let ruleset = if text.starts_with('{') {
            serde_json::from_str::<Ruleset>(&text).ok()
        } else {
            Preset::by_name(&text).map(|preset| preset.ruleset)
        };
        let ruleset = ruleset.ok_or_else(|| self.error(at, RecordProblem::UnknownRules))?;
        Rules::new(ruleset).map_err(|error| self.error(at, RecordProblem::Rules(error)))
    }

    fn start(&mut self, rules: &Rules) -> Result<Position, RecordError> {
        if !self.line().starts_with("[Start ") {
            return Ok(rules.start());
        }
        let at = self.at;
        let text = self.tag(Tag::Start)?;
        Position::parse(rules, &text).map_err(|error| self.error(at, RecordProblem::Start(error)))
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, RecordError> {
        let result_at = self.at;
        let result = self.tag(Tag::Result)?;
        let reason_at = self.at;
        let reason = self.tag(Tag::Termination)?;
        if result == UNFINISHED && reason == UNFINISHED {
            return Ok(None);
        }
        let winners =
            winners(&result).ok_or_else(|| self.error(result_at, RecordProblem::Result))?;
        let reason = reason
            .parse()
            .map_err(|_| self.error(reason_at, RecordProblem::Termination))?;
        Ok(Some(Outcome { winners, reason }))
    }

    /// The value of the tag that must stand on this line.
    fn tag(&mut self, tag: Tag) -> Result<String, RecordError> {
        let error = self.error(self.at, RecordProblem::Tag(tag));
        let value = self
            .line()
            .strip_prefix(&format!("[{tag} "))
            .and_then(|rest| rest.strip_suffix(']'))
            .and_then(|value| serde_json::from_str(value).ok())
            .ok_or(error)?;
        self.skip_line();
        Ok(value)
    }

    /// Plays everything up to the result line, which is left to the test of the form.
    fn rounds(&mut self, game: &mut Game) -> Result<(), RecordError> {
        // How many of the game's plies have been read; passes are made before they are.
        let mut read = 0;
        let mut number = 1;
        while self
            .line()
            .starts_with(|first: char| first.is_ascii_digit())
        {
            let label = format!("{number}.");
            if self.line().split(' ').next() != Some(&label) {
                return Err(self.error(self.at, RecordProblem::Round(number)));
            }
            let mut at = self.at;
            for word in self.line().split(' ') {
                if at > self.at {
                    self.ply(game, &mut read, word, at)?;
                }
                at += word.len() + 1;
            }
            number += 1;
            self.skip_line();
        }
        if read < game.len() {
            Err(self.error(self.at, RecordProblem::Pass))
        } else {
            Ok(())
        }
    }

    fn ply(
        &self,
        game: &mut Game,
        read: &mut usize,
        word: &str,
        at: usize,
    ) -> Result<(), RecordError> {
        let due = *read < game.len();
        *read += 1;
        if word == PASS {
            return if due {
                Ok(())
            } else {
                Err(self.error(at, RecordProblem::NoPass))
            };
        }
        if due {
            return Err(self.error(at, RecordProblem::Pass));
        }
        let played = if word.contains('!') {
            let (seat, cause) = out(word).ok_or_else(|| self.error(at, RecordProblem::Out))?;
            game.go_out(seat, cause)
        } else {
            let path = word.parse().map_err(|error: PathError| {
                self.error(at + error.column() - 1, RecordProblem::Path(error))
            })?;
            game.play(&path)
        };
        played.map_err(|error| self.error(at, RecordProblem::Play(error)))
    }

    /// Holds the text against what the record is printed as.
    fn demand_form(&self, record: &Record) -> Result<(), RecordError> {
        let printed = record.to_string();
        if printed == self.text {
            return Ok(());
        }
        let same = printed
            .bytes()
            .zip(self.text.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        Err(self.error(same, RecordProblem::Form))
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn line(&self) -> &'a str {
        self.rest().split('\n').next().unwrap_or_default()
    }

    fn skip_line(&mut self) {
        self.at += self.line().len() + 1;
    }

    fn error(&self, at: usize, problem: RecordProblem) -> RecordError {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before
            .iter()
            .rev()
            .take_while(|&&byte| byte != b'\n')
            .count()
            + 1;
        RecordError {
            line,
            column,
            problem,
        }
    }
}

fn winners(text: &str) -> Option<SeatSet> {
    if text == "draw" {
        return Some(SeatSet::EMPTY);
    }
    text.split('+')
        .map(|name| name.parse::<Seat>().ok())
        .collect()
}

fn out(word: &str) -> Option<(Seat, OutCause)> {
    let (letter, cause) = word.split_once('!')?;
    let mut letters = letter.chars();
    let seat = Seat::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
    let cause = OutCause::ALL
        .into_iter()
        .find(|known| super::cause_text(*known) == cause)?;
    Some((seat, cause))
}

/// Whether players or a server can end the game that way, whatever the moves.
fn may_end_by(game: &Game, outcome: &Outcome) -> bool {
    let winners = outcome.winners;
    match outcome.reason {
        Reason::Agreement | Reason::Aborted => winners.is_empty(),
        Reason::Abandoned => {
            let position = game.position();
            winners.iter().next().is_none_or(|seat| {
                let side = game
                    .rules()
                    .partner(seat)
                    .into_iter()
                    .fold(SeatSet::of(seat), SeatSet::with);
                winners == side && side.iter().all(|seat| position.seats_in().contains(seat))
            })
        }
        _ => false,
    }
}
