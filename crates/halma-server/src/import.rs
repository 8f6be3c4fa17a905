//! Taking in games that were played elsewhere: one JSON text a line, every game checked by the rules.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::{self, BufRead, Read};
use std::time::Duration;

use halma_core::Seat;
use halma_engine::Level;
use halma_protocol::{GameExport, GameId, PlayerRef};
use uuid::Uuid;

use crate::clock::Clock;
use crate::names::{self, ANONYMOUS};
use crate::random::Random;
use crate::room;
use crate::store::{ImportError, ImportedGame, NOBODY, Store, StoreError};

/// How many games one transaction stores: few, so that a running server need not wait long.
const BATCH: usize = 50;

/// How long the database is left to others after each.
const PAUSE: Duration = Duration::from_millis(2);

/// The longest line, in bytes.
const LINE: u64 = 1024 * 1024;

/// How many names are kept at hand; beyond that they are looked up again.
const NAMES: usize = 100_000;

/// How far the clock of where the games come from may be ahead, in milliseconds: a day.
const AHEAD: i64 = 86_400_000;

/// What has been done so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Lines read.
    pub lines: u64,
    /// Games stored.
    pub games: u64,
    /// Lines refused.
    pub refused: u64,
}

/// What is told while games are taken in.
#[derive(Debug)]
pub enum Report<'a> {
    /// A line was refused; nothing of it is stored.
    Refused(u64, &'a str),
    /// Some more have been stored.
    Progress(Progress),
}

/// Why taking in ended early. What was stored until then stays.
#[derive(Debug, thiserror::Error)]
pub enum EndedEarly {
    /// The lines cannot be read.
    #[error("the games cannot be read: {0}")]
    Read(#[from] io::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An import under way.
struct Import<'a> {
    store: &'a Store,
    clock: &'a Clock,
    random: &'a Random,
    /// Players met so far, by name.
    players: HashMap<String, Uuid>,
    /// Those of them who may not be stored yet.
    newcomers: HashSet<Uuid>,
    /// Whose streaks are to be worked out again.
    touched: BTreeSet<Uuid>,
    batch: Vec<(u64, ImportedGame)>,
    progress: Progress,
}

/// Takes games in, line by line: each game whole or not at all.
pub async fn run(
    store: &Store,
    clock: &Clock,
    random: &Random,
    mut lines: impl BufRead,
    mut report: impl FnMut(Report<'_>),
) -> Result<Progress, EndedEarly> {
    let mut import = Import {
        store,
        clock,
        random,
        players: HashMap::new(),
        newcomers: HashSet::from([NOBODY]),
        touched: BTreeSet::new(),
        batch: Vec::with_capacity(BATCH),
        progress: Progress::default(),
    };
    let mut line = Vec::new();
    let read = loop {
        match next_line(&mut lines, &mut line) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
        import.progress.lines += 1;
        if line.trim_ascii().is_empty() {
            continue;
        }
        match import.judge(&line).await? {
            Ok(game) => import.batch.push((import.progress.lines, game)),
            Err(why) => import.refuse(import.progress.lines, &why, &mut report),
        }
        if import.batch.len() == BATCH {
            import.store(&mut report).await?;
            tokio::time::sleep(PAUSE).await;
        }
    };
    // What was read before the reading failed is taken in all the same.
    import.store(&mut report).await?;
    store.recount_streaks(&import.touched).await?;
    read?;
    Ok(import.progress)
}

/// Reads a line; false at the end. Of one that is too long no more is kept than shows it.
fn next_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    lines.by_ref().take(LINE + 1).read_until(b'\n', line)?;
    if line.len() as u64 > LINE && !line.ends_with(b"\n") {
        lines.skip_until(b'\n')?;
    }
    Ok(!line.is_empty())
}

impl Import<'_> {
    fn refuse(&mut self, line: u64, why: &str, report: &mut impl FnMut(Report<'_>)) {
        self.progress.refused += 1;
        report(Report::Refused(line, why));
    }

    /// Checks a line, and finds its players.
    async fn judge(&mut self, line: &[u8]) -> Result<Result<ImportedGame, String>, StoreError> {
        if line.len() as u64 > LINE {
            return Ok(Err(format!("it is longer than {LINE} bytes")));
        }
        let export: GameExport = match serde_json::from_slice(line) {
            Ok(export) => export,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let now = self.clock.now();
        if let Some(why) = impossible(export.started, export.finished, now) {
            return Ok(Err(why.to_owned()));
        }
        let id: GameId = export.id.unwrap_or_else(|| self.random.id(export.started));
        let (mut players, computers) = match holders(&export) {
            Ok(holders) => holders,
            Err(why) => return Ok(Err(why)),
        };
        // The rules first: nobody is made for a game that is refused.
        let mut sound = match room::sound(&export, id, players.clone(), computers.clone()) {
            Ok(sound) => sound,
            Err(unsound) => return Ok(Err(unsound.to_string())),
        };
        for player in players.values_mut() {
            player.id = self.player(&player.name, now).await?;
        }
        sound.seat(&players);
        let new = |player: &&PlayerRef| self.newcomers.contains(&player.id);
        let newcomers = players.values().filter(new).cloned();
        Ok(Ok(ImportedGame {
            id,
            rules: crate::json(&sound.rules),
            preset: sound.preset,
            clock: crate::json(&export.clock),
            pace: export.clock.class() as i16,
            started: export.started,
            finished: export.finished,
            outcome: export.outcome,
            seats: players
                .iter()
                .map(|(seat, player)| (*seat, player.id))
                .collect(),
            newcomers: newcomers.map(|player| (player.id, player.name)).collect(),
            computers: computers
                .iter()
                .map(|(seat, level)| (*seat, level.number()))
                .collect(),
            events: sound.events.iter().map(crate::json).collect(),
            played: sound.played,
        }))
    }

    /// Who is called so in imported games. A new player is stored with the first game it is in.
    async fn player(&mut self, name: &str, now: i64) -> Result<Uuid, StoreError> {
        if name == ANONYMOUS {
            return Ok(NOBODY);
        }
        if let Some(id) = self.players.get(name) {
            return Ok(*id);
        }
        let id = match self.store.imported_player(name).await? {
            Some(id) => id,
            None => {
                let id = self.random.id(now);
                self.newcomers.insert(id);
                id
            }
        };
        self.players.insert(name.to_owned(), id);
        Ok(id)
    }

    /// Stores the batch; if one of it is known already, each game by itself.
    async fn store(&mut self, report: &mut impl FnMut(Report<'_>)) -> Result<(), StoreError> {
        let batch = std::mem::take(&mut self.batch);
        let (lines, games): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
        let now = self.clock.now();
        match self.store.import(&games, now).await {
            Ok(()) => self.stored(&games),
            Err(ImportError::Store(error)) => return Err(error),
            Err(ImportError::Known) => {
                for (line, game) in lines.into_iter().zip(games.chunks(1)) {
                    match self.store.import(game, now).await {
                        Ok(()) => self.stored(game),
                        Err(known @ ImportError::Known) => {
                            // Stored by an import that was broken off, perhaps, before it had
                            // seen to the streaks.
                            self.touch(game);
                            self.refuse(line, &known.to_string(), report);
                        }
                        Err(ImportError::Store(error)) => return Err(error),
                    }
                }
            }
        }
        // Nothing that is still to be stored relies on them now.
        if self.players.len() >= NAMES {
            self.players.clear();
            self.newcomers = HashSet::from([NOBODY]);
        }
        report(Report::Progress(self.progress));
        Ok(())
    }

    fn stored(&mut self, games: &[ImportedGame]) {
        self.progress.games += games.len() as u64;
        for (player, _) in games.iter().flat_map(|game| &game.newcomers) {
            self.newcomers.remove(player);
        }
        self.touch(games);
    }

    fn touch(&mut self, games: &[ImportedGame]) {
        let players = games.iter().flat_map(|game| &game.seats);
        let players = players.map(|(_, player)| *player);
        self.touched
            .extend(players.filter(|player| *player != NOBODY));
    }
}

/// Why a game cannot have been played then, if it cannot. Times are Unix milliseconds.
fn impossible(started: i64, finished: i64, now: i64) -> Option<&'static str> {
    if started < 0 {
        return Some("it starts before 1970");
    }
    if finished < started {
        return Some("it ends before it starts");
    }
    (finished > now.saturating_add(AHEAD)).then_some("it has not ended yet")
}

type People = BTreeMap<Seat, PlayerRef>;

/// Who held the seats: people, whose ids are still to be found, and computers.
fn holders(export: &GameExport) -> Result<(People, BTreeMap<Seat, Level>), String> {
    let (mut people, mut computers) = (People::new(), BTreeMap::new());
    for (seat, name) in &export.players {
        if let Some(level) = room::level_of(name) {
            computers.insert(*seat, level);
            continue;
        }
        let name = if names::is_nobodys(name) {
            ANONYMOUS.to_owned()
        } else {
            names::shown(name).map_err(|error| error.message)?
        };
        let id = Uuid::nil();
        people.insert(*seat, PlayerRef { id, name });
    }
    Ok((people, computers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_was_played_between_1970_and_now() {
        let now = 1_767_225_600_000;
        for (started, finished) in [(0, 0), (0, now), (now, now + AHEAD)] {
            assert_eq!(impossible(started, finished, now), None);
        }
        for (started, finished) in [
            (-1, 0),
            (i64::MIN, i64::MAX),
            (i64::MIN, i64::MIN),
            (2, 1),
            (now, now + AHEAD + 1),
            (0, i64::MAX),
        ] {
            assert!(impossible(started, finished, now).is_some());
        }
    }
}
