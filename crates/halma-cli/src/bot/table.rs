//! One game of the bot, from joining it to its end.

use std::time::Duration;

use anyhow::{Context, bail};
use halma_client::{Client, Game, Join, Update};
use halma_core::{Reason, Seat};
use halma_engine::{judge_draw, judge_takeback};
use halma_protocol::{ErrorCode, Event, EventKind, GameId, PlayerId, ProposalKind, Turn};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout_at};

use super::follow::Followed;
use super::mind::Mind;

/// How a game ended.
pub(super) struct Ended {
    pub(super) winners: Vec<Seat>,
    pub(super) reason: Reason,
    /// Whether one of our seats is among the winners.
    pub(super) won: bool,
}

/// A joined game.
pub(super) struct Table {
    id: GameId,
    game: Game,
    followed: Followed,
    /// Away while it thinks.
    mind: Option<Mind>,
}

impl Table {
    pub(super) async fn join(
        client: &Client,
        id: GameId,
        me: PlayerId,
        mind: Mind,
    ) -> anyhow::Result<Self> {
        let game = client.join(id, Join::new().since(0).legal()).await?;
        Ok(Self {
            id,
            game,
            followed: Followed::new(me),
            mind: Some(mind),
        })
    }

    /// Plays to the end, and then waits so long for somebody to ask for another game.
    pub(super) async fn play(mut self, linger: Duration) -> anyhow::Result<Ended> {
        let (winners, reason) = self.play_on().await?;
        // Another game with us should need no more than one wish.
        let until = Instant::now() + linger;
        while let Ok(Ok(Some(update))) = timeout_at(until, self.game.next()).await {
            match update {
                Update::Event(Event {
                    kind: EventKind::RematchOffered { seat },
                    ..
                }) if !self.followed.mine.contains(seat) => {
                    self.game.rematch(None).await?;
                }
                Update::Event(Event {
                    kind: EventKind::Succeeded { .. },
                    ..
                }) => break,
                _ => {}
            }
        }
        let won = winners
            .iter()
            .any(|&seat| self.followed.mine.contains(seat));
        Ok(Ended {
            winners,
            reason,
            won,
        })
    }

    async fn play_on(&mut self) -> anyhow::Result<(Vec<Seat>, Reason)> {
        while let Some(update) = self.game.next().await? {
            match update {
                Update::Event(event) => {
                    self.followed.apply(&event)?;
                    match event.kind {
                        EventKind::Finished { winners, reason } => return Ok((winners, reason)),
                        EventKind::Proposed { seat, what } => {
                            self.judge(event.seq, seat, what).await?;
                        }
                        _ => {}
                    }
                }
                Update::Turn(turn) => self.take_turn(&turn).await?,
                // The events tell all of it.
                Update::State(_) | Update::Presence(_) => {}
            }
        }
        bail!("{} was joined elsewhere", self.id)
    }

    async fn take_turn(&mut self, turn: &Turn) -> anyhow::Result<()> {
        let game = self.followed.game()?.clone();
        let clocks = self.followed.clocks.as_ref();
        let left = clocks
            .and_then(|clocks| clocks.get(&turn.seat))
            .map(|&left| Duration::from_millis(left.into()));
        let mut mind = self.mind.take().context("it thinks already")?;
        // Chance enough to play other moves in another game, and the same ones again in this.
        let seed = self.id.as_u64_pair().1 ^ turn.at;
        let (mind, chosen) = spawn_blocking(move || {
            let chosen = mind.choose(&game, seed, left);
            (mind, chosen)
        })
        .await?;
        self.mind = Some(mind);
        match chosen {
            Ok(path) => over_is_fine(self.game.play(turn.at, path, Some(turn.seat)).await),
            Err(error) => {
                // Nobody is to wait for an engine that is broken.
                over_is_fine(self.game.resign(Some(turn.seat)).await)?;
                Err(error)
            }
        }
    }

    /// Votes on what another seat proposes.
    async fn judge(&self, proposal: u64, by: Seat, what: ProposalKind) -> anyhow::Result<()> {
        let game = self.followed.game()?;
        let seats_in = game.position().seats_in().without(by);
        let mine = self.followed.mine;
        for seat in seats_in.iter().filter(|&seat| mine.contains(seat)) {
            let game = game.clone();
            let accept = spawn_blocking(move || match what {
                ProposalKind::Draw => judge_draw(&game, seat),
                ProposalKind::Takeback => judge_takeback(&game, seat),
            })
            .await?;
            over_is_fine(self.game.vote(proposal, accept, Some(seat)).await)?;
        }
        Ok(())
    }
}

/// Lets pass that the game went on while the command was on its way.
fn over_is_fine(answer: Result<u64, halma_client::Error>) -> anyhow::Result<()> {
    match answer {
        Ok(_) => Ok(()),
        Err(error) => match error.code() {
            Some(
                ErrorCode::Stale
                | ErrorCode::NotYourTurn
                | ErrorCode::GameOver
                | ErrorCode::NoProposal,
            ) => Ok(()),
            _ => Err(error.into()),
        },
    }
}
