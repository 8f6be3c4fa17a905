//! Every REST operation of the server; types are given by their names.

use Answer::{Either, Export, List, Nothing, One, Text};

/// Who may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// A token changes nothing.
    Nobody,
    /// Anybody; with a token there may be more to see.
    Anybody,
    /// Only with a token.
    Known,
}

/// What is in a good answer.
#[derive(Debug, Clone, Copy)]
pub(super) enum Answer {
    Nothing,
    One(&'static str),
    Either(&'static str, &'static str),
    List(&'static str),
    /// Text of this media type.
    Text(&'static str),
    Export,
}

/// One method of one address.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) id: &'static str,
    pub(super) tag: &'static str,
    pub(super) summary: &'static str,
    pub(super) who: Who,
    pub(super) query: &'static [&'static str],
    pub(super) body: Option<&'static str>,
    pub(super) status: u16,
    pub(super) gives: &'static str,
    pub(super) answer: Answer,
    /// Statuses of refusals beyond those that follow from the rest.
    also: &'static [u16],
}

impl Operation {
    const fn new(method: &'static str, path: &'static str, id: &'static str) -> Self {
        Self {
            method,
            path,
            id,
            tag: "",
            summary: "",
            who: Who::Nobody,
            query: &[],
            body: None,
            status: 200,
            gives: "",
            answer: Nothing,
            also: &[],
        }
    }

    const fn about(self, tag: &'static str, summary: &'static str) -> Self {
        Self {
            tag,
            summary,
            ..self
        }
    }

    const fn by(self, who: Who) -> Self {
        Self { who, ..self }
    }

    const fn query(self, query: &'static [&'static str]) -> Self {
        Self { query, ..self }
    }

    const fn body(self, body: &'static str) -> Self {
        Self {
            body: Some(body),
            ..self
        }
    }

    const fn gives(self, status: u16, gives: &'static str, answer: Answer) -> Self {
        Self {
            status,
            gives,
            answer,
            ..self
        }
    }

    const fn also(self, also: &'static [u16]) -> Self {
        Self { also, ..self }
    }

    /// The names in braces.
    pub(super) fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        let parts = self.path.split('/');
        parts.filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    /// The statuses it may be refused with, and what they mean.
    pub(super) fn refusals(&self) -> Vec<(u16, &'static str)> {
        let is_api = self.path.starts_with("/api/");
        let has_token = self.who != Who::Nobody;
        let has_body = self.body.is_some();
        let has_name = self.path_parameters().next().is_some();
        let is_possible = |status| match status {
            400 | 422 => has_body || !self.query.is_empty(),
            401 | 403 => has_token,
            404 => has_name,
            408 | 413 | 415 => has_body,
            429 | 503 => is_api,
            _ => false,
        };
        let mut all = MEANINGS.to_vec();
        all.retain(|(status, _)| is_possible(*status) || self.also.contains(status));
        all
    }
}

const MEANINGS: [(u16, &str); 11] = [
    (400, "Not understood."),
    (401, "A token is needed, or it is not valid."),
    (403, "You may not do this."),
    (404, "There is no such game, player or other thing."),
    (408, "The body took too long to come."),
    (409, "As things stand this cannot be done."),
    (413, "The body is larger than 64 KiB."),
    (415, "The body is not said to be JSON."),
    (422, "A field is missing or wrong; `details` may say which."),
    (429, "Too many requests; slow down."),
    (503, "Not just now; try again."),
];

/// All of them.
pub(super) const OPERATIONS: &[Operation] = &[
    Operation::new("post", "/api/guests", "make_guest")
        .about("players", "Makes a guest: a player without a password.")
        .by(Who::Anybody)
        .query(&["CookieQuery"])
        .body("NewGuest")
        .gives(
            201,
            "The guest, and its secret unless that is in a cookie.",
            Either("Guest", "LoggedIn"),
        )
        .also(&[409]),
    Operation::new("post", "/api/accounts", "make_account")
        .about("players", "Makes an account; a guest that asks becomes it.")
        .by(Who::Anybody)
        .query(&["CookieQuery"])
        .body("NewAccount")
        .gives(
            201,
            "The account, its recovery codes, and a secret unless you have one.",
            One("AccountMade"),
        )
        .also(&[409]),
    Operation::new("post", "/api/sessions", "log_in")
        .about("players", "Logs in to an account.")
        .query(&["CookieQuery"])
        .body("Login")
        .gives(201, "You are logged in.", One("LoggedIn"))
        .also(&[401, 403]),
    Operation::new("get", "/api/sessions", "list_sessions")
        .about("players", "Lists your sessions and tokens.")
        .by(Who::Known)
        .gives(200, "All that are open.", List("SessionInfo")),
    Operation::new("delete", "/api/sessions", "end_other_sessions")
        .about("players", "Ends every session but this one.")
        .by(Who::Known)
        .gives(204, "They have ended.", Nothing),
    Operation::new("put", "/api/sessions/current", "keep_session_in_cookie")
        .about(
            "players",
            "Puts the token into a cookie; only for this server's own page.",
        )
        .by(Who::Known)
        .gives(204, "It is in the cookie.", Nothing)
        .also(&[400]),
    Operation::new("delete", "/api/sessions/current", "log_out")
        .about("players", "Ends this session.")
        .by(Who::Known)
        .gives(204, "It has ended.", Nothing),
    Operation::new("delete", "/api/sessions/{session}", "end_session")
        .about("players", "Ends a session or revokes a token.")
        .by(Who::Known)
        .gives(204, "It has ended.", Nothing),
    Operation::new("post", "/api/recovery", "recover")
        .about(
            "players",
            "Lets the owner of an account in by a recovery code.",
        )
        .query(&["CookieQuery"])
        .body("Recover")
        .gives(
            201,
            "You are logged in; every other session has ended.",
            One("LoggedIn"),
        )
        .also(&[401, 403]),
    Operation::new("post", "/api/tokens", "make_token")
        .about("players", "Makes a token for a program.")
        .by(Who::Known)
        .body("NewToken")
        .gives(201, "The token.", One("TokenMade")),
    Operation::new("get", "/api/me", "get_me")
        .about("players", "Says who you are.")
        .by(Who::Known)
        .gives(200, "You.", One("PlayerInfo")),
    Operation::new("patch", "/api/me", "change_me")
        .about(
            "players",
            "Renames a guest, or says that an account is a bot's.",
        )
        .by(Who::Known)
        .body("ChangeMe")
        .gives(200, "You, as you are now.", One("PlayerInfo"))
        .also(&[409]),
    Operation::new("delete", "/api/me", "delete_me")
        .about("players", "Gives the player up; the games stay.")
        .by(Who::Known)
        .body("Confirm")
        .gives(204, "You are forgotten.", Nothing)
        .also(&[404]),
    Operation::new("post", "/api/me/password", "change_password")
        .about("players", "Changes the password; every other session ends.")
        .by(Who::Known)
        .body("ChangePassword")
        .gives(204, "It is changed.", Nothing)
        .also(&[404]),
    Operation::new("post", "/api/me/recovery-codes", "renew_recovery_codes")
        .about(
            "players",
            "Makes new recovery codes; the old ones are void.",
        )
        .by(Who::Known)
        .body("Confirm")
        .gives(200, "The codes.", One("RecoveryCodes"))
        .also(&[404]),
    Operation::new("get", "/api/me/blocks", "list_blocks")
        .about("players", "Lists whom you have blocked.")
        .by(Who::Known)
        .gives(200, "The players.", List("PlayerRef")),
    Operation::new("put", "/api/me/blocks/{player}", "block")
        .about("players", "Blocks a player.")
        .by(Who::Known)
        .gives(204, "The player is blocked.", Nothing),
    Operation::new("delete", "/api/me/blocks/{player}", "unblock")
        .about("players", "Blocks a player no longer.")
        .by(Who::Known)
        .gives(204, "The player is not blocked.", Nothing),
    Operation::new("get", "/api/players", "find_players")
        .about("players", "Finds accounts by how their names begin.")
        .query(&["PlayersQuery"])
        .gives(200, "At most 20.", List("PlayerInfo")),
    Operation::new("get", "/api/players/{player}", "get_player")
        .about("players", "Says who a player is.")
        .gives(200, "The player.", One("PlayerInfo")),
    Operation::new("get", "/api/rulesets", "list_rulesets")
        .about("games", "Lists the named rulesets.")
        .gives(200, "All of them.", List("RulesetInfo")),
    Operation::new("get", "/api/computers", "list_computers")
        .about("games", "Lists the computer's levels.")
        .gives(200, "All of them.", List("ComputerLevel")),
    Operation::new("post", "/api/games", "make_game")
        .about("games", "Makes a game.")
        .by(Who::Known)
        .body("CreateGame")
        .gives(201, "The game.", One("GameSummary"))
        .also(&[404, 409]),
    Operation::new("get", "/api/games", "list_games")
        .about("games", "Lists games, the newest first.")
        .by(Who::Anybody)
        .query(&["GamesQuery"])
        .gives(200, "A page of games.", One("GamesPage")),
    Operation::new("get", "/api/games/{game}", "get_game")
        .about("games", "Says how a game stands.")
        .by(Who::Anybody)
        .query(&["KeyQuery"])
        .gives(200, "The game.", One("GameSummary")),
    Operation::new("delete", "/api/games/{game}", "abort_game")
        .about(
            "games",
            "Calls a game off: its host before the start, any seat until every seat has moved.",
        )
        .by(Who::Known)
        .gives(204, "It is called off.", Nothing)
        .also(&[409]),
    Operation::new("delete", "/api/games/{game}/seats/{seat}", "stand")
        .about("games", "Gives a seat of yours back before the start.")
        .by(Who::Known)
        .gives(204, "It is free again.", Nothing)
        .also(&[409]),
    Operation::new("post", "/api/games/{game}/seats", "take_seat")
        .about("games", "Takes a seat; the last one starts the game.")
        .by(Who::Known)
        .body("TakeSeat")
        .gives(201, "The seat is yours.", One("SeatGranted"))
        .also(&[409]),
    Operation::new("get", "/api/games/{game}/events", "list_events")
        .about("games", "Lists a game's events in order.")
        .by(Who::Anybody)
        .query(&["EventsQuery"])
        .gives(200, "At most so many.", One("GameEvents")),
    Operation::new("get", "/api/games/{game}/record", "get_record")
        .about("games", "Gives a game as text.")
        .by(Who::Anybody)
        .query(&["KeyQuery"])
        .gives(200, "The record.", Text("text/plain")),
    Operation::new("get", "/api/games/{game}/export", "export_game")
        .about("games", "Gives a finished game to take away.")
        .by(Who::Anybody)
        .query(&["KeyQuery"])
        .gives(200, "The game.", One("GameExport"))
        .also(&[409]),
    Operation::new("get", "/api/export", "export_games")
        .about(
            "games",
            "Gives every finished game that a filter lets through, newest first.",
        )
        .by(Who::Anybody)
        .query(&["GamesQuery", "ExportQuery"])
        .gives(
            200,
            "The games, as `format` asks: lines of JSON, a list, or records.",
            Export,
        ),
    Operation::new("get", "/api/me/games", "list_my_games")
        .about(
            "lobby",
            "Lists your games that are not over, those that wait for you first, each newest first.",
        )
        .query(&["MyGamesQuery"])
        .by(Who::Known)
        .gives(200, "Your games.", List("YourGame")),
    Operation::new("get", "/api/challenges", "list_challenges")
        .about("lobby", "Lists challenges that wait.")
        .by(Who::Known)
        .gives(
            200,
            "Those you received and those you sent.",
            One("Challenges"),
        ),
    Operation::new("post", "/api/challenges", "make_challenge")
        .about("lobby", "Asks a player for a game.")
        .by(Who::Known)
        .body("NewChallenge")
        .gives(
            201,
            "The game, with a seat kept for the other.",
            One("GameSummary"),
        )
        .also(&[404, 409]),
    Operation::new("delete", "/api/challenges/{game}", "decline_challenge")
        .about("lobby", "Declines a challenge, or takes one's own back.")
        .by(Who::Known)
        .gives(204, "It is gone.", Nothing)
        .also(&[409]),
    Operation::new("get", "/api/seeks", "list_seeks")
        .about("lobby", "Lists who looks for a quick game.")
        .gives(200, "The longest wait first.", List("SeekInfo")),
    Operation::new("get", "/api/leaderboard", "get_leaderboard")
        .about("statistics", "Lists the best of a ladder.")
        .query(&["LadderQuery"])
        .gives(200, "The best, best first.", One("Leaderboard"))
        .also(&[404]),
    Operation::new("get", "/api/players/{player}/ratings", "list_ratings")
        .about("statistics", "Says how a player rates on every ladder.")
        .gives(200, "The ratings.", List("Rating")),
    Operation::new(
        "get",
        "/api/players/{player}/ratings/history",
        "list_rating_history",
    )
    .about("statistics", "Says how a player's rating on a ladder went.")
    .by(Who::Anybody)
    .query(&["LadderQuery"])
    .gives(200, "The newest change first.", List("RatingChange")),
    Operation::new("get", "/api/games/{game}/ratings", "list_game_ratings")
        .about("statistics", "Says how a game changed the ratings.")
        .by(Who::Anybody)
        .query(&["KeyQuery"])
        .gives(
            200,
            "One change a player; none if it was not rated.",
            List("RatingChange"),
        ),
    Operation::new("get", "/api/statistics", "get_statistics")
        .about("statistics", "Says what came of all games.")
        .query(&["StatisticsFilter"])
        .gives(200, "The counts.", One("Statistics")),
    Operation::new(
        "get",
        "/api/players/{player}/statistics",
        "get_player_statistics",
    )
    .about("statistics", "Says what came of a player's games.")
    .query(&["StatisticsFilter"])
    .gives(200, "The counts.", One("PlayerStatistics")),
    Operation::new(
        "get",
        "/api/players/{player}/against/{opponent}",
        "get_head_to_head",
    )
    .about(
        "statistics",
        "Says what came of one player's games against another.",
    )
    .query(&["StatisticsFilter"])
    .gives(200, "The counts.", One("Against")),
    Operation::new("get", "/healthz", "get_health")
        .about("server", "Says that the process lives.")
        .gives(200, "It lives.", Text("text/plain")),
    Operation::new("get", "/readyz", "get_readiness")
        .about("server", "Says whether the server can play.")
        .gives(200, "It can.", One("Readiness")),
    Operation::new("get", "/metrics", "get_metrics")
        .about(
            "server",
            "What the server counts, for those on its own network.",
        )
        .gives(
            200,
            "The counts, in the OpenMetrics form.",
            Text("application/openmetrics-text"),
        )
        .also(&[404]),
];
