//! The counters that statistics are read from, and what a game adds to them.

use std::collections::BTreeMap;

use halma_core::{Seat, SeatSet};
use time::OffsetDateTime;
use uuid::Uuid;

use super::rating::result_of;

/// Rows a statement writes at most.
pub(super) const CHUNK: usize = 50;

/// The preset under which streaks over all games are kept.
pub(super) const ANY_PRESET: &str = "*";

/// A finished game, as it is counted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CountedGame {
    /// What it was.
    pub(super) kind: Kind,
    /// Who won.
    pub(super) winners: SeatSet,
    /// Why it ended, by its name.
    pub(super) reason: String,
    /// When, in Unix milliseconds.
    pub(super) finished: i64,
    /// The seat that began.
    pub(super) first: Seat,
    /// How many moves.
    pub(super) moves: i64,
    /// How long from start to end, in milliseconds.
    pub(super) millis: i64,
    /// The most jumps in one move.
    pub(super) chain: i64,
    /// Who held which seat; a computer's seats are not here.
    pub(super) players: Vec<(Seat, Uuid)>,
    /// How many seats there were.
    pub(super) seats: usize,
}

/// What games are told apart by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    /// The preset's name, or `custom`.
    pub(super) preset: String,
    /// Whether it was rated.
    pub(super) rated: bool,
    /// The number of the clock's class.
    pub(super) pace: i16,
    /// Whether no program played.
    pub(super) humans: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TallyKey {
    pub(super) span: Span,
    pub(super) kind: Kind,
    pub(super) winners: String,
    pub(super) reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlayerKey {
    pub(super) player: Uuid,
    pub(super) span: Span,
    pub(super) kind: Kind,
    pub(super) seat: i16,
    pub(super) result: i16,
    pub(super) reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OpponentKey {
    pub(super) player: Uuid,
    pub(super) opponent: Uuid,
    pub(super) preset: String,
    pub(super) rated: bool,
    pub(super) pace: i16,
}

/// What is added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) games: i64,
    pub(super) first_wins: i64,
    pub(super) moves: i64,
    pub(super) moves_max: i64,
    pub(super) millis: i64,
    pub(super) millis_max: i64,
    pub(super) chain_max: i64,
}

/// Games against an opponent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) games: i64,
    pub(super) wins: i64,
    pub(super) draws: i64,
}

/// A day, month or year that has rows of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) grain: i16,
    pub(super) start: i64,
}

/// What some games add to the counters, in key order: writers that meet never wait in a circle.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub(super) tallies: BTreeMap<TallyKey, Sums>,
    pub(super) players: BTreeMap<PlayerKey, Sums>,
    pub(super) opponents: BTreeMap<OpponentKey, Score>,
    /// Results in the order the games ended.
    pub(super) streaks: BTreeMap<(Uuid, String), Vec<i16>>,
}

impl Counts {
    pub(super) fn add(&mut self, game: &CountedGame) {
        let letters: String = game.winners.iter().map(Seat::letter).collect();
        for span in spans(game.finished) {
            let key = TallyKey {
                span,
                kind: game.kind.clone(),
                winners: letters.clone(),
                reason: game.reason.clone(),
            };
            let first_won = game.winners.contains(game.first);
            self.tallies.entry(key).or_default().add(game, first_won);
            for (seat, player) in &game.players {
                let result = result_of(*seat, game.winners);
                let key = PlayerKey {
                    player: *player,
                    span,
                    kind: game.kind.clone(),
                    seat: seat.index() as i16,
                    result,
                    reason: game.reason.clone(),
                };
                let first_won = *seat == game.first && result == 1;
                self.players.entry(key).or_default().add(game, first_won);
            }
        }
        if let ([(seat, one), (_, other)], 2) = (&game.players[..], game.seats) {
            let result = result_of(*seat, game.winners);
            self.met(game, *one, *other, result);
            self.met(game, *other, *one, -result);
        }
        self.results(&game.players, game.winners, &game.kind.preset);
    }

    /// One result a player: who holds several seats of a game has the best of theirs.
    pub(super) fn results(&mut self, players: &[(Seat, Uuid)], winners: SeatSet, preset: &str) {
        let mut results: BTreeMap<Uuid, i16> = BTreeMap::new();
        for (seat, player) in players {
            let result = result_of(*seat, winners);
            let best = results.entry(*player).or_insert(result);
            *best = result.max(*best);
        }
        for (player, result) in results {
            for preset in [ANY_PRESET, preset] {
                let key = (player, preset.to_owned());
                self.streaks.entry(key).or_default().push(result);
            }
        }
    }

    fn met(&mut self, game: &CountedGame, player: Uuid, opponent: Uuid, result: i16) {
        let key = OpponentKey {
            player,
            opponent,
            preset: game.kind.preset.clone(),
            rated: game.kind.rated,
            pace: game.kind.pace,
        };
        let score = self.opponents.entry(key).or_default();
        score.games += 1;
        score.wins += i64::from(result == 1);
        score.draws += i64::from(result == 0);
    }
}

impl Sums {
    fn add(&mut self, game: &CountedGame, first_won: bool) {
        self.games += 1;
        self.first_wins += i64::from(first_won);
        self.moves += game.moves;
        self.moves_max = self.moves_max.max(game.moves);
        self.millis += game.millis;
        self.millis_max = self.millis_max.max(game.millis);
        self.chain_max = self.chain_max.max(game.chain);
    }
}

/// Games in a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Streak {
    /// Won in a row up to now; lost, if negative.
    pub now: i64,
    /// The most ever won in a row.
    pub best: i64,
    /// The most ever lost in a row.
    pub worst: i64,
}

impl Streak {
    pub(super) fn of(results: &[i16]) -> Self {
        let mut streak = Self::default();
        results.iter().for_each(|result| streak.add(*result));
        streak
    }

    /// One more result: 1 won, 0 drawn, -1 lost.
    pub(super) fn add(&mut self, result: i16) {
        let result = i64::from(result);
        let goes_on = result != 0 && self.now.signum() == result;
        self.now = if goes_on { self.now + result } else { result };
        self.best = self.best.max(self.now);
        self.worst = self.worst.max(-self.now);
    }
}

const DAY: i64 = 86_400_000;
/// The grain of each kind of row.
pub(super) const DAYS: i16 = 0;
const MONTHS: i16 = 1;
const YEARS: i16 = 2;

/// The day, month and year of a time, UTC.
fn spans(time: i64) -> [Span; 3] {
    let day = time.div_euclid(DAY);
    let (year, month) = month_of(day);
    [
        Span {
            grain: DAYS,
            start: day,
        },
        Span {
            grain: MONTHS,
            start: year * 12 + month,
        },
        Span {
            grain: YEARS,
            start: year,
        },
    ]
}

/// The year of a day, and its month counted from 0.
fn month_of(day: i64) -> (i64, i64) {
    match OffsetDateTime::from_unix_timestamp(day * (DAY / 1_000)) {
        Ok(date) => (
            i64::from(date.year()),
            i64::from(u8::from(date.month())) - 1,
        ),
        // Days that far away are all one to us.
        Err(_) => (if day < 0 { -9_999 } else { 9_999 }, 0),
    }
}

/// The first day of a month counted from year 0.
fn first_day(month: i64) -> i64 {
    // Civil days from the era's March on, so that the leap day is the last of its year.
    let (year, month) = (month.div_euclid(12), month.rem_euclid(12));
    let (year, month) = if month >= 2 {
        (year, month - 2)
    } else {
        (year - 1, month + 10)
    };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * month + 2) / 5;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Rows of one grain that make up part of a span of days: first and last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) grain: i16,
    pub(super) from: i64,
    pub(super) to: i64,
}

impl Part {
    const NONE: Self = Self {
        grain: DAYS,
        from: 0,
        to: -1,
    };
}

/// The fewest rows that make up the days from one to another: at most so many parts, some of them empty.
pub(super) fn parts(from: Option<i64>, to: Option<i64>) -> [Part; 5] {
    let mut parts = [Part::NONE; 5];
    let (Some(from), Some(to)) = (
        from.or(to.map(|_| -4_000_000)),
        to.or(from.map(|_| 4_000_000)),
    ) else {
        parts[0] = Part {
            grain: YEARS,
            from: i64::MIN,
            to: i64::MAX,
        };
        return parts;
    };
    if from > to {
        return parts;
    }
    let whole_years = whole(from, to, |day| month_of(day).0, |year| first_day(year * 12));
    let month = |day| {
        let (year, month) = month_of(day);
        year * 12 + month
    };
    let mut next = 0;
    let mut add = |part: Part| {
        if part.from <= part.to {
            parts[next] = part;
            next += 1;
        }
    };
    let mut by_months = |from: i64, to: i64| {
        if from > to {
            return;
        }
        match whole(from, to, month, first_day) {
            Some((first, last)) => {
                add(Part {
                    grain: DAYS,
                    from,
                    to: first_day(first) - 1,
                });
                add(Part {
                    grain: MONTHS,
                    from: first,
                    to: last,
                });
                add(Part {
                    grain: DAYS,
                    from: first_day(last + 1),
                    to,
                });
            }
            None => add(Part {
                grain: DAYS,
                from,
                to,
            }),
        }
    };
    match whole_years {
        Some((first, last)) => {
            by_months(from, first_day(first * 12) - 1);
            by_months(first_day((last + 1) * 12), to);
            add(Part {
                grain: YEARS,
                from: first,
                to: last,
            });
        }
        None => by_months(from, to),
    }
    parts
}

/// The first and last month, or year, that lies wholly within some days.
fn whole(
    from: i64,
    to: i64,
    of: impl Fn(i64) -> i64,
    first_day: impl Fn(i64) -> i64,
) -> Option<(i64, i64)> {
    let first = if first_day(of(from)) == from {
        of(from)
    } else {
        of(from) + 1
    };
    let last = if first_day(of(to) + 1) - 1 == to {
        of(to)
    } else {
        of(to) - 1
    };
    (first <= last).then_some((first, last))
}

/// `($1, $2), ($3, $4)`: placeholders for rows of so many columns.
pub(super) fn placeholders(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let numbers = (1..=columns).map(|column| format!("${}", row * columns + column));
        format!("({})", numbers.collect::<Vec<_>>().join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_days_agree_with_the_calendar() {
        for day in (-800_000..800_000).step_by(13) {
            let (year, month) = month_of(day);
            let (first, next) = (
                first_day(year * 12 + month),
                first_day(year * 12 + month + 1),
            );
            assert!(first <= day && day < next, "{day}");
        }
        assert_eq!(first_day(1970 * 12), 0);
        assert_eq!(first_day(2024 * 12 + 2) - first_day(2024 * 12 + 1), 29);
    }

    #[test]
    fn parts_cover_every_day_once() {
        let days_of = |part: &Part| match part.grain {
            DAYS => (part.from, part.to),
            MONTHS => (first_day(part.from), first_day(part.to + 1) - 1),
            _ => (first_day(part.from * 12), first_day((part.to + 1) * 12) - 1),
        };
        for from in (19_000..20_500).step_by(7) {
            for length in [0, 1, 10, 27, 31, 60, 365, 366, 800, 1_500] {
                let to = from + length;
                let mut spans: Vec<_> = parts(Some(from), Some(to))
                    .iter()
                    .filter(|part| part.from <= part.to)
                    .map(days_of)
                    .collect();
                spans.sort_unstable();
                assert_eq!((spans[0].0, spans[spans.len() - 1].1), (from, to));
                assert!(
                    spans.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0),
                    "{spans:?}"
                );
            }
        }
        assert!(
            parts(Some(5), Some(4))
                .iter()
                .all(|part| part.from > part.to)
        );
        assert_eq!(parts(None, None)[0].grain, YEARS);
    }

    #[test]
    fn a_streak_counts_what_comes_in_a_row() {
        let mut streak = Streak::default();
        for result in [1, 1, 0, 1, 1, 1, -1, -1] {
            streak.add(result);
        }
        assert_eq!(
            streak,
            Streak {
                now: -2,
                best: 3,
                worst: 2
            }
        );
    }

    #[test]
    fn placeholders_count_on() {
        assert_eq!(placeholders(2, 2), "($1, $2), ($3, $4)");
    }
}
