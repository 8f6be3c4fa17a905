//! Taking in games that were played elsewhere: one JSON text a line, every game checked by the rules.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, BufRead, Read};
use std::time::Duration;

use halma_core::Seat;
use halma_protocol::{GameExport, GameId, PlayerRef};
use uuid::Uuid;

use crate::clock::Clock;
use crate::random::Random;
use crate::store::{ImportError, ImportedGame, Store, StoreError};
use crate::{names, room};

/// How many games one transaction stores: few, so that a running server need not wait long.
const BATCH: usize = 50;

/// How long the database is left to others after each.
const PAUSE: Duration = Duration::from_millis(2);

/// The longest line, in bytes.
const LINE: u64 = 1024 * 1024;

/// How many names are kept at hand; beyond that they are looked up again.
const NAMES: usize = 100_000;

/// Who is called nothing.
const UNKNOWN: &str = "Unknown";

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
    players: HashMap<String, Uuid>,
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
        if export.finished > now {
            return Ok(Err("it has not ended yet".to_owned()));
        }
        let id: GameId = export.id.unwrap_or_else(|| self.random.id(export.started));
        let (mut players, mut computers) = (BTreeMap::new(), BTreeMap::new());
        for seat in Seat::ALL {
            let Some(name) = export.players.get(&seat) else {
                continue;
            };
            if let Some(level) = room::level_of(name) {
                computers.insert(seat, level);
                continue;
            }
            let name = if matches!(&**name, "" | "?") {
                UNKNOWN
            } else {
                name
            };
            let name = match names::shown(name) {
                Ok(name) => name,
                Err(error) => return Ok(Err(error.message)),
            };
            players.insert(
                seat,
                PlayerRef {
                    id: Uuid::nil(),
                    name,
                },
            );
        }
        // The rules first: nobody is made for a game that is refused.
        let mut sound = match room::sound(&export, id, players.clone(), computers.clone()) {
            Ok(sound) => sound,
            Err(unsound) => return Ok(Err(unsound.to_string())),
        };
        for player in players.values_mut() {
            player.id = self.player(&player.name, now).await?;
        }
        sound.seat(&players);
        let seats = players
            .iter()
            .map(|(seat, player)| (*seat, player.id))
            .collect();
        Ok(Ok(ImportedGame {
            id,
            rules: crate::json(&sound.rules),
            preset: sound.preset,
            clock: crate::json(&export.clock),
            pace: export.clock.class() as i16,
            started: export.started,
            finished: export.finished,
            outcome: export.outcome,
            seats,
            computers: computers
                .iter()
                .map(|(seat, level)| (*seat, level.number()))
                .collect(),
            events: sound.events.iter().map(crate::json).collect(),
            played: sound.played,
        }))
    }

    async fn player(&mut self, name: &str, now: i64) -> Result<Uuid, StoreError> {
        if let Some(id) = self.players.get(name) {
            return Ok(*id);
        }
        if self.players.len() >= NAMES {
            self.players.clear();
        }
        let id = self
            .store
            .imported_player(self.random.id(now), name, now)
            .await?;
        self.players.insert(name.to_owned(), id);
        Ok(id)
    }

    /// Stores the batch; if one of it is known already, each game by itself.
    async fn store(&mut self, report: &mut impl FnMut(Report<'_>)) -> Result<(), StoreError> {
        let batch = std::mem::take(&mut self.batch);
        let (lines, games): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
        match self.store.import(&games).await {
            Ok(()) => self.stored(&games),
            Err(ImportError::Store(error)) => return Err(error),
            Err(ImportError::Known) => {
                for (line, game) in lines.into_iter().zip(games.chunks(1)) {
                    match self.store.import(game).await {
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
        report(Report::Progress(self.progress));
        Ok(())
    }

    fn stored(&mut self, games: &[ImportedGame]) {
        self.progress.games += games.len() as u64;
        self.touch(games);
    }

    fn touch(&mut self, games: &[ImportedGame]) {
        let players = games.iter().flat_map(|game| &game.seats);
        self.touched.extend(players.map(|(_, player)| *player));
    }
}
