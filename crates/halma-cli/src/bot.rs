//! `halma bot`: a player on a server, as any client by anybody could be.

mod follow;
mod mind;
mod player;
mod post;
mod table;

use std::time::Duration;

use anyhow::Context;
use halma_client::{Client, Rest};
use halma_engine::Level;

use mind::Mind;
use player::{Bot, Terms};

/// Play on a server as a client of its own: accept challenges, play in its games
///
/// With a token it plays as that player, else as a new guest. It accepts every challenge, offers
/// the same opponent a rematch when asked for one, votes on draws and takebacks by its own
/// judgement, and moves in all games in which the player has a seat, also those made elsewhere.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server's address
    #[arg(long, value_name = "URL")]
    url: String,
    /// The player's token; without one a guest is made
    #[arg(
        long,
        value_name = "TOKEN",
        env = "HALMA_TOKEN",
        hide_env_values = true
    )]
    token: Option<String>,
    /// What the guest is to be called
    #[arg(long, value_name = "NAME", conflicts_with = "token")]
    name: Option<String>,
    /// How strong the built-in engine plays, 1 to 8 or a level's name
    #[arg(long, value_name = "LEVEL", default_value = "8", value_parser = level)]
    level: Level,
    /// Another program to think for it, by the protocol of `halma engine`
    #[arg(long, value_name = "COMMAND", conflicts_with = "level")]
    engine: Option<String>,
    /// The longest it thinks about a move, in milliseconds; less when its clock runs down
    #[arg(long, value_name = "MS", default_value_t = 1_000)]
    movetime: u64,
    /// Take the first free seat of this open game; may be given several times
    #[arg(long, value_name = "ID")]
    game: Vec<halma_protocol::GameId>,
    /// Look for quick games by this preset, 10 minutes and 5 seconds a move, when idle
    #[arg(long, value_name = "PRESET")]
    seek: Option<String>,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 4)]
    at_once: usize,
    /// End after so many games
    #[arg(long, value_name = "N")]
    games: Option<usize>,
}

fn level(text: &str) -> Result<Level, &'static str> {
    let level = text.parse().ok().and_then(Level::new);
    level
        .or_else(|| Level::by_name(text))
        .ok_or("a level is a number from 1 to 8, or its name")
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(play(args))
}

async fn play(args: &Args) -> anyhow::Result<()> {
    let movetime = Duration::from_millis(args.movetime);
    let mind = match &args.engine {
        Some(command) => Mind::outside(command, movetime)?,
        None => Mind::own(args.level, movetime),
    };
    let rest = Rest::new(&args.url)?;
    let rest = match &args.token {
        Some(token) => rest.with_token(token),
        None => {
            let guest = rest.new_guest(args.name.as_deref()).await?;
            rest.with_token(guest.token)
        }
    };
    let client = Client::connect(&rest).await?;
    let me = client.player().context("the server knows no such player")?;
    println!("playing as {} ({})", me.name, me.id);
    let terms = Terms {
        at_once: args.at_once.max(1),
        games: args.games,
        seek: args.seek.clone(),
    };
    let bot = Bot::new(rest, client.clone(), me.id, mind, terms);
    for &game in &args.game {
        bot.sit_down(game).await?;
    }
    bot.play().await
}
