//! How a game changes ratings: Glicko-2 for two seats, Weng-Lin for three and four.

use halma_core::{Preset, Seat, SeatSet, Teams};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};
use sqlx::FromRow;
use uuid::Uuid;

/// Where everybody begins.
pub(super) const RATING: f64 = 1500.0;
const DEVIATION: f64 = 350.0;
const VOLATILITY: f64 = 0.06;

/// Weng-Lin counts from 25 with an uncertainty of 25/3; shown on the same scale as Glicko-2.
const WENG_LIN_START: f64 = 25.0;
const WENG_LIN_SCALE: f64 = 42.0;

/// Who has not played for a while is less certain: one step for each of these, in milliseconds.
const PERIOD: i64 = 30 * 86_400_000;

/// After so many steps it makes no more difference worth the work.
const PERIODS: i64 = 120;

/// With fewer games a rating is provisional. An index goes by it, and the leaderboard's query.
pub const SETTLED: i64 = 10;

/// A player on one ladder.
#[derive(Debug, Clone, PartialEq, FromRow)]
pub struct StandingRow {
    /// Who.
    pub player: Uuid,
    /// The rating.
    pub rating: f64,
    /// How uncertain it is, on the same scale.
    pub deviation: f64,
    /// How steadily the player plays; Glicko-2 only.
    pub volatility: f64,
    /// Rated games.
    pub games: i64,
    /// Won.
    pub wins: i64,
    /// Drawn.
    pub draws: i64,
    /// When the last one ended, in Unix milliseconds.
    pub updated: i64,
}

impl StandingRow {
    /// Somebody who has not played a rated game yet.
    pub(super) fn new(player: Uuid) -> Self {
        Self {
            player,
            rating: RATING,
            deviation: DEVIATION,
            volatility: VOLATILITY,
            games: 0,
            wins: 0,
            draws: 0,
            updated: 0,
        }
    }

    fn glicko(&self, now: i64) -> Glicko2Rating {
        let Self {
            rating,
            deviation,
            volatility,
            ..
        } = *self;
        let mut glicko = Glicko2Rating {
            rating,
            deviation,
            volatility,
        };
        let idle = if self.games == 0 {
            0
        } else {
            (now - self.updated) / PERIOD
        };
        for _ in 0..idle.clamp(0, PERIODS) {
            glicko = decay_deviation(&glicko);
        }
        glicko
    }

    fn weng_lin(&self) -> WengLinRating {
        WengLinRating {
            rating: WENG_LIN_START + (self.rating - RATING) / WENG_LIN_SCALE,
            uncertainty: self.deviation / WENG_LIN_SCALE,
        }
    }

    fn played(&mut self, result: i16, now: i64) {
        self.games += 1;
        self.wins += i64::from(result == 1);
        self.draws += i64::from(result == 0);
        self.updated = now;
    }
}

/// What a finished game makes of its players' standings, given in seat order.
pub(super) fn rate(preset: &str, players: &mut [(Seat, StandingRow)], winners: SeatSet, now: i64) {
    if let [(seat, one), (_, other)] = players {
        let outcome = match (winners.is_empty(), winners.contains(*seat)) {
            (true, _) => Outcomes::DRAW,
            (false, true) => Outcomes::WIN,
            (false, false) => Outcomes::LOSS,
        };
        let (before, against) = (one.glicko(now), other.glicko(now));
        let (new_one, new_other) = glicko2(&before, &against, &outcome, &Glicko2Config::new());
        for (standing, new) in [(one, new_one), (other, new_other)] {
            standing.rating = new.rating;
            standing.deviation = new.deviation;
            standing.volatility = new.volatility;
        }
    } else {
        rate_many(preset, players, winners);
    }
    for (seat, standing) in players {
        standing.played(result_of(*seat, winners), now);
    }
}

/// Everybody who won comes first, everybody else second; in a draw all come first.
fn rate_many(preset: &str, players: &mut [(Seat, StandingRow)], winners: SeatSet) {
    let partners =
        Preset::by_name(preset).is_some_and(|preset| preset.ruleset.teams != Teams::None);
    let team_of = |seat: Seat| {
        if partners {
            seat.index() % 2
        } else {
            seat.index()
        }
    };
    let mut numbers: Vec<usize> = players.iter().map(|(seat, _)| team_of(*seat)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let teams: Vec<(Vec<WengLinRating>, MultiTeamOutcome)> = numbers
        .iter()
        .map(|number| {
            let members = players.iter().filter(|(seat, _)| team_of(*seat) == *number);
            let won = members.clone().any(|(seat, _)| winners.contains(*seat));
            let rank = if winners.is_empty() || won { 1 } else { 2 };
            let ratings = members.map(|(_, standing)| standing.weng_lin()).collect();
            (ratings, MultiTeamOutcome::new(rank))
        })
        .collect();
    let given: Vec<_> = teams
        .iter()
        .map(|(team, rank)| (&team[..], *rank))
        .collect();
    let rated = weng_lin_multi_team(&given, &WengLinConfig::new());
    for (number, team) in numbers.iter().zip(rated) {
        let members = players
            .iter_mut()
            .filter(|(seat, _)| team_of(*seat) == *number);
        for ((_, standing), new) in members.zip(team) {
            standing.rating = RATING + (new.rating - WENG_LIN_START) * WENG_LIN_SCALE;
            standing.deviation = new.uncertainty * WENG_LIN_SCALE;
        }
    }
}

/// 1 if the seat won, 0 in a draw, -1 if it lost.
pub(super) fn result_of(seat: Seat, winners: SeatSet) -> i16 {
    match (winners.is_empty(), winners.contains(seat)) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(seats: &[Seat]) -> Vec<(Seat, StandingRow)> {
        seats
            .iter()
            .map(|seat| (*seat, StandingRow::new(Uuid::nil())))
            .collect()
    }

    fn ratings(players: &[(Seat, StandingRow)]) -> Vec<i64> {
        players
            .iter()
            .map(|(_, standing)| standing.rating.round() as i64)
            .collect()
    }

    #[test]
    fn two_newcomers_move_apart_by_a_win_and_not_by_a_draw() {
        let mut two = players(&[Seat::White, Seat::Black]);
        rate("standard", &mut two, SeatSet::EMPTY, 0);
        assert_eq!(ratings(&two), [1500, 1500]);
        let mut two = players(&[Seat::White, Seat::Black]);
        rate("standard", &mut two, SeatSet::of(Seat::Black), 0);
        assert_eq!(ratings(&two), [1338, 1662]);
        assert!(two[0].1.deviation < 300.0);
        assert_eq!((two[0].1.games, two[0].1.wins, two[1].1.wins), (1, 0, 1));
    }

    #[test]
    fn a_long_absence_makes_less_certain() {
        let mut two = players(&[Seat::White, Seat::Black]);
        for (_, standing) in &mut two {
            standing.deviation = 60.0;
            standing.games = 50;
        }
        assert!(two[0].1.glicko(0).deviation < 60.1);
        assert!(two[0].1.glicko(40 * PERIOD).deviation > 80.0);
    }

    #[test]
    fn of_four_the_winner_gains_and_the_others_lose() {
        let seats = [Seat::White, Seat::Red, Seat::Black, Seat::Blue];
        let mut four = players(&seats);
        rate("standard-four", &mut four, SeatSet::of(Seat::Red), 0);
        let [white, red, black, blue] = ratings(&four)[..] else {
            panic!()
        };
        assert!(red > 1500 && white < 1500, "{:?}", ratings(&four));
        assert!(white == black && black == blue);
    }

    #[test]
    fn partners_win_together() {
        let seats = [Seat::White, Seat::Red, Seat::Black, Seat::Blue];
        let mut four = players(&seats);
        rate(
            "standard-partners",
            &mut four,
            SeatSet::of(Seat::Red).with(Seat::Blue),
            0,
        );
        let [white, red, black, blue] = ratings(&four)[..] else {
            panic!()
        };
        assert!(red == blue && white == black && red > white);
        let mut drawn = players(&seats);
        rate("standard-partners", &mut drawn, SeatSet::EMPTY, 0);
        assert_eq!(ratings(&drawn), [1500; 4]);
    }
}
