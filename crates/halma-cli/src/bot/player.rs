//! The bot as a whole: which games it plays.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use anyhow::Context;
use halma_client::{Client, Rest};
use halma_protocol::{GameId, GameStatus, PlayerId};
use tokio::sync::{mpsc, watch};
use tokio::task::{Id, JoinSet};

use super::mind::Mind;
use super::post;
use super::table::{Ended, Table};

/// How long a game that is over is kept for somebody who wants another one.
const LINGER: Duration = Duration::from_secs(60);

/// It looks for what there is to do at least this often, in case news was lost.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// What it takes on.
pub(super) struct Terms {
    pub(super) at_once: usize,
    /// After so many games it ends.
    pub(super) games: Option<usize>,
    /// It looks for quick games by this preset.
    pub(super) seek: Option<String>,
}

/// A player with a mind, and the games it is playing.
pub(super) struct Bot {
    rest: Rest,
    client: Client,
    me: PlayerId,
    mind: Mind,
    terms: Terms,
    tables: JoinSet<anyhow::Result<Ended>>,
    /// The games being played, by their tasks.
    playing: HashMap<Id, GameId>,
    /// Games that went wrong; they are not tried again.
    given_up: HashSet<GameId>,
    begun: usize,
}

impl Bot {
    pub(super) fn new(rest: Rest, client: Client, me: PlayerId, mind: Mind, terms: Terms) -> Self {
        Self {
            rest,
            client,
            me,
            mind,
            terms,
            tables: JoinSet::new(),
            playing: HashMap::new(),
            given_up: HashSet::new(),
            begun: 0,
        }
    }

    /// Takes the first free seat of an open game.
    pub(super) async fn sit_down(&self, game: GameId) -> anyhow::Result<()> {
        let seat = self.rest.take_seat(game, None).await;
        seat.with_context(|| format!("no seat in {game}"))?;
        Ok(())
    }

    /// Plays until it has played enough, or the server will have it no longer.
    pub(super) async fn play(mut self) -> anyhow::Result<()> {
        let (idle, is_idle) = watch::channel(false);
        let (nudge, mut news) = mpsc::channel(1);
        let seek = self.terms.seek.clone();
        let mut post = tokio::spawn(post::listen(self.rest.clone(), seek, is_idle, nudge));
        let mut looks = tokio::time::interval(LOOK_AGAIN);
        loop {
            if self.is_done() {
                return Ok(());
            }
            // Only a change is told, or nothing would ever be still.
            let is_idle = self.playing.is_empty() && self.has_room();
            idle.send_if_modified(|idle| std::mem::replace(idle, is_idle) != is_idle);
            tokio::select! {
                Some(()) = news.recv() => self.look_around().await,
                Some(ended) = self.tables.join_next_with_id() => {
                    self.tell(ended);
                    self.look_around().await;
                }
                _ = looks.tick() => self.look_around().await,
                ended = &mut post => return Ok(ended??),
            }
        }
    }

    fn has_room(&self) -> bool {
        self.playing.len() < self.terms.at_once
            && self.terms.games.is_none_or(|games| self.begun < games)
    }

    fn is_done(&self) -> bool {
        self.playing.is_empty() && self.terms.games.is_some_and(|games| self.begun >= games)
    }

    /// Accepts challenges and joins games, as many as there is room for.
    async fn look_around(&mut self) {
        if let Err(error) = self.try_to_look().await {
            eprintln!("halma: {error:#}");
        }
    }

    async fn try_to_look(&mut self) -> anyhow::Result<()> {
        if !self.has_room() {
            return Ok(());
        }
        for challenge in self.rest.challenges().await?.received {
            let taken = self.rest.take_seat(challenge.id, None).await;
            // A refusal: it was taken back meanwhile.
            if let Err(error) = taken
                && error.code().is_none()
            {
                return Err(error.into());
            }
        }
        for game in self.rest.my_games().await? {
            let game = game.game;
            let is_new = !self.given_up.contains(&game.id)
                && self.playing.values().all(|&known| known != game.id);
            if is_new && game.status == GameStatus::Playing && self.has_room() {
                self.join(game.id).await?;
            }
        }
        Ok(())
    }

    async fn join(&mut self, game: GameId) -> anyhow::Result<()> {
        let mind = self.mind.another()?;
        let table = Table::join(&self.client, game, self.me, mind).await?;
        let linger = match self.terms.games {
            Some(_) => Duration::ZERO,
            None => LINGER,
        };
        let task = self.tables.spawn(table.play(linger));
        self.playing.insert(task.id(), game);
        self.begun += 1;
        println!("{game} begins");
        Ok(())
    }

    /// Says how a game went.
    fn tell(&mut self, ended: Result<(Id, anyhow::Result<Ended>), tokio::task::JoinError>) {
        let (id, ended) = match ended {
            Ok((id, ended)) => (id, ended),
            Err(error) => (error.id(), Err(error.into())),
        };
        let Some(game) = self.playing.remove(&id) else {
            return;
        };
        match ended {
            Ok(Ended {
                winners,
                reason,
                won,
            }) => {
                let result = match (won, winners.is_empty()) {
                    (true, _) => "won",
                    (false, true) => "drawn",
                    (false, false) => "lost",
                };
                println!("{game} {result} ({reason})");
            }
            Err(error) => {
                eprintln!("halma: {game}: {error:#}");
                self.given_up.insert(game);
            }
        }
    }
}
