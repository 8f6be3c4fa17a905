//! A game as the server tells it: the very frames, for a relay to send and a loop to insert.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path as FilePath;

use anyhow::{Context, Result};
use halma_client::Rest;
use halma_core::Path;
use halma_protocol::{GameId, State};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::listener::Listener;

/// The frames of a game of two.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Recording {
    pub(crate) game: GameId,
    /// How many events there were before the first move.
    pub(crate) before: u64,
    /// The answer to `hello`.
    pub(crate) welcome: String,
    /// The answer to `join` before the first move.
    pub(crate) state: String,
    pub(crate) plies: Vec<Ply>,
}

/// What the server says because of one move.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ply {
    /// To everybody.
    pub(crate) event: String,
    /// To who made the move.
    pub(crate) ok: String,
    /// To who is to move next.
    pub(crate) turn: String,
}

impl Ply {
    /// The event as it is stored: without what only its frame says.
    pub(crate) fn body(&self) -> String {
        let stored = self.event.find(r#""seq""#).unwrap_or_default();
        format!("{{{}", &self.event[stored..])
    }
}

impl Recording {
    /// Has these moves played on a server, and writes down what it says. The last one must not end
    /// the game.
    pub(crate) async fn of(url: &str, moves: &[Path]) -> Result<Self> {
        let nobody = Rest::new(url)?;
        let mut guests = Vec::new();
        for _ in 0..2 {
            let guest = nobody.new_guest(Some("Load")).await?;
            guests.push(nobody.clone().with_token(guest.token));
        }
        let wish = serde_json::from_value(json!({
            "rules": "classic",
            "seats": ["white"],
            "clock": { "kind": "fischer", "initial": 600_000, "increment": 5_000 },
        }))?;
        let game = guests[0].create_game(&wish).await?.id;
        guests[1].take_seat(game, None).await?;

        let (mut white, _) = Listener::open(url, guests[0].token()).await?;
        let (mut black, welcome) = Listener::open(url, guests[1].token()).await?;
        white.join(game, true).await?;
        white.hear("turn").await?;
        let state = black.join(game, true).await?;
        let opened: State = serde_json::from_str(&state)?;
        let mut at = opened.at;
        let (mut mover, mut other) = (&mut white, &mut black);
        let mut plies = Vec::new();
        for (path, number) in moves.iter().zip(1..) {
            let id = format!("m{number}");
            let path = path.to_string();
            let order = json!({ "type": "move", "id": id, "game": game, "at": at, "path": path });
            mover.say(order).await?;
            let ply = Ply {
                event: mover.hear("event").await?,
                ok: mover.hear("ok").await?,
                turn: other.hear("turn").await?,
            };
            at = opened.seq + number;
            plies.push(ply);
            std::mem::swap(&mut mover, &mut other);
        }
        Ok(Self {
            game,
            before: opened.seq,
            welcome,
            state,
            plies,
        })
    }

    /// How many events there are in all.
    pub(crate) fn events(&self) -> u64 {
        self.before + self.plies.len() as u64
    }

    pub(crate) fn read(file: &FilePath) -> Result<Self> {
        let open = File::open(file).with_context(|| file.display().to_string())?;
        Ok(serde_json::from_reader(BufReader::new(open))?)
    }

    pub(crate) fn write(&self, file: &FilePath) -> Result<()> {
        Ok(serde_json::to_writer(
            BufWriter::new(File::create(file)?),
            self,
        )?)
    }
}
