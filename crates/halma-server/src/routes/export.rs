//! Games to take away: one, or any number as a stream.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use axum::Json;
use axum::body::Body as Content;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use halma_protocol::{
    ErrorCode, ExportFormat as Format, ExportQuery, GameExport, GameId, GamesQuery, KeyQuery,
};

use super::Serving;
use super::body::{Game, Params};
use super::caller::MaybeCaller;
use super::games::{admitted, filter};
use super::origin::Address;
use super::problem::Refusal;
use crate::crowd::{Full, Guest};
use crate::live::Live;
use crate::room;
use crate::store::GameFilter;

/// How many summaries are read at a time. Between reads no connection to the database is held,
/// however slowly the client takes what it is sent.
const PAGE: u32 = 50;

/// One finished game.
pub(crate) async fn one(
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Game(game): Game,
    Params(params): Params<KeyQuery>,
) -> Result<Json<GameExport>, Refusal> {
    admitted(&live, game, caller.as_ref(), params.key.as_deref()).await?;
    let export = room::export(&live.store, game).await?;
    let not_over = || Refusal::new(ErrorCode::NotOver, "the game is not over yet");
    export.map(Json).ok_or_else(not_over)
}

/// Every finished game that a filter lets through, newest first.
pub(crate) async fn many(
    Serving(live): Serving,
    MaybeCaller(caller): MaybeCaller,
    Address(address): Address,
    Params(query): Params<GamesQuery>,
    Params(ExportQuery { format, games }): Params<ExportQuery>,
) -> Result<Response, Refusal> {
    let filter = GameFilter {
        status: Some("finished"),
        limit: PAGE,
        ..filter(&query, caller.as_ref())?
    };
    let place = live.exports.connection(Some(address)).map_err(crowded)?;
    let export = Export {
        live,
        filter,
        format,
        left: games.unwrap_or(u64::MAX),
        page: VecDeque::new(),
        stage: Stage::Begin,
        _place: place,
    };
    let (kind, name) = match format {
        Format::Ndjson => ("application/x-ndjson", "games.ndjson"),
        Format::Json => ("application/json", "games.json"),
        Format::Record => ("text/plain; charset=utf-8", "games.txt"),
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
    ];
    let parts = stream::unfold(export, |mut export| async {
        let part = export.next().await?;
        Some((part, export))
    });
    Ok((headers, Content::from_stream(parts)).into_response())
}

fn crowded(full: Full) -> Refusal {
    match full {
        Full::House => Refusal::new(ErrorCode::Busy, "too many exports at the moment; try again"),
        Full::Address => Refusal::new(
            ErrorCode::RateLimited,
            "too many exports to this address; read one to its end first",
        ),
    }
}

/// An export under way.
struct Export {
    live: Arc<Live>,
    filter: GameFilter,
    format: Format,
    left: u64,
    page: VecDeque<GameId>,
    stage: Stage,
    _place: Guest,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Begin,
    Games,
    End,
    Over,
}

impl Export {
    /// The next part to send; none at the end. A failure breaks the answer off, so that nobody takes
    /// half of it for the whole.
    async fn next(&mut self) -> Option<io::Result<String>> {
        let is_list = matches!(self.format, Format::Json);
        match self.stage {
            Stage::Begin => {
                self.stage = Stage::Games;
                let part = self.next_game().await;
                Some(part.map(|part| if is_list { format!("[\n{part}") } else { part }))
            }
            Stage::Games => {
                let part = self.next_game().await;
                let comma = is_list && self.stage == Stage::Games;
                Some(part.map(|part| if comma { format!(",\n{part}") } else { part }))
            }
            Stage::End => {
                self.stage = Stage::Over;
                Some(Ok(if is_list {
                    "\n]\n".to_owned()
                } else {
                    String::new()
                }))
            }
            Stage::Over => None,
        }
    }

    async fn next_game(&mut self) -> io::Result<String> {
        loop {
            if self.page.is_empty() {
                let rows = self
                    .live
                    .store
                    .games(&self.filter)
                    .await
                    .map_err(io::Error::other)?;
                self.page = rows.iter().map(|row| row.id).collect();
            }
            let Some(game) = self.page.pop_front().filter(|_| self.left > 0) else {
                self.stage = Stage::End;
                return Ok(String::new());
            };
            self.filter.before = Some(game);
            self.left -= 1;
            if let Some(text) = self.text(game).await.map_err(io::Error::other)? {
                return Ok(text);
            }
        }
    }

    async fn text(&self, game: GameId) -> Result<Option<String>, halma_protocol::ErrorMsg> {
        if let Format::Record = self.format {
            let record = room::record(&self.live.store, game).await?;
            return Ok(Some(format!("{record}\n")));
        }
        let export = room::export(&self.live.store, game).await?;
        let line = |export: GameExport| {
            let end = if let Format::Ndjson = self.format {
                "\n"
            } else {
                ""
            };
            crate::json(&export) + end
        };
        Ok(export.map(line))
    }
}
