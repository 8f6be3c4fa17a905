//! A table: two guests who play one game after the other, and those who watch.

use std::rc::Rc;

use halma_client::Rest;
use halma_core::Path;
use halma_protocol::GameId;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::games::Moves;
use super::host::Host;
use super::line::{Heard, Line};
use super::pace::Pace;
use super::tally::Tally;

pub(crate) struct Table {
    pub(crate) number: usize,
    pub(crate) host: Host,
    pub(crate) url: String,
    pub(crate) games: Rc<Vec<Moves>>,
    pub(crate) watchers: u32,
    pub(crate) clock: bool,
    pub(crate) legal: bool,
    /// Among how many tables the ends of the first games are spread, if they are.
    pub(crate) tables: Option<usize>,
    pub(crate) churn: bool,
    pub(crate) pace: Pace,
    /// As many tables are set for the first time at once as it has permits.
    pub(crate) door: Rc<Semaphore>,
    pub(crate) tally: Rc<Tally>,
}

/// Who sits at the table.
struct Guests {
    rests: [Rest; 2],
    lines: [Line; 2],
}

impl Table {
    /// Plays without end.
    pub(crate) async fn run(mut self) -> anyhow::Result<()> {
        let door = Rc::clone(&self.door);
        let mut turn = Some(door.acquire().await?);
        let mut guests = self.enter().await?;
        for round in 0.. {
            let games = Rc::clone(&self.games);
            let moves = &games[(self.number + round) % games.len()];
            let game = self.host.set(&guests.rests, moves, self.clock).await?;
            let watchers = self.watch(game, round == 0).await?;
            turn.take();
            self.pace.reset();
            let all = moves.paths.len();
            let plies = match self.tables.take() {
                Some(tables) => all * self.number / tables,
                None => all,
            };
            self.play(&mut guests, game, &moves.paths[..plies]).await?;
            drop(watchers);
            self.tally.game_over();
            if self.churn {
                guests = self.enter().await?;
            }
        }
        Ok(())
    }

    /// Two new guests come in.
    async fn enter(&self) -> anyhow::Result<Guests> {
        let (white, black) = (self.guest().await?, self.guest().await?);
        Ok(Guests {
            rests: [white.0, black.0],
            lines: [white.1, black.1],
        })
    }

    async fn guest(&self) -> anyhow::Result<(Rest, Line)> {
        let rest = self.host.guest().await?;
        let line = Line::open(&self.url, rest.token()).await?;
        Ok((rest, line))
    }

    /// Whoever watches counts what is sent; they leave when what this gives is dropped.
    async fn watch(&self, game: GameId, is_first: bool) -> anyhow::Result<JoinSet<()>> {
        let mut watchers = JoinSet::new();
        for _ in 0..self.watchers {
            let mut line = Line::open(&self.url, None).await?;
            line.join(game, false, &self.tally).await?;
            let tally = Rc::clone(&self.tally);
            watchers.spawn_local(async move {
                while let Ok(heard) = line.hear().await {
                    if let Heard::Event(_) = heard {
                        tally.delivered();
                    }
                }
            });
        }
        if is_first {
            self.tally.table_plays();
        }
        Ok(watchers)
    }

    async fn play(
        &mut self,
        guests: &mut Guests,
        game: GameId,
        paths: &[Path],
    ) -> anyhow::Result<()> {
        let [mover, other] = &mut guests.lines;
        let (mut mover, mut other) = (mover, other);
        mover.join(game, self.legal, &self.tally).await?;
        let mut at = other.join(game, self.legal, &self.tally).await?;
        for (path, number) in paths.iter().zip(1..) {
            let command = format!(
                r#"{{"type":"move","id":"m{number}","game":"{game}","at":{at},"path":"{path}"}}"#
            );
            let due = tokio::select! {
                biased;
                due = self.pace.next() => due,
                failure = mover.rest() => return failure,
                failure = other.rest() => return failure,
            };
            let (acknowledged, (seen, seq)) = tokio::try_join!(
                mover.carry_out(&command, &self.tally),
                other.event_after(at)
            )?;
            self.tally.moved(acknowledged - due, seen - due);
            at = seq;
            std::mem::swap(&mut mover, &mut other);
        }
        if self.host.keeps_games() {
            let resign = json!({ "type": "resign", "id": "end", "game": game });
            // A game that is over already has nobody left to resign.
            let _ = mover.carry_out(&resign.to_string(), &self.tally).await;
            mover.leave(game, &self.tally).await?;
            other.leave(game, &self.tally).await?;
        }
        Ok(())
    }
}
