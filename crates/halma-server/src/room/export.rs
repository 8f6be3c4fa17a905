//! A stored game as one value, and such a value as the events of a game.

use std::collections::BTreeMap;

use halma_core::{OutCause, Path, Ply, Reason, Rules, Ruleset, Seat};
use halma_engine::Level;
use halma_protocol::{ErrorMsg, Event, EventKind, GameExport, GameId, GameStatus, PlayerRef};

use super::creation::Plan;
use super::table::Table;
use super::write;
use crate::store::{Played, Store};

const PASS: &str = "--";

/// What the computer is called, before the number of its level. No person can be called so.
const COMPUTER: &str = "Computer ";

/// Reads a finished game; none if it is not over.
pub(crate) async fn export(store: &Store, game: GameId) -> Result<Option<GameExport>, ErrorMsg> {
    let (table, _) = write::read(store, game).await?;
    if table.status != GameStatus::Finished {
        return Ok(None);
    }
    let Some(outcome) = table.game.outcome().copied() else {
        return Ok(None);
    };
    let row = store.game(game).await?;
    let (started, finished) = row.map_or((None, None), |row| (row.started, row.finished));
    let finished = finished.unwrap_or(table.created);
    let mut players: BTreeMap<Seat, String> = table
        .seats
        .iter()
        .filter_map(|(seat, player)| Some((*seat, player.as_ref()?.name.clone())))
        .collect();
    let computers = table.computers.iter();
    players.extend(computers.map(|(seat, level)| (*seat, format!("{COMPUTER}{}", level.number()))));
    Ok(Some(GameExport {
        id: Some(game),
        rules: (*table.game.rules().ruleset()).into(),
        start: table.start.clone(),
        players,
        clock: table.clock,
        rated: table.rated,
        started: started.unwrap_or(finished),
        finished,
        moves: table.game.plies().map(text).collect::<Vec<_>>().join(" "),
        outcome,
    }))
}

/// The computer's level, if that is the name of one.
pub(crate) fn level_of(name: &str) -> Option<Level> {
    Level::new(name.strip_prefix(COMPUTER)?.parse().ok()?)
}

fn text(ply: Ply) -> String {
    match ply {
        Ply::Move { path, .. } => path.to_string(),
        Ply::Pass { .. } => PASS.to_owned(),
        Ply::Out { seat, cause } => format!("{}!{}", seat.letter(), cause.reason()),
    }
}

/// Why a game cannot be taken in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unsound {
    #[error("there is no ruleset of this name")]
    Ruleset,
    #[error("{0}")]
    Setup(String),
    #[error("move {number}, `{text}`: {why}")]
    Move {
        number: usize,
        text: String,
        why: String,
    },
    #[error("the passes are not where the rules put them")]
    Passes,
    #[error("the rules do not end the game so")]
    Outcome,
}

/// A game taken in: its events, and what is counted of it.
#[derive(Debug)]
pub(crate) struct Sound {
    pub(crate) events: Vec<Event>,
    pub(crate) played: Option<Played>,
    pub(crate) rules: Ruleset,
    pub(crate) preset: &'static str,
}

impl Sound {
    /// Says who they are, once that is known.
    pub(crate) fn seat(&mut self, players: &BTreeMap<Seat, PlayerRef>) {
        for event in &mut self.events {
            match &mut event.kind {
                EventKind::Created { host, .. } => {
                    if let Some(first) = players.values().next() {
                        host.clone_from(first);
                    }
                }
                EventKind::Seated { seat, player } => {
                    if let Some(known) = players.get(seat) {
                        player.clone_from(known);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Plays a game through by the rules, whenever that was, with these people and computers on its seats, and gives the
/// events that a room would have stored.
pub(crate) fn sound(
    export: &GameExport,
    game: GameId,
    players: BTreeMap<Seat, PlayerRef>,
    computers: BTreeMap<Seat, Level>,
) -> Result<Sound, Unsound> {
    let rules = export.rules.ruleset().ok_or(Unsound::Ruleset)?;
    let setup = |error: ErrorMsg| Unsound::Setup(error.message);
    let seats = Rules::new(rules).map(|rules| rules.seats());
    let seats = seats.map_err(|clash| Unsound::Setup(clash.to_string()))?;
    let unfit = |why: &str| Unsound::Setup(why.to_owned());
    if players.len() + computers.len() != seats.len() {
        return Err(unfit("every seat has a player"));
    }
    let host = players.values().next().cloned();
    let host = host.ok_or_else(|| unfit("somebody plays who is no computer"))?;
    let plan = Plan {
        rules,
        start: export.start.clone(),
        host,
        clock: export.clock,
        key: None,
        invited: BTreeMap::new(),
        computers,
        hints: false,
        rated: false,
        seated: players,
        predecessor: None,
    };
    let first = plan.events().map_err(setup)?;
    let mut history = History::begin(game, export.started, first).ok_or(Unsound::Outcome)?;
    let given: Vec<&str> = export.moves.split_whitespace().collect();
    for (index, text) in given.iter().enumerate().filter(|(_, text)| **text != PASS) {
        let why = |why| Unsound::Move {
            number: index + 1,
            text: (*text).to_owned(),
            why,
        };
        history.play(text).map_err(why)?;
    }
    let table = &history.table;
    if !table.game.plies().map(text).eq(given.iter().copied()) {
        return Err(Unsound::Passes);
    }
    match table.game.outcome() {
        Some(outcome) if table.status == GameStatus::Finished && *outcome == export.outcome => {}
        None if may_end(&export.outcome.reason) => history.end(export)?,
        _ => return Err(Unsound::Outcome),
    }
    // The table knows the moves already; only how it ended is still to be said.
    let moved = |event: &&Event| matches!(event.kind, EventKind::Moved { .. });
    let others = history.events.iter().filter(|event| !moved(event)).cloned();
    let played = history.table.played(&others.collect::<Vec<_>>());
    history.spread(export.started, export.finished);
    Ok(Sound {
        events: history.events,
        played,
        preset: write::preset_of(&rules),
        rules,
    })
}

/// What ends a game from outside the rules.
fn may_end(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Agreement | Reason::Abandoned | Reason::Aborted
    )
}

/// A game as it grows event by event.
struct History {
    table: Table,
    events: Vec<Event>,
    time: i64,
}

impl History {
    fn begin(game: GameId, time: i64, kinds: Vec<EventKind>) -> Option<Self> {
        let events: Vec<Event> = (1..)
            .zip(kinds)
            .map(|(seq, kind)| event(seq, time, kind))
            .collect();
        let table = Table::replay(game, &events).ok()?;
        Some(Self {
            table,
            events,
            time,
        })
    }

    fn take(&mut self, kinds: Vec<EventKind>) -> Result<(), String> {
        for kind in kinds {
            let event = event(self.table.seq + 1, self.time, kind);
            self.table
                .apply(&event)
                .map_err(|error| error.to_string())?;
            self.events.push(event);
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let refused = |error: ErrorMsg| error.message;
        if let Some((seat, cause)) = text.split_once('!') {
            let mut letters = seat.chars();
            let seat = letters.next().and_then(Seat::from_letter);
            let seat = seat
                .filter(|_| letters.next().is_none())
                .ok_or("there is no such seat")?;
            let kinds = match cause {
                "resign" => self
                    .table
                    .out(seat, OutCause::Resign, |next| EventKind::Resigned {
                        seat,
                        next,
                    }),
                "time" => self
                    .table
                    .out(seat, OutCause::Time, |next| EventKind::Flagged {
                        seat,
                        next,
                    }),
                _ => return Err("a seat goes out by resign or time".to_owned()),
            };
            return self.take(kinds.map_err(refused)?);
        }
        let path: Path = text
            .parse()
            .map_err(|error: halma_core::PathError| error.to_string())?;
        let seat = self.table.to_move().ok_or("the game is over")?;
        let moved = self.table.moves(seat, &path, self.time, 0);
        self.take(moved.map_err(refused)?.kinds)
    }

    fn end(&mut self, export: &GameExport) -> Result<(), Unsound> {
        let outcome = export.outcome;
        let winners: Vec<Seat> = outcome.winners.iter().collect();
        // Two seats may agree on nothing but a draw; whoever waited for one that is gone may win.
        let possible = match outcome.reason {
            Reason::Abandoned => {
                winners.len() <= 1
                    && winners
                        .iter()
                        .all(|seat| self.table.seats.contains_key(seat))
            }
            _ => winners.is_empty(),
        };
        if !possible {
            return Err(Unsound::Outcome);
        }
        self.take(vec![EventKind::Finished {
            winners,
            reason: outcome.reason,
        }])
        .map_err(|_| Unsound::Outcome)
    }

    /// Nobody knows when each move was made: they are spread evenly.
    fn spread(&mut self, started: i64, finished: i64) {
        let steps = i64::try_from(self.events.len()).unwrap_or(i64::MAX).max(2) - 1;
        for (step, event) in (0..).zip(&mut self.events) {
            let whole = i128::from(finished) - i128::from(started);
            let share = whole * i128::from(step) / i128::from(steps);
            let time = i128::from(started) + share;
            event.time = i64::try_from(time).unwrap_or(finished);
        }
    }
}

fn event(seq: u64, time: i64, kind: EventKind) -> Event {
    Event {
        seq,
        time,
        by: None,
        id: None,
        clocks: None,
        kind,
    }
}

#[cfg(test)]
mod tests {
    use halma_core::{Outcome, Preset};
    use halma_protocol::TimeControl;

    use super::*;

    fn export(moves: &str, outcome: Outcome) -> GameExport {
        GameExport {
            id: None,
            rules: Preset::by_name("grasshopper").unwrap().ruleset.into(),
            start: None,
            players: BTreeMap::new(),
            clock: TimeControl::None,
            rated: false,
            started: 1_000,
            finished: 9_000,
            moves: moves.to_owned(),
            outcome,
        }
    }

    fn players() -> BTreeMap<Seat, PlayerRef> {
        let player = |number: u128| PlayerRef {
            id: GameId::from_u128(number),
            name: "P".to_owned(),
        };
        BTreeMap::from([(Seat::White, player(1)), (Seat::Black, player(2))])
    }

    fn judged(export: &GameExport) -> Result<Sound, Unsound> {
        sound(export, GameId::from_u128(9), players(), BTreeMap::new())
    }

    #[test]
    fn a_sound_game_becomes_its_events() {
        let won = Outcome::win(Seat::White, Reason::Resign);
        let game = judged(&export("a7-c5 h2-f4 b!resign", won)).unwrap();
        assert_eq!(game.events.len(), 1 + 2 + 1 + 2 + 1 + 1);
        assert_eq!(
            (game.events[0].time, game.events.last().unwrap().time),
            (1_000, 9_000)
        );
        let played = game.played.unwrap();
        assert_eq!(
            (played.moves, played.chain, played.first),
            (2, 1, Seat::White)
        );
        assert!(Table::replay(GameId::from_u128(9), &game.events).is_ok());
        let agreed = export("a7-c5", Outcome::draw(Reason::Agreement));
        assert!(judged(&agreed).is_ok());
    }

    #[test]
    fn events_are_spread_over_any_time_at_all() {
        let won = Outcome::win(Seat::White, Reason::Resign);
        let mut long = export("b!resign", won);
        (long.started, long.finished) = (i64::MIN, i64::MAX);
        let events = judged(&long).unwrap().events;
        assert!(events.is_sorted_by(|one, next| one.time < next.time));
        assert_eq!(
            (events[0].time, events.last().unwrap().time),
            (i64::MIN, i64::MAX)
        );
    }

    #[test]
    fn a_computer_is_known_by_its_name() {
        let level = |name| level_of(name).map(Level::number);
        assert_eq!(level("Computer 3"), Some(3));
        for name in ["Computer 9", "Computer", "Computer x", "Ada"] {
            assert_eq!(level(name), None, "{name}");
        }
        let (mut people, game) = (players(), GameId::from_u128(9));
        people.remove(&Seat::Black);
        let computers = BTreeMap::from([(Seat::Black, Level::new(3).unwrap())]);
        let won = Outcome::win(Seat::White, Reason::Resign);
        let won = export("a7-c5 h2-f4 b!resign", won);
        let sound = sound(&won, game, people, computers).unwrap();
        let table = Table::replay(game, &sound.events).unwrap();
        assert_eq!(table.computers[&Seat::Black].number(), 3);
    }

    #[test]
    fn what_the_rules_do_not_allow_is_not_taken_in() {
        let won = Outcome::win(Seat::White, Reason::Resign);
        for (moves, outcome) in [
            ("a7-c5 a8-c6", won),
            ("a7-c5 x", won),
            ("a7-c5", won),
            ("a7-c5 -- b!resign", won),
            ("b!resign a7-c5", won),
            ("b!home", won),
            ("b!resign", Outcome::win(Seat::Black, Reason::Resign)),
            ("", Outcome::win(Seat::White, Reason::Agreement)),
            ("", Outcome::win(Seat::Red, Reason::Abandoned)),
            ("", Outcome::win(Seat::White, Reason::Home)),
        ] {
            assert!(
                judged(&export(moves, outcome)).is_err(),
                "{moves} {outcome:?}"
            );
        }
    }
}
