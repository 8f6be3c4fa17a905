//! Statistics: what came of all games, and of one player's.

use std::collections::BTreeMap;

use axum::Json;
use halma_core::{Preset, Reason, Seat};
use halma_protocol::{
    Against, ClockClass, EndedBy, ErrorCode, ErrorMsg, Extent, PlayerInfo, PlayerRef,
    PlayerStatistics, PlayerTally, Share, Statistics, StatisticsFilter, Streaks, Tally, WonBy,
};
use time::{Date, Month};

use super::Serving;
use super::accounts::no_such_player;
use super::body::{Params, Target, Targets};
use super::problem::Refusal;
use crate::percent::shares;
use crate::rating::tenths;
use crate::store::{AgainstRow, Counted, TallyRow};

/// The most opponents one answer names.
const OPPONENTS: u32 = 20;

/// 1 January 1970, in Julian days.
const EPOCH: i64 = 2_440_588;

/// What came of all games.
pub(crate) async fn all(
    Serving(live): Serving,
    Params(filter): Params<StatisticsFilter>,
) -> Result<Json<Statistics>, Refusal> {
    let rows = live.store.tallies(&counted(&filter)?).await?;
    let mut presets: BTreeMap<String, Vec<&TallyRow>> = BTreeMap::new();
    for row in &rows {
        presets.entry(row.preset.clone()).or_default().push(row);
    }
    Ok(Json(Statistics {
        filter,
        all: tally(&rows.iter().collect::<Vec<_>>()),
        presets: presets
            .into_iter()
            .map(|(preset, rows)| (preset, tally(&rows)))
            .collect(),
    }))
}

/// What came of a player's games.
pub(crate) async fn of_player(
    Serving(live): Serving,
    Target(player): Target,
    Params(filter): Params<StatisticsFilter>,
) -> Result<Json<PlayerStatistics>, Refusal> {
    let which = counted(&filter)?;
    let person = live
        .store
        .person(player)
        .await?
        .ok_or_else(no_such_player)?;
    let rows = live.store.player_tallies(player, &which).await?;
    let opponents = live.store.opponents(player, &which, OPPONENTS).await?;
    let streak = live.store.streak(player, filter.preset.as_deref()).await?;
    let mut presets: BTreeMap<String, Vec<&TallyRow>> = BTreeMap::new();
    let mut seats: BTreeMap<Seat, Vec<&TallyRow>> = BTreeMap::new();
    for row in &rows {
        presets.entry(row.preset.clone()).or_default().push(row);
        let seat = usize::try_from(row.seat)
            .ok()
            .and_then(|seat| Seat::ALL.get(seat));
        if let Some(seat) = seat {
            seats.entry(*seat).or_default().push(row);
        }
    }
    Ok(Json(PlayerStatistics {
        player: PlayerInfo::from(person),
        filter,
        all: player_tally(&rows.iter().collect::<Vec<_>>()),
        presets: presets
            .into_iter()
            .map(|(preset, rows)| (preset, player_tally(&rows)))
            .collect(),
        seats: seats
            .into_iter()
            .map(|(seat, rows)| (seat, player_tally(&rows)))
            .collect(),
        opponents: opponents.into_iter().map(against).collect(),
        streaks: Streaks {
            now: streak.now,
            won: streak.best.cast_unsigned(),
            lost: streak.worst.cast_unsigned(),
        },
    }))
}

/// One player's games against another.
pub(crate) async fn head_to_head(
    Serving(live): Serving,
    Targets(player, opponent): Targets,
    Params(filter): Params<StatisticsFilter>,
) -> Result<Json<Against>, Refusal> {
    let which = counted(&filter)?;
    live.store
        .player(player)
        .await?
        .ok_or_else(no_such_player)?;
    let other = live
        .store
        .player(opponent)
        .await?
        .ok_or_else(no_such_player)?;
    let met = live.store.against(player, opponent, &which).await?;
    Ok(Json(against(met.unwrap_or(AgainstRow {
        id: other.id,
        name: other.name,
        games: 0,
        wins: 0,
        draws: 0,
    }))))
}

fn against(row: AgainstRow) -> Against {
    let losses = row.games - row.wins - row.draws;
    let [wins, draws, losses] = results([row.wins, row.draws, losses]);
    Against {
        opponent: PlayerRef {
            id: row.id,
            name: row.name,
        },
        games: row.games.cast_unsigned(),
        wins,
        draws,
        losses,
    }
}

/// Games won, drawn and lost, with their shares.
fn results(counts: [i64; 3]) -> [Share; 3] {
    let counts = counts.map(i64::cast_unsigned);
    let mut percents = shares(&counts).into_iter();
    counts.map(|games| Share {
        games,
        percent: percents.next().unwrap_or_default(),
    })
}

fn counted(filter: &StatisticsFilter) -> Result<Counted, Refusal> {
    Ok(Counted {
        from: day("from", filter.from.as_deref())?,
        to: day("to", filter.to.as_deref())?,
        rated: filter.rated,
        pace: filter.clock.map(|clock: ClockClass| clock as i16),
        humans: filter.humans,
        preset: preset(filter.preset.as_deref())?,
    })
}

/// The preset that is asked for: a known one, or `custom`.
pub(super) fn preset(name: Option<&str>) -> Result<Option<String>, Refusal> {
    let known = |name: &&str| *name == "custom" || Preset::by_name(name).is_some();
    if name.as_ref().is_some_and(|name| !known(name)) {
        let unknown = "there is no preset of this name";
        return Err(ErrorMsg::new(ErrorCode::BadField, unknown)
            .field("preset")
            .into());
    }
    Ok(name.map(str::to_owned))
}

/// A day as `2026-01-31`, counted from 1970.
pub(super) fn day(field: &'static str, text: Option<&str>) -> Result<Option<i64>, Refusal> {
    let Some(text) = text else { return Ok(None) };
    let parse = || {
        let (year, rest) = text.split_once('-')?;
        let (month, day) = rest.split_once('-')?;
        let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
        let date = Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?);
        Some(i64::from(date.ok()?.to_julian_day()) - EPOCH)
    };
    let bad = || ErrorMsg::new(ErrorCode::BadField, "a day is written 2026-01-31").field(field);
    parse().map(Some).ok_or_else(|| bad().into())
}

fn tally(rows: &[&TallyRow]) -> Tally {
    let mut wins: BTreeMap<&str, u64> = BTreeMap::new();
    for row in rows {
        *wins.entry(&row.winners).or_default() += row.games.cast_unsigned();
    }
    let sums = Sums::of(rows);
    let counts: Vec<u64> = wins.values().copied().collect();
    let mut won = Vec::new();
    let mut draws = Share::default();
    for ((winners, games), percent) in wins.iter().zip(shares(&counts)) {
        let share = Share {
            games: *games,
            percent,
        };
        let seats: Vec<Seat> = winners.chars().filter_map(Seat::from_letter).collect();
        if seats.is_empty() {
            draws = share;
        } else {
            won.push(WonBy { seats, share });
        }
    }
    won.sort_by(|one, other| one.seats.cmp(&other.seats));
    Tally {
        games: sums.games,
        wins: won,
        draws,
        first_mover: sums.first_mover(),
        reasons: reasons(rows),
        moves: sums.moves(),
        millis: sums.millis(),
        longest_chain: sums.chain,
    }
}

fn player_tally(rows: &[&TallyRow]) -> PlayerTally {
    let games = |result: i16| {
        let alike = rows.iter().filter(|row| row.result == result);
        alike.map(|row| row.games).sum::<i64>()
    };
    let [wins, draws, losses] = results([games(1), games(0), games(-1)]);
    let sums = Sums::of(rows);
    PlayerTally {
        games: sums.games,
        wins,
        draws,
        losses,
        first_mover: sums.first_mover(),
        reasons: reasons(rows),
        moves: sums.moves(),
        millis: sums.millis(),
        longest_chain: sums.chain,
    }
}

/// The commonest first.
fn reasons(rows: &[&TallyRow]) -> Vec<EndedBy> {
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for row in rows {
        *reasons.entry(&row.reason).or_default() += row.games.cast_unsigned();
    }
    let counts: Vec<u64> = reasons.values().copied().collect();
    let mut ended: Vec<EndedBy> = reasons
        .iter()
        .zip(shares(&counts))
        .filter_map(|((reason, games), percent)| {
            let reason: Reason = reason.parse().ok()?;
            Some(EndedBy {
                reason,
                share: Share {
                    games: *games,
                    percent,
                },
            })
        })
        .collect();
    ended.sort_by_key(|ended| std::cmp::Reverse(ended.share.games));
    ended
}

#[derive(Default)]
struct Sums {
    games: u64,
    first_wins: u64,
    moves: u64,
    moves_max: u64,
    millis: u64,
    millis_max: u64,
    chain: u64,
}

impl Sums {
    fn of(rows: &[&TallyRow]) -> Self {
        let mut sums = Self::default();
        for row in rows {
            sums.games += row.games.cast_unsigned();
            sums.first_wins += row.first_wins.cast_unsigned();
            sums.moves += row.moves.cast_unsigned();
            sums.moves_max = sums.moves_max.max(row.moves_max.cast_unsigned());
            sums.millis += row.millis.cast_unsigned();
            sums.millis_max = sums.millis_max.max(row.millis_max.cast_unsigned());
            sums.chain = sums.chain.max(row.chain_max.cast_unsigned());
        }
        sums
    }

    fn first_mover(&self) -> Share {
        let percent = shares(&[self.first_wins, self.games - self.first_wins])[0];
        Share {
            games: self.first_wins,
            percent,
        }
    }

    fn moves(&self) -> Extent {
        self.extent(self.moves, self.moves_max)
    }

    fn millis(&self) -> Extent {
        self.extent(self.millis, self.millis_max)
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean to one decimal")]
    fn extent(&self, sum: u64, longest: u64) -> Extent {
        let mean = sum as f64 / self.games.max(1) as f64;
        Extent {
            average: tenths(mean),
            longest,
        }
    }
}
