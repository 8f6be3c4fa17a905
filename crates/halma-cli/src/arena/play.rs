//! One game of the arena.

use std::time::{Duration, Instant};

use anyhow::Context;
use halma_core::{Game, Outcome, Ply, Rules, Seat, SeatSet};
use serde_json::{Value, json};

use super::player::Player;

/// A game that has been played.
pub(super) struct Played {
    pub(super) game: Game,
    /// The first player's seats.
    pub(super) seats: SeatSet,
    /// The longest that each player took beyond its time for a move.
    pub(super) late: [Duration; 2],
}

/// The seats the first player has in the first game of a pair: half of them, or with three seats
/// another one each time.
pub(super) fn first_seats(rules: &Rules, pair: usize) -> SeatSet {
    match *rules.seats() {
        [one, two, three] => SeatSet::of([one, two, three][pair % 3]),
        [one, _, three, _] => SeatSet::of(one).with(three),
        [one, ..] => SeatSet::of(one),
        [] => SeatSet::EMPTY,
    }
}

/// Plays on from an opening.
pub(super) fn game(
    opening: &Game,
    players: &mut [Player; 2],
    seats: SeatSet,
    swapped: bool,
    seed: u64,
    plies: usize,
) -> anyhow::Result<Played> {
    let mut game = opening.clone();
    let all: SeatSet = game.rules().seats().iter().copied().collect();
    let seats = if swapped {
        all.difference(seats)
    } else {
        seats
    };
    let mut late = [Duration::ZERO; 2];
    while game.outcome().is_none() && game.len() < plies {
        let who = usize::from(!seats.contains(game.position().to_move()));
        let began = Instant::now();
        let path = players[who].choose(&game, seed)?;
        if let Some(time) = players[who].time() {
            late[who] = late[who].max(began.elapsed().saturating_sub(time));
        }
        game.play(&path)
            .with_context(|| format!("{path} in {}", game.position()))?;
    }
    Ok(Played { game, seats, late })
}

impl Played {
    /// What the first player gets: a point for a win of any of its seats, half of one for a draw.
    pub(super) fn score(&self) -> f64 {
        match self.game.outcome() {
            Some(Outcome { winners, .. }) if !winners.is_empty() => {
                let own = winners.iter().any(|seat| self.seats.contains(seat));
                f64::from(u8::from(own))
            }
            _ => 0.5,
        }
    }

    /// How it ended, in one word.
    pub(super) fn end(&self) -> &'static str {
        self.game
            .outcome()
            .map_or("unfinished", |outcome| outcome.reason.name())
    }

    /// The turns of the seat that won, where one has.
    pub(super) fn turns_of_winner(&self) -> Option<u32> {
        let winners = self.game.outcome()?.winners;
        let position = self.game.position();
        winners.iter().map(|seat| position.made(seat)).max()
    }

    /// The whole game in a line.
    pub(super) fn told(&self) -> String {
        let seats: Vec<_> = self.seats.iter().map(Seat::name).collect();
        let moves = self.moves();
        format!(
            "a={} score={} end={} final=\"{}\" moves {}",
            seats.join("+"),
            self.score(),
            self.end(),
            self.game.position(),
            moves.join(" ")
        )
    }

    pub(super) fn as_json(&self) -> Value {
        json!({
            "a": self.seats,
            "score": self.score(),
            "end": self.end(),
            "final": self.game.position().to_string(),
            "moves": self.moves(),
        })
    }

    fn moves(&self) -> Vec<String> {
        let moved = |ply| match ply {
            Ply::Move { path, .. } => Some(path.to_string()),
            Ply::Pass { .. } | Ply::Out { .. } => None,
        };
        self.game.plies().filter_map(moved).collect()
    }
}
