//! Games to check, with what is known of them.

use std::collections::BTreeMap;

use halma_core::{OutCause, Outcome, Path, Ply, Reason, Record, Ruleset, Seat};
use serde::Deserialize;

/// A game and what should come of it, as a line of a `.jsonl` file tells it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) rules: Ruleset,
    pub(crate) start: String,
    pub(crate) moves: Vec<Path>,
    /// Whose turn each move was.
    pub(crate) seats: Vec<Seat>,
    /// The number of legal moves before each move.
    pub(crate) legal: Vec<usize>,
    /// Before some moves, by index, all legal moves as `from-to`, sorted.
    pub(crate) sets: BTreeMap<usize, Vec<String>>,
    /// The passes, with the turns made by all seats before each.
    pub(crate) passes: Vec<(usize, Seat)>,
    /// The seats going out, with the index of the move each comes before.
    #[serde(default)]
    pub(crate) outs: Vec<(usize, Seat, OutCause)>,
    pub(crate) r#final: String,
    pub(crate) result: Option<Outcome>,
}

impl Case {
    /// The same game where nobody can run out of time: those who did resign instead.
    pub(crate) fn without_clocks(&self) -> Self {
        let mut case = self.clone();
        for (_, _, cause) in &mut case.outs {
            *cause = OutCause::Resign;
        }
        if let Some(result) = case
            .result
            .as_mut()
            .filter(|result| result.reason == Reason::Time)
        {
            result.reason = Reason::Resign;
        }
        case
    }
}

/// The games of a `.jsonl` file, each read or told why not.
pub(crate) fn from_lines(text: &str) -> Vec<Result<Case, String>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).map_err(|error| error.to_string()))
        .collect()
}

/// The game of a record, which tells less: neither legal moves nor the final position.
///
/// Reading a record replays it, so what it says is taken from the game it led to.
pub(crate) fn from_record(text: &str) -> Result<Case, String> {
    let record: Record = text.parse().map_err(|error| format!("{error}"))?;
    let game = &record.game;
    let mut case = Case {
        name: "record".to_owned(),
        rules: *game.rules().ruleset(),
        start: game.start().to_string(),
        moves: Vec::new(),
        seats: Vec::new(),
        legal: Vec::new(),
        sets: BTreeMap::new(),
        passes: Vec::new(),
        outs: Vec::new(),
        r#final: game.position().to_string(),
        result: game.outcome().copied(),
    };
    for ply in game.plies() {
        match ply {
            Ply::Move { seat, path } => {
                case.moves.push(path);
                case.seats.push(seat);
            }
            Ply::Pass { seat } => case
                .passes
                .push((case.moves.len() + case.passes.len(), seat)),
            Ply::Out { seat, cause } => case.outs.push((case.moves.len(), seat, cause)),
        }
    }
    Ok(case)
}
