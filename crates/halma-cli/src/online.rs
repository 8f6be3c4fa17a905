//! Playing on a server: what `halma games`, `halma watch` and `halma play` share.

pub(crate) mod games;
mod input;
pub(crate) mod play;
pub(crate) mod watch;

use std::io::Write;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use halma_client::Rest;
use halma_core::{Game, OutCause, Outcome, Position, Record, Rules, Seat};
use halma_protocol::{Event, EventKind, GameId, GameStatus, ProposalKind, State};

use crate::show;

/// How long a server may be away that has not been heard yet: its address may be wrong.
const UNHEARD: Duration = Duration::from_secs(5);

/// Where the games are.
#[derive(clap::Args)]
pub(crate) struct Server {
    /// The server's address; if left out, the one in a game's link, or <http://localhost:8080>
    #[arg(long, env = "HALMA_SERVER", value_name = "URL")]
    server: Option<String>,
}

impl Server {
    /// Requests to it, and about this game if one is named.
    fn rest(&self, named: Option<&Named>) -> anyhow::Result<Rest> {
        let link = named.and_then(|named| named.server.as_deref());
        let url = self.server.as_deref().or(link);
        let rest = Rest::new(url.unwrap_or("http://localhost:8080"))?;
        let key = named.and_then(|named| named.key.clone());
        Ok(match key {
            Some(key) => rest.with_key(key),
            None => rest,
        })
    }
}

/// A game as it is named: by its id, or by the link to it, which has the server's address and may
/// have a private game's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    id: GameId,
    key: Option<String>,
    server: Option<String>,
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut starts = text.char_indices().map(|(at, _)| at);
        let found = starts.find_map(|at| Some((at, text.get(at..at + 36)?.parse().ok()?)));
        let (at, id) = found.ok_or("neither a game's id nor a link to one")?;
        let key = text[at + 36..]
            .strip_prefix('/')
            .filter(|key| !key.is_empty());
        let server = text[..at].split_once("/#/").map(|(server, _)| server);
        Ok(Self {
            id,
            key: key.map(str::to_owned),
            server: server.map(str::to_owned),
        })
    }
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
            Err(_) if outcome.is_some() => {
                let rest = match &state.key {
                    Some(key) => rest.clone().with_key(key),
                    None => rest.clone(),
                };
                rest.record(state.game).await?.parse::<Record>()?.game
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Self {
            rules,
            game,
            outcome,
        })
    }

    /// Takes an event in; says whether the board is to be shown. If the game ends with it, its
    /// end follows and is shown.
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
        Ok(event.kind.next() != Some(None))
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
        let server = "https://halma.example";
        for (text, server, key) in [
            (id.to_owned(), None, None),
            (format!("{server}/#/game/{id}"), Some(server), None),
            (format!("{server}/#/game/{id}/aé"), Some(server), Some("aé")),
        ] {
            let named: Named = text.parse().unwrap();
            assert_eq!(named.id.to_string(), id);
            assert_eq!(
                (named.server.as_deref(), named.key.as_deref()),
                (server, key)
            );
        }
        for text in ["", "classic", "é019b76da-a800-7c41-9d2e-5f0c8f1e2a3"] {
            assert!(text.parse::<Named>().is_err(), "{text}");
        }
    }
}
