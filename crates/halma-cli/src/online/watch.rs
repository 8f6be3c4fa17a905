//! `halma watch`: follows a game.

use std::io::Write;

use halma_client::{Client, Join, Rest, Update};
use halma_protocol::{EventKind, GameId, GameStatus};

use super::{Followed, Server, game_id, told, wait};

/// Follow a game to its end
///
/// The board is drawn after every move; with --json every event is printed as the server tells
/// it, from the first one on.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: Server,
    /// The game's id, or a link to it
    #[arg(value_name = "GAME", value_parser = game_id)]
    game: GameId,
    /// The key of a private game
    #[arg(long)]
    key: Option<String>,
    /// Print each event as a line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, colours: bool, out: &mut impl Write) -> anyhow::Result<()> {
    wait(async {
        let rest = Rest::new(&args.server.server)?;
        let client = Client::connect(&rest).await?;
        let mut join = Join::new();
        if let Some(key) = &args.key {
            join = join.key(key);
        }
        if args.json {
            join = join.since(0);
        }
        let mut game = client.join(args.game, join).await?;
        let mut followed = None;
        while let Some(update) = game.next().await? {
            let over = match update {
                Update::Event(event) if args.json => {
                    serde_json::to_writer(&mut *out, &event)?;
                    writeln!(out)?;
                    out.flush()?;
                    matches!(event.kind, EventKind::Finished { .. })
                }
                // A long gap is told by its events all the same.
                Update::State(state) if args.json => state.status == GameStatus::Finished,
                Update::State(state) => {
                    let now = Followed::from_state(&rest, &state).await?;
                    now.draw(colours, out)?;
                    followed = Some(now);
                    state.status == GameStatus::Finished
                }
                Update::Event(event) => {
                    if let Some(words) = told(&event) {
                        writeln!(out, "{words}")?;
                    }
                    if let Some(followed) = &mut followed
                        && followed.take(&event)?
                    {
                        followed.draw(colours, out)?;
                    }
                    matches!(event.kind, EventKind::Finished { .. })
                }
                Update::Turn(_) | Update::Presence(_) => false,
            };
            if over {
                break;
            }
        }
        Ok(())
    })
}
