//! Replaying a game on a target and holding what it shows against what is known.

use std::fmt::{self, Display};

use halma_core::{Outcome, Seat};

use super::case::Case;
use super::target::{Seen, Target};

/// Where the target and the game disagree, in the order of the game.
pub(crate) async fn differences(case: &Case, target: &mut impl Target) -> Vec<String> {
    let mut replay = Replay {
        case,
        found: Vec::new(),
        turns: 0,
        passes: Vec::new(),
    };
    if let Err(refusal) = replay.run(target).await {
        replay.found.push(refusal);
    }
    replay.found
}

struct Replay<'a> {
    case: &'a Case,
    found: Vec<String>,
    /// Turns made by all seats, passes included.
    turns: usize,
    passes: Vec<(usize, Seat)>,
}

impl Replay<'_> {
    /// Stops with the refusal of anything that cannot be done, as nothing after it would tell.
    async fn run(&mut self, target: &mut impl Target) -> Result<(), String> {
        let case = self.case;
        let mut seen = target.begin(&case.rules, &case.start).await?;
        self.note_passes(&seen);
        for at in 0..=case.moves.len() {
            for &(_, seat, cause) in case.outs.iter().filter(|out| out.0 == at) {
                seen = target
                    .go_out(seat, cause)
                    .await
                    .map_err(|refusal| format!("ply {}: {seat} out: {refusal}", at + 1))?;
                self.note_passes(&seen);
            }
            let Some(path) = case.moves.get(at) else {
                break;
            };
            self.compare_turn(at, &seen);
            seen = target
                .play(path)
                .await
                .map_err(|refusal| format!("ply {}: {path}: {refusal}", at + 1))?;
            self.turns += 1;
            self.note_passes(&seen);
        }
        let position = target.end().await?;
        self.compare_end(&seen, &position);
        Ok(())
    }

    fn note_passes(&mut self, seen: &Seen) {
        for &seat in &seen.passes {
            self.passes.push((self.turns, seat));
            self.turns += 1;
        }
    }

    fn compare_turn(&mut self, at: usize, seen: &Seen) {
        let case = self.case;
        let ply = at + 1;
        if let Some(&seat) = case.seats.get(at) {
            let to_move = seen.to_move.map_or("nobody", Seat::name);
            self.compare(&format!("ply {ply}: seat to move"), seat.name(), to_move);
        }
        if let Some(&legal) = case.legal.get(at) {
            self.compare(
                &format!("ply {ply}: number of legal moves"),
                legal,
                seen.moves.len(),
            );
        }
        if let Some(set) = case.sets.get(&at) {
            let missing: Vec<_> = set
                .iter()
                .filter(|known| !seen.moves.contains(*known))
                .cloned()
                .collect();
            let surplus: Vec<_> = seen
                .moves
                .iter()
                .filter(|found| !set.contains(found))
                .cloned()
                .collect();
            if !missing.is_empty() || !surplus.is_empty() {
                let (missing, surplus) = (missing.join(" "), surplus.join(" "));
                self.found.push(format!(
                    "ply {ply}: legal moves: expected also [{missing}], got also [{surplus}]"
                ));
            }
        }
    }

    fn compare_end(&mut self, seen: &Seen, position: &str) {
        let case = self.case;
        let passes = std::mem::take(&mut self.passes);
        if passes != case.passes {
            self.differ("passes", Listed(&case.passes), Listed(&passes));
        }
        self.compare("final position", case.r#final.as_str(), position);
        let outside = case.result.is_some_and(|result| ends_outside(&result));
        if !(outside && seen.outcome.is_none()) {
            self.compare(
                "result",
                told(case.result.as_ref()),
                told(seen.outcome.as_ref()),
            );
        }
    }

    fn compare<T: PartialEq + Display>(&mut self, what: &str, expected: T, got: T) {
        if expected != got {
            self.differ(what, expected, got);
        }
    }

    fn differ(&mut self, what: &str, expected: impl Display, got: impl Display) {
        self.found
            .push(format!("{what}: expected {expected}, got {got}"));
    }
}

/// Whether players or a server ended the game, so that the moves alone cannot.
fn ends_outside(outcome: &Outcome) -> bool {
    use halma_core::Reason::{Abandoned, Aborted, Agreement};
    matches!(outcome.reason, Agreement | Abandoned | Aborted)
}

fn told(outcome: Option<&Outcome>) -> String {
    let Some(outcome) = outcome else {
        return "unfinished".to_owned();
    };
    let winners: Vec<_> = outcome.winners.iter().map(Seat::name).collect();
    let winners = if winners.is_empty() {
        "draw".to_owned()
    } else {
        winners.join("+")
    };
    format!("{winners} ({})", outcome.reason)
}

/// Shows passes, as they have no text form of their own.
struct Listed<'a>(&'a [(usize, Seat)]);

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}
