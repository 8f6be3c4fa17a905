//! `halma watch`: follows a game.

use std::io::Write;

use halma_client::{Client, Join, Update};
use halma_protocol::{EventKind, GameStatus};

use super::{Followed, Named, Server, UNHEARD, told, wait};

/// Follow a game on a server until it ends
///
/// Draws the board as it stands and again after every move, and tells what else happens. With
/// --json it prints the game's events instead, from the first one on, each as the server tells it.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: Server,
    /// The game's id, or a link to it
    #[arg(value_name = "GAME")]
    game: Named,
    /// The key of a private game, if its link is not given
    #[arg(long)]
    key: Option<String>,
    /// Print every event of the game as a line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, colours: bool, out: &mut impl Write) -> anyhow::Result<()> {
    wait(async {
        let mut rest = args.server.rest(Some(&args.game))?;
        let key = args.key.clone().or_else(|| args.game.key.clone());
        if let Some(key) = &key {
            rest = rest.with_key(key);
        }
        rest.clone()
            .with_patience(UNHEARD)
            .game(args.game.id)
            .await?;
        let client = Client::connect(&rest).await?;
        let mut join = Join::new();
        if let Some(key) = &key {
            join = join.key(key);
        }
        if args.json {
            join = join.since(0);
        }
        let mut game = client.join(args.game.id, join).await?;
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
