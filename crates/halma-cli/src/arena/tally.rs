//! What many games tell: score, rating difference, how sure it is, how games went.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::play::Played;
use super::player::Spec;

/// 95 % of a normal distribution lies this many standard deviations around its middle.
const DEVIATIONS: f64 = 1.96;

/// The results so far.
pub(super) struct Tally {
    pairs: usize,
    /// The first player's points in each pair of games, from 0 to 2.
    points: Vec<f64>,
    wins: [usize; 2],
    draws: usize,
    ends: BTreeMap<&'static str, usize>,
    plies: usize,
    /// The turns each player needed in the games it won, together.
    turns: [u64; 2],
    late: [Duration; 2],
}

impl Tally {
    pub(super) const fn new(pairs: usize) -> Self {
        Self {
            pairs,
            points: Vec::new(),
            wins: [0; 2],
            draws: 0,
            ends: BTreeMap::new(),
            plies: 0,
            turns: [0; 2],
            late: [Duration::ZERO; 2],
        }
    }

    pub(super) fn add(&mut self, games: &[Played; 2]) {
        self.points.push(games.iter().map(Played::score).sum());
        for game in games {
            self.plies += game.game.len();
            *self.ends.entry(game.end()).or_default() += 1;
            match game.turns_of_winner() {
                Some(turns) => {
                    let who = usize::from(game.score() < 0.5);
                    self.wins[who] += 1;
                    self.turns[who] += u64::from(turns);
                }
                None => self.draws += 1,
            }
            for (most, late) in self.late.iter_mut().zip(game.late) {
                *most = late.max(*most);
            }
        }
    }

    /// Whether it is time to tell how things stand.
    pub(super) const fn is_due(&self) -> bool {
        self.points.len().is_multiple_of(10) && self.points.len() < self.pairs
    }

    /// The score as a fraction, and half the width of its 95 % interval, from the spread of pairs.
    fn score(&self) -> (f64, f64) {
        let count = self.points.len() as f64;
        let mean = self.points.iter().sum::<f64>() / count;
        let spread: f64 = self.points.iter().map(|point| (point - mean).powi(2)).sum();
        let error = (spread / (count - 1.0).max(1.0) / count).sqrt();
        (mean / 2.0, DEVIATIONS * error / 2.0)
    }

    /// How things stand, in a line.
    pub(super) fn line(&self) -> String {
        let (score, error) = self.score();
        format!(
            "{} games: +{} -{} ={}, score {:.1} % ± {:.1}",
            2 * self.points.len(),
            self.wins[0],
            self.wins[1],
            self.draws,
            100.0 * score,
            100.0 * error
        )
    }

    /// The same as `summary`, to be read by programs: `score` is a fraction, `error` half the
    /// width of its 95 % interval.
    pub(super) fn as_json(&self, players: [&Spec; 2]) -> Value {
        let games = 2 * self.points.len();
        let (score, error) = self.score();
        let [low, middle, high] = [score - error, score, score + error].map(elo);
        json!({
            "players": players.map(ToString::to_string),
            "games": games,
            "wins": self.wins,
            "draws": self.draws,
            "score": score,
            "error": error,
            "elo": { "low": low, "middle": middle, "high": high },
            "plies": self.plies,
            "turns_of_winners": self.turns,
            "late_ms": self.late.map(|late| late.as_secs_f64() * 1e3),
            "ends": self.ends,
        })
    }

    /// All there is to tell at the end.
    pub(super) fn summary(&self, players: [&Spec; 2]) -> String {
        let games = 2 * self.points.len();
        if games == 0 {
            return "no games\n".into();
        }
        let (score, error) = self.score();
        let mut text = format!("{} against {}\n{}\n", players[0], players[1], self.line());
        let [low, middle, high] = [score - error, score, score + error].map(elo);
        // Writing into a text cannot fail.
        let _ = writeln!(
            text,
            "score between {:.1} and {:.1} % (95 %), Elo {middle:+.0} ({low:+.0} to {high:+.0})",
            100.0 * (score - error),
            100.0 * (score + error),
        );
        let _ = writeln!(
            text,
            "plies a game: {:.1}",
            self.plies as f64 / games as f64
        );
        for (who, player) in players.into_iter().enumerate() {
            if self.wins[who] > 0 {
                let turns = self.turns[who] as f64 / self.wins[who] as f64;
                let _ = writeln!(text, "own moves in games won by {player}: {turns:.1}");
            }
            if self.late[who] > Duration::ZERO {
                let late = self.late[who].as_secs_f64() * 1e3;
                let _ = writeln!(text, "{player} was late by {late:.1} ms at most");
            }
        }
        let ends: Vec<_> = self
            .ends
            .iter()
            .map(|(end, count)| format!("{end} {count}"))
            .collect();
        let _ = writeln!(text, "ends: {}", ends.join(", "));
        text
    }
}

/// The difference in rating that explains a score.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    -400.0 * (1.0 / score - 1.0).log10()
}
