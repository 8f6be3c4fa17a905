//! Playing on a server: what `halma games`, `halma watch` and `halma play` share.

pub(crate) mod games;
mod input;
pub(crate) mod play;
pub(crate) mod watch;

use std::io::Write;

use anyhow::Context;
use halma_client::Rest;
use halma_core::{Game, OutCause, Outcome, Position, Record, Rules, Seat};
use halma_protocol::{Event, EventKind, GameId, GameStatus, ProposalKind, State};

use crate::show;

/// Where the games are.
#[derive(clap::Args)]
pub(crate) struct Server {
    /// The server's address
    #[arg(
        long,
        env = "HALMA_SERVER",
        default_value = "http://localhost:8080",
        value_name = "URL"
    )]
    server: String,
}

/// Reads a game's id, alone or anywhere in a link.
fn game_id(text: &str) -> Result<GameId, String> {
    let starts = text.char_indices().map(|(at, _)| at);
    let mut ids = starts.filter_map(|at| text.get(at..at + 36)?.parse().ok());
    ids.next()
        .ok_or_else(|| "neither a game's id nor a link to one".to_owned())
}

/// Runs something that talks to a server to its end.
fn wait<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build()?.block_on(work)
}

/// A game as it is followed from outside.
struct Followed {
    rules: Rules,
    game: Game,
    outcome: Option<Outcome>,
}

impl Followed {
    async fn from_state(rest: &Rest, state: &State) -> anyhow::Result<Self> {
        let rules = Rules::new(state.rules)?;
        let outcome = state
            .outcome
            .filter(|_| state.status == GameStatus::Finished);
        let game = match Position::parse(&rules, &state.position) {
            Ok(position) => Game::from_position(position),
            // A game can end in what is no position to play from; its record leads there.
            Err(_) if outcome.is_some() => rest.record(state.game).await?.parse::<Record>()?.game,
            Err(error) => return Err(error.into()),
        };
        Ok(Self {
            rules,
            game,
            outcome,
        })
    }

    /// Takes an event in; says whether the board has changed.
    fn take(&mut self, event: &Event) -> anyhow::Result<bool> {
        match &event.kind {
            EventKind::Moved { path, .. } => self.game.play(path)?,
            EventKind::Resigned { seat, .. } | EventKind::Claimed { seat, .. } => {
                self.game.go_out(*seat, OutCause::Resign)?;
            }
            EventKind::Flagged { seat, .. } => self.game.go_out(*seat, OutCause::Time)?,
            EventKind::TakenBack { position, .. }
            | EventKind::Undone { position, .. }
            | EventKind::Redone { position, .. } => {
                let position = Position::parse(&self.rules, position);
                self.game = Game::from_position(position.context("not a position")?);
            }
            EventKind::Finished { winners, reason } => {
                let winners = winners.iter().copied().collect();
                let reason = *reason;
                self.outcome = Some(Outcome { winners, reason });
            }
            // Passes and missed deadlines follow from the moves; the rest leaves the board alone.
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn draw(&self, colours: bool, out: &mut impl Write) -> anyhow::Result<()> {
        show::draw(self.game.position(), self.outcome.as_ref(), colours, out)?;
        writeln!(out)?;
        Ok(out.flush()?)
    }
}

/// A proposal in words.
fn proposes(seat: Seat, what: ProposalKind) -> String {
    let what = match what {
        ProposalKind::Draw => "draw",
        ProposalKind::Takeback => "takeback",
    };
    format!("{seat} proposes a {what}")
}

/// An event in words, if it is worth telling.
fn told(event: &Event) -> Option<String> {
    Some(match &event.kind {
        EventKind::Seated { seat, player } => format!("{} takes {seat}", player.name),
        EventKind::Started { .. } => "the game begins".to_owned(),
        EventKind::Moved { seat, path, .. } => format!("{seat} moves {path}"),
        EventKind::Passed { seat, .. } => format!("{seat} cannot move and passes"),
        EventKind::Resigned { seat, .. } => format!("{seat} resigns"),
        EventKind::Flagged { seat, .. } => format!("{seat} has run out of time"),
        EventKind::Claimed { seat, by_seat, .. } => format!("{by_seat} claims against {seat}"),
        EventKind::MissedDeadline { seat, .. } => format!("{seat} has missed the deadline"),
        EventKind::Proposed { seat, what } => proposes(*seat, *what),
        EventKind::Voted { seat, accept, .. } => {
            format!("{seat} {}", if *accept { "accepts" } else { "refuses" })
        }
        EventKind::TakenBack { .. } => "the last move is taken back".to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_named_by_its_id_or_a_link() {
        let id = "019b76da-a800-7c41-9d2e-5f0c8f1e2a30";
        for text in [
            id,
            "http://localhost:8080/game/019b76da-a800-7c41-9d2e-5f0c8f1e2a30?key=é",
        ] {
            assert_eq!(game_id(text).unwrap().to_string(), id);
        }
        for text in ["", "classic", "é019b76da-a800-7c41-9d2e-5f0c8f1e2a3"] {
            assert!(game_id(text).is_err(), "{text}");
        }
    }
}
