//! The set: what is measured, one part after the other.

mod cold;
mod cpu;
mod fanout;
mod growth;
mod idle;
mod rate;

use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;
use halma_tests::{Data, Engine};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::played::Played;
use crate::process::{Serving, open_files, stay};
use crate::recording::Recording;

/// How many moves the long game has.
const LONG: usize = 4_000;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Measure only this; may be given several times
    #[arg(long, value_enum, value_name = "PART")]
    part: Vec<Part>,
    /// Only on this store
    #[arg(long, value_enum, value_name = "STORE")]
    store: Option<Store>,
    /// How long a figure of rate, cpu, fanout and growth is measured, in seconds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// The most finished games beside which moves are made; more than 100,000 take long to make
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Processor time a move, beside the relay's and the inserts'
    Cpu,
    /// Moves a second at most, and how soon they are seen at half of what is promised
    Rate,
    /// What connections and rooms take where nobody moves
    Idle,
    /// One game that a thousand watch
    Fanout,
    /// A start among very many games
    Cold,
    /// Whether a move costs more where there are more games or moves
    Growth,
}

impl Part {
    /// How many files and sockets a process of it has open.
    fn files(self) -> u64 {
        match self {
            Self::Growth => 20_000,
            Self::Idle => 11_000,
            Self::Fanout => 2_000,
            Self::Cpu | Self::Rate | Self::Cold => 1_000,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Store {
    Sqlite,
    Postgres,
}

impl Store {
    async fn fresh(self) -> Data {
        Data::new(match self {
            Self::Sqlite => Engine::Sqlite,
            Self::Postgres => Engine::Postgres,
        })
        .await
    }

    fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

/// A fresh database at rest in which the game everybody plays was recorded.
async fn recorded(bench: &Bench, store: Store) -> Result<(Data, Recording)> {
    let data = store.fresh().await;
    let server = Serving::server(&data).await?;
    let recording = Recording::of(&server.url, &bench.known.moves).await?;
    Ok((data, recording))
}

impl Options {
    fn parts(&self) -> Vec<Part> {
        let all = Part::value_variants().iter().copied();
        all.filter(|part| self.part.is_empty() || self.part.contains(part))
            .collect()
    }

    fn stores(&self) -> Vec<Store> {
        let all = Store::value_variants().iter().copied();
        all.filter(|store| self.store.is_none_or(|only| only == *store))
            .collect()
    }
}

/// What the parts share.
struct Bench {
    seconds: u64,
    dir: TempDir,
    /// The game that is played wherever nothing else is said.
    known: Played,
    long: OnceCell<Played>,
}

impl Bench {
    /// A game that lasts.
    async fn long(&self) -> Result<&Played> {
        self.long
            .get_or_try_init(|| Played::long(self.dir.path(), LONG))
            .await
    }
}

/// Measures, and prints tables.
pub(crate) async fn run(options: &Options) -> Result<()> {
    let (parts, stores) = (options.parts(), options.stores());
    // Whatever could be missing is missed before anything is measured.
    open_files(parts.iter().map(|part| part.files()).max().unwrap_or(0))?;
    stay().await?;
    for store in &stores {
        store.fresh().await;
    }
    let dir = tempfile::Builder::new().prefix("halma-bench-").tempdir()?;
    let bench = Bench {
        seconds: options.seconds,
        known: Played::known(dir.path()).await?,
        long: OnceCell::new(),
        dir,
    };
    for part in parts {
        let table = match part {
            Part::Cpu => cpu::measure(&bench, &stores).await,
            Part::Rate => rate::measure(&bench, &stores).await,
            Part::Idle => idle::measure(&bench, &stores).await,
            Part::Fanout => fanout::measure(&bench, &stores).await,
            Part::Cold => cold::measure(&bench, &stores).await,
            Part::Growth => growth::measure(&bench, &stores, options.games).await,
        };
        println!("{}", table?);
    }
    Ok(())
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn millis(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

/// A number, its thousands set apart.
fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}
