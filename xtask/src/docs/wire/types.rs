//! Every type that travels by itself, by name.

use anyhow::{Context, Result, bail, ensure};
use halma_protocol as wire;
use schemars::SchemaGenerator;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

macro_rules! types {
    (to_server: $($read:ident)* ; by_server: $($written:ident)*) => {
        /// The bodies and queries that clients send.
        pub(super) fn add_sent_to_server(generator: &mut SchemaGenerator) {
            $(generator.subschema_for::<wire::$read>();)*
        }

        /// The bodies of the server's answers.
        pub(super) fn add_sent_by_server(generator: &mut SchemaGenerator) {
            $(generator.subschema_for::<wire::$written>();)*
        }

        /// An example must be read as its type, and be written as it stands.
        pub(super) fn check(name: &str, example: &Value) -> Result<()> {
            match name {
                $(stringify!($read) => same::<wire::$read>(example),)*
                $(stringify!($written) => same::<wire::$written>(example),)*
                "ClientMsg" => same::<wire::ClientMsg>(example),
                "ServerMsg" => same::<wire::ServerMsg>(example),
                _ => bail!("nothing called {name} travels by itself"),
            }
            .with_context(|| format!("an example of {name}: {example}"))
        }
    };
}

types! {
    to_server:
        ChangeMe ChangePassword Confirm CookieQuery CreateGame EventsQuery ExportQuery GamesQuery
        KeyQuery LadderQuery Login MyGamesQuery NewAccount NewChallenge NewGuest NewToken PlayersQuery Recover
        TakeSeat;
    by_server:
        AccountMade Against Challenges ComputerLevel GameEvents GameExport GameSummary GamesPage
        Guest Leaderboard LoggedIn PlayerInfo PlayerRef PlayerStatistics Problem Rating
        RatingChange Readiness RecoveryCodes RulesetInfo SeatGranted SeekInfo SessionInfo
        Statistics StatisticsFilter TokenMade YourGame
}

fn same<T: DeserializeOwned + Serialize>(example: &Value) -> Result<()> {
    let read: T = serde_json::from_value(example.clone())?;
    let written = serde_json::to_value(read)?;
    ensure!(written == *example, "is written as {written}");
    Ok(())
}
