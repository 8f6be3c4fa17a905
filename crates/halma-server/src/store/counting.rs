//! The counters that statistics are read from, and what a game adds to them.

use std::collections::BTreeMap;

use halma_core::{Outcome, Seat, SeatSet};
use uuid::Uuid;

use super::NOBODY;
use super::calendar::{Span, spans};
use super::finish::Played;
use super::rating::result_of;

/// Rows a statement writes at most.
pub(super) const CHUNK: usize = 50;

/// The preset under which streaks over all games are kept, and meetings by whatever preset.
pub(super) const ANY_PRESET: &str = "*";

/// Stands for any class of clock, and for rated games and others, in the counters of meetings.
pub(super) const ANY: i16 = -1;

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
    /// Its seats, and who held each: [`NOBODY`] if that is not known, none if the computer did.
    pub(super) seats: Vec<(Seat, Option<Uuid>)>,
}

impl CountedGame {
    /// A game that was played so from `started` to `finished`; none if it is not counted, because
    /// one person played alone.
    pub(super) fn ended(
        kind: Kind,
        seats: Vec<(Seat, Option<Uuid>)>,
        played: Played,
        outcome: &Outcome,
        (started, finished): (i64, i64),
    ) -> Option<Self> {
        let mut people = seats.iter().filter_map(|(_, player)| *player);
        let someone = people.next()?;
        if !people.any(|other| other != someone || other == NOBODY) {
            return None;
        }
        Some(Self {
            kind,
            winners: outcome.winners,
            reason: outcome.reason.to_string(),
            finished,
            first: played.first,
            moves: played.moves.into(),
            millis: finished.saturating_sub(started).max(0),
            chain: played.chain.into(),
            seats,
        })
    }

    /// Who held which seat, as far as that is known; a computer's seats are not here.
    pub(super) fn players(&self) -> Vec<(Seat, Uuid)> {
        let known = |(seat, player): &(Seat, Option<Uuid>)| Some((*seat, (*player)?));
        let known = self.seats.iter().filter_map(known);
        known.filter(|(_, player)| *player != NOBODY).collect()
    }
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
pub(super) struct MeetingKey {
    pub(super) player: Uuid,
    /// Or [`ANY_PRESET`].
    pub(super) preset: String,
    /// 1 or 0, or [`ANY`].
    pub(super) rated: i16,
    /// Or [`ANY`].
    pub(super) pace: i16,
    pub(super) opponent: Uuid,
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

/// What some games add to the counters, in key order: writers that meet never wait in a circle.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub(super) tallies: BTreeMap<TallyKey, Sums>,
    pub(super) players: BTreeMap<PlayerKey, Sums>,
    pub(super) meetings: BTreeMap<MeetingKey, Score>,
    /// Results in the order the games ended.
    pub(super) streaks: BTreeMap<(Uuid, String), Vec<i16>>,
}

impl Counts {
    pub(super) fn add(&mut self, game: &CountedGame) {
        let letters: String = game.winners.iter().map(Seat::letter).collect();
        let players = game.players();
        for span in spans(game.finished) {
            let key = TallyKey {
                span,
                kind: game.kind.clone(),
                winners: letters.clone(),
                reason: game.reason.clone(),
            };
            let first_won = game.winners.contains(game.first);
            self.tallies.entry(key).or_default().add(game, first_won);
            for (seat, player) in &players {
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
        if let ([(seat, one), (_, other)], 2) = (&players[..], game.seats.len()) {
            let result = result_of(*seat, game.winners);
            self.met(game, *one, *other, result);
            self.met(game, *other, *one, -result);
        }
        self.results(&players, game.winners, &game.kind.preset);
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

    /// Counted once for each way to ask for it, so that nothing is added up in reading.
    fn met(&mut self, game: &CountedGame, player: Uuid, opponent: Uuid, result: i16) {
        let Kind {
            preset,
            rated,
            pace,
            ..
        } = &game.kind;
        for preset in [ANY_PRESET, preset] {
            for rated in [ANY, i16::from(*rated)] {
                for pace in [ANY, *pace] {
                    let key = MeetingKey {
                        player,
                        preset: preset.to_owned(),
                        rated,
                        pace,
                        opponent,
                    };
                    let score = self.meetings.entry(key).or_default();
                    score.games += 1;
                    score.wins += i64::from(result == 1);
                    score.draws += i64::from(result == 0);
                }
            }
        }
    }
}

impl Sums {
    fn add(&mut self, game: &CountedGame, first_won: bool) {
        self.games += 1;
        self.first_wins += i64::from(first_won);
        self.moves += game.moves;
        self.moves_max = self.moves_max.max(game.moves);
        self.millis = self.millis.saturating_add(game.millis);
        self.millis_max = self.millis_max.max(game.millis);
        self.chain_max = self.chain_max.max(game.chain);
    }
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
    use halma_core::Reason;

    use super::*;

    #[test]
    fn who_is_not_known_is_somebody_else_each_time_and_has_no_results() {
        let [ada, ida] = [Uuid::from_u128(1), Uuid::from_u128(2)].map(Some);
        let nobody = Some(NOBODY);
        let played = Played {
            moves: 1,
            chain: 0,
            first: Seat::White,
        };
        let counts = |white, black| {
            let kind = Kind {
                preset: "classic".to_owned(),
                rated: false,
                pace: 0,
                humans: true,
            };
            let seats = vec![(Seat::White, white), (Seat::Black, black)];
            let outcome = Outcome::win(Seat::White, Reason::Resign);
            let game = CountedGame::ended(kind, seats, played, &outcome, (0, 1))?;
            let mut counts = Counts::default();
            counts.add(&game);
            Some([
                counts.tallies.len(),
                counts.players.len(),
                counts.meetings.len(),
                counts.streaks.len(),
            ])
        };
        assert_eq!(counts(ada, ada), None);
        assert_eq!(counts(ada, None), None);
        assert_eq!(counts(nobody, None), None);
        assert_eq!(counts(None, None), None);
        assert_eq!(counts(ada, ida), Some([3, 6, 16, 4]));
        assert_eq!(counts(ada, nobody), Some([3, 3, 0, 2]));
        assert_eq!(counts(nobody, nobody), Some([3, 0, 0, 0]));
    }

    #[test]
    fn placeholders_count_on() {
        assert_eq!(placeholders(2, 2), "($1, $2), ($3, $4)");
    }
}
