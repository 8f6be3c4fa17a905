//! The REST side of a server.

use std::fmt;
use std::time::Duration;

use halma_core::Seat;
use halma_protocol::{
    Challenges, CommandId, CreateGame, Event, GameEvents, GameId, GameStatus, GameSummary,
    GamesPage, Guest, NewGuest, PlayerRef, RulesetInfo, SeatGranted, TakeSeat, YourGame,
};
use http::{Method, Request, header};
use http_body_util::BodyExt;
use hyper_util::client::legacy::Client as Http;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::Error;
use crate::address::Address;
use crate::backoff::Backoff;

/// How long a server may take over one request.
const REQUEST: Duration = Duration::from_secs(30);

/// How long a server may be away before it counts as lost, unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

/// Requests to one server, as one player or as nobody. Cheap to clone.
///
/// Reading, and taking a seat, is tried again while the server is away, for as long as our
/// patience lasts; making a guest or a game is not, since that would make two.
#[derive(Clone)]
pub struct Rest {
    address: Address,
    token: Option<String>,
    /// The key of the private game that is asked about.
    key: Option<String>,
    patience: Duration,
    http: Http<HttpConnector, String>,
}

impl Rest {
    /// Requests as nobody to the server at `http://host:port`.
    ///
    /// # Errors
    ///
    /// [`Error::BadAddress`].
    pub fn new(url: &str) -> Result<Self, Error> {
        Ok(Self {
            address: url.parse()?,
            token: None,
            key: None,
            patience: PATIENCE,
            http: Http::builder(TokioExecutor::new()).build_http(),
        })
    }

    /// The same requests as the player whose token this is.
    #[must_use]
    pub fn with_token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// The same requests about a private game, by the key in its link; whoever holds a seat there
    /// needs none.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// The same requests, given up when the server has been away for that long; 60 s if not told.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Makes a guest, under a name the server makes up if none is given.
    ///
    /// # Errors
    ///
    /// Refused with `bad_name`, or the server is away.
    pub async fn new_guest(&self, name: Option<&str>) -> Result<Guest, Error> {
        let name = name.map(str::to_owned);
        let path = "/api/guests";
        let body = json(&NewGuest { name })?;
        read(path, &self.request(Method::POST, path, &body).await?)
    }

    /// Who the token says we are.
    ///
    /// # Errors
    ///
    /// Refused with `bad_token` or `unauthorized`, or the server is away.
    pub async fn me(&self) -> Result<PlayerRef, Error> {
        self.get("/api/me").await
    }

    /// The named rulesets.
    ///
    /// # Errors
    ///
    /// The server is away.
    pub async fn rulesets(&self) -> Result<Vec<RulesetInfo>, Error> {
        self.get("/api/rulesets").await
    }

    /// Makes a game.
    ///
    /// # Errors
    ///
    /// Refused with `bad_ruleset`, `bad_position`, `no_such_seat` or for want of a good token, or
    /// the server is away.
    pub async fn create_game(&self, game: &CreateGame) -> Result<GameSummary, Error> {
        let path = "/api/games";
        read(path, &self.request(Method::POST, path, &json(game)?).await?)
    }

    /// A page of games, newest first: only of this status if one is given, and from the page's
    /// `next` on.
    ///
    /// # Errors
    ///
    /// The server is away.
    pub async fn games(
        &self,
        status: Option<GameStatus>,
        before: Option<GameId>,
    ) -> Result<GamesPage, Error> {
        let mut path = "/api/games?limit=200".to_owned();
        if let Some(status) = status {
            path += match status {
                GameStatus::Open => "&status=open",
                GameStatus::Playing => "&status=playing",
                GameStatus::Finished => "&status=finished",
            };
        }
        if let Some(before) = before {
            path += &format!("&before={before}");
        }
        self.get(&path).await
    }

    /// A game as it stands.
    ///
    /// # Errors
    ///
    /// Refused with `no_such_game`, or the server is away.
    pub async fn game(&self, game: GameId) -> Result<GameSummary, Error> {
        self.get(&self.of_game(game, "?")).await
    }

    /// Takes that seat, or the first free one. It is taken once, however often that must be tried.
    ///
    /// # Errors
    ///
    /// Refused with `seat_taken`, `seat_reserved`, `already_started`, `game_over`, `no_such_seat`, `no_such_game`
    /// or for want of a good token, or the server is away.
    pub async fn take_seat(&self, game: GameId, seat: Option<Seat>) -> Result<SeatGranted, Error> {
        let wish = TakeSeat {
            seat,
            ..TakeSeat::default()
        };
        self.take_seat_as(game, wish).await
    }

    /// The same for who has more to say, such as the key of a private game. A wish without an id
    /// is given one.
    ///
    /// # Errors
    ///
    /// The same.
    pub async fn take_seat_as(
        &self,
        game: GameId,
        mut wish: TakeSeat,
    ) -> Result<SeatGranted, Error> {
        wish.key = wish.key.or_else(|| self.key.clone());
        wish.id
            .get_or_insert_with(|| CommandId::from(Uuid::new_v4()));
        let body = json(&wish)?;
        let path = format!("/api/games/{game}/seats");
        read(&path, &self.patiently(Method::POST, &path, &body).await?)
    }

    /// Our games that are not over, those that wait for us first.
    ///
    /// # Errors
    ///
    /// Refused for want of a good token, or the server is away.
    pub async fn my_games(&self) -> Result<Vec<YourGame>, Error> {
        self.get("/api/me/games").await
    }

    /// The challenges that wait, those we got and those we made. One is accepted by taking the
    /// seat.
    ///
    /// # Errors
    ///
    /// The same.
    pub async fn challenges(&self) -> Result<Challenges, Error> {
        self.get("/api/challenges").await
    }

    /// A page of a game's events after number `since`, at most 200; empty when there are none.
    ///
    /// # Errors
    ///
    /// Refused with `no_such_game`, or the server is away.
    pub async fn events(&self, game: GameId, since: u64) -> Result<Vec<Event>, Error> {
        let path = self.of_game(game, &format!("/events?since={since}&"));
        let page: GameEvents = self.get(&path).await?;
        Ok(page.events)
    }

    /// A game as text, in the form that [`halma_core::Record`] reads.
    ///
    /// # Errors
    ///
    /// Refused with `no_such_game`, or the server is away.
    pub async fn record(&self, game: GameId) -> Result<String, Error> {
        let path = self.of_game(game, "/record?");
        let body = self.patiently(Method::GET, &path, "").await?;
        String::from_utf8(body).map_err(|error| Error::not_understood(None, error.to_string()))
    }

    /// The address of something of a game; `part` may be followed by a parameter.
    fn of_game(&self, game: GameId, part: &str) -> String {
        let key = self.key.as_ref().map(|key| format!("key={key}"));
        format!("/api/games/{game}{part}{}", key.unwrap_or_default())
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// The token of the player it speaks for, if any.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Error> {
        read(path, &self.patiently(Method::GET, path, "").await?)
    }

    /// Asks until there is an answer that will not change.
    async fn patiently(&self, method: Method, path: &str, body: &str) -> Result<Vec<u8>, Error> {
        let mut backoff = Backoff::new(self.patience);
        loop {
            let answer = self.request(method.clone(), path, body).await;
            let pause = match &answer {
                Err(error) if error.may_pass() => backoff.pause(),
                _ => None,
            };
            match pause {
                Some(pause) => sleep(pause).await,
                None => return answer,
            }
        }
    }

    async fn request(&self, method: Method, path: &str, body: &str) -> Result<Vec<u8>, Error> {
        let lost = |error: &dyn fmt::Display| Error::Lost(format!("{path}: {error}"));
        let mut request = Request::builder()
            .method(method.clone())
            .uri(self.address.http(path));
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if method == Method::POST {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let request = request
            .body(body.to_owned())
            .map_err(|error| Error::BadAddress(error.to_string()))?;
        let answering = async {
            let response = self.http.request(request).await.map_err(|error| {
                // The outer error only says that connecting or sending went wrong.
                match std::error::Error::source(&error) {
                    Some(source) => lost(source),
                    None => lost(&error),
                }
            })?;
            let status = response.status();
            let body = response.into_body().collect().await;
            Ok((status, body.map_err(|error| lost(&error))?.to_bytes()))
        };
        let (status, body) = timeout(REQUEST, answering)
            .await
            .map_err(|_| lost(&"no answer"))??;
        if status.is_success() {
            return Ok(body.to_vec());
        }
        Err(Error::response(status, &body))
    }
}

impl fmt::Debug for Rest {
    /// The token is a secret and stays out of logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rest")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

fn read<T: DeserializeOwned>(path: &str, body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body)
        .map_err(|error| Error::not_understood(None, format!("{path}: {error}")))
}

fn json(body: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(body).map_err(|error| Error::not_understood(None, error.to_string()))
}
