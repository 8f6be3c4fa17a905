//! `halma games`: the games of a server.

use std::io::Write;

use clap::ValueEnum;
use halma_protocol::{GameStatus, GameSummary};

use super::{Server, UNHEARD, wait};

/// List a server's games, the newest first
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: Server,
    /// Only games that stand so
    #[arg(long)]
    status: Option<Status>,
    /// At most so many; all of them if left out
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print each game as a line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Status {
    /// Seats are free
    Open,
    /// Play goes on
    Playing,
    /// It has ended
    Finished,
}

impl From<Status> for GameStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Open => Self::Open,
            Status::Playing => Self::Playing,
            Status::Finished => Self::Finished,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let rest = args.server.rest(None)?.with_patience(UNHEARD);
    let mut left = args.limit.unwrap_or(usize::MAX);
    wait(async {
        let mut before = None;
        loop {
            let page = rest.games(args.status.map(Into::into), before).await?;
            for game in page.games.iter().take(left) {
                if args.json {
                    serde_json::to_writer(&mut *out, game)?;
                    writeln!(out)?;
                } else {
                    writeln!(out, "{}", line(game))?;
                }
            }
            left = left.saturating_sub(page.games.len());
            before = page.next;
            if before.is_none() || left == 0 {
                return Ok(());
            }
        }
    })
}

/// The id, how it stands, its rules, and who plays.
fn line(game: &GameSummary) -> String {
    let status = match game.status {
        GameStatus::Open => "open",
        GameStatus::Playing => "playing",
        GameStatus::Finished => "finished",
    };
    let seats = game.seats.iter().map(|(seat, player)| {
        let level = game.computers.get(seat);
        let computer = level.map(|level| format!("computer {level}"));
        let player = player.as_ref().map(|player| player.name.clone());
        format!(
            "{seat}: {}",
            player.or(computer).unwrap_or_else(|| "free".to_owned())
        )
    });
    let seats = seats.collect::<Vec<_>>().join(", ");
    let rules = game.preset.as_deref().unwrap_or("other rules");
    format!("{}  {status:<8}  {rules:<13}  {seats}", game.id)
}
