//! SQL of a test's own, beside the server's.

use std::collections::BTreeMap;

use halma_core::Seat;
use halma_server::store::Place;
use halma_tests::{Data, Engine};
use serde_json::Value;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

/// Runs one body on a connection of either engine.
macro_rules! on {
    ($data:expr, $connection:ident => $body:expr) => {
        match $data.place() {
            Place::Directory(dir) => {
                let options = SqliteConnectOptions::new().filename(dir.join("halma.db"));
                let mut $connection = options.connect().await.unwrap();
                $body
            }
            Place::Postgres(url) => {
                let mut $connection = PgConnection::connect(&url).await.unwrap();
                $body
            }
        }
    };
}

/// Runs a statement.
pub(crate) async fn run(data: &Data, sql: &str) {
    let sql = AssertSqlSafe(sql.to_owned());
    on!(data, connection => {
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    });
}

/// The one number a query gives.
pub(crate) async fn number(data: &Data, sql: &str) -> i64 {
    let sql = AssertSqlSafe(sql.to_owned());
    on!(data, connection => {
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    })
}

/// What came of some games.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Came {
    games: u64,
    first: u64,
    longest: u64,
    chain: u64,
    average: f64,
    millis: u64,
    won: BTreeMap<String, u64>,
    reasons: BTreeMap<String, u64>,
}

/// Counts the games themselves, by plain SQL.
pub(crate) async fn recount(data: &Data, condition: &str) -> Came {
    let sql = format!(
        "SELECT winners, reason, CAST(COUNT(*) AS BIGINT), CAST(SUM(moves) AS BIGINT), \
            CAST(MAX(moves) AS BIGINT), CAST(MAX(chain) AS BIGINT), CAST(MAX(millis) AS BIGINT), \
            CAST(SUM(CASE WHEN winners LIKE CASE first WHEN 0 THEN '%w%' WHEN 1 THEN '%r%' \
                WHEN 2 THEN '%b%' ELSE '%u%' END THEN 1 ELSE 0 END) AS BIGINT) \
        FROM games WHERE {condition} GROUP BY winners, reason"
    );
    type Row = (String, String, i64, i64, i64, i64, i64, i64);
    let rows: Vec<Row> = on!(data, connection => {
        sqlx::query_as(AssertSqlSafe(sql)).fetch_all(&mut connection).await.unwrap()
    });
    let (mut came, mut moves) = (Came::default(), 0);
    for (winners, reason, games, sum, longest, chain, millis, first) in rows {
        let games = games.cast_unsigned();
        came.games += games;
        came.first += first.cast_unsigned();
        came.longest = came.longest.max(longest.cast_unsigned());
        came.chain = came.chain.max(chain.cast_unsigned());
        came.millis = came.millis.max(millis.cast_unsigned());
        moves += sum;
        *came.won.entry(winners).or_default() += games;
        *came.reasons.entry(reason).or_default() += games;
    }
    came.average = (moves as f64 / came.games.max(1) as f64 * 10.0).round() / 10.0;
    came
}

/// The same as the server tells it.
pub(crate) fn told(all: &Value) -> Came {
    let number = |value: &Value| value.as_u64().unwrap();
    let mut won: BTreeMap<String, u64> = all["wins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|win| {
            let seats = win["seats"].as_array().unwrap();
            let seats = seats
                .iter()
                .map(|seat| seat.as_str().unwrap().parse::<Seat>().unwrap());
            (seats.map(Seat::letter).collect(), number(&win["games"]))
        })
        .collect();
    if number(&all["draws"]["games"]) > 0 {
        won.insert(String::new(), number(&all["draws"]["games"]));
    }
    let reasons = all["reasons"].as_array().unwrap().iter();
    let reasons = reasons.map(|ended| {
        (
            ended["reason"].as_str().unwrap().to_owned(),
            number(&ended["games"]),
        )
    });
    Came {
        games: number(&all["games"]),
        first: number(&all["first_mover"]["games"]),
        longest: number(&all["moves"]["longest"]),
        chain: number(&all["longest_chain"]),
        average: all["moves"]["average"].as_f64().unwrap(),
        millis: number(&all["millis"]["longest"]),
        won,
        reasons: reasons.collect(),
    }
}

/// A player's games, and how many of them were won, drawn and lost.
type Results = [u64; 4];

/// Counts a player's games themselves, by plain SQL: one for each seat held.
pub(crate) async fn results(data: &Data, player: uuid::Uuid, condition: &str) -> Results {
    let letter = "CASE s.seat WHEN 0 THEN '%w%' WHEN 1 THEN '%r%' WHEN 2 THEN '%b%' ELSE '%u%' END";
    let sql = format!(
        "SELECT CAST(COUNT(*) AS BIGINT), \
            CAST(COALESCE(SUM(CASE WHEN winners LIKE {letter} THEN 1 ELSE 0 END), 0) AS BIGINT), \
            CAST(COALESCE(SUM(CASE WHEN winners = '' THEN 1 ELSE 0 END), 0) AS BIGINT) \
        FROM seats s JOIN games g ON g.id = s.game WHERE s.player = $1 AND {condition}"
    );
    let (games, won, drawn): (i64, i64, i64) = on!(data, connection => {
        let query = sqlx::query_as(AssertSqlSafe(sql)).bind(player);
        query.fetch_one(&mut connection).await.unwrap()
    });
    [games, won, drawn, games - won - drawn].map(i64::cast_unsigned)
}

/// The same as the server tells it.
pub(crate) fn told_results(all: &Value) -> Results {
    let games = |name: &str| all[name]["games"].as_u64().unwrap();
    [
        all["games"].as_u64().unwrap(),
        games("wins"),
        games("draws"),
        games("losses"),
    ]
}

/// Everybody who has played, the busiest first.
pub(crate) async fn players(data: &Data) -> Vec<uuid::Uuid> {
    let sql =
        "SELECT player FROM seats WHERE player IS NOT NULL GROUP BY player ORDER BY COUNT(*) DESC";
    on!(data, connection => {
        sqlx::query_scalar(sql).fetch_all(&mut connection).await.unwrap()
    })
}

/// An id as it is written in this engine's SQL.
pub(crate) fn id(data: &Data, id: &str) -> String {
    match data.engine() {
        Engine::Sqlite => format!("x'{}'", id.replace('-', "")),
        Engine::Postgres => format!("'{id}'"),
    }
}

/// Puts so many accounts on the ladder of quick games, and as many who have hardly played and rate
/// higher.
pub(crate) async fn rank_accounts(data: &Data, count: u32) {
    const TOGETHER: usize = 500;
    let numbers: Vec<u32> = (0..2 * count).collect();
    for numbers in numbers.chunks(TOGETHER) {
        let (mut players, mut ratings) = (Vec::new(), Vec::new());
        for number in numbers {
            let id = id(data, &uuid::Uuid::new_v4().to_string());
            let strength = number * 7919 % 1_500;
            let (strength, games) = if *number < count {
                (1_000 + strength, 50)
            } else {
                (2_500 + strength, 9)
            };
            players.push(format!(
                "({id}, 'Ranked {number}', 'account', 'ranked{number}', 0)"
            ));
            ratings.push(format!(
                "('humans/standard/2', {id}, {strength}, 60, 0.06, {games}, 2, 1, 0)"
            ));
        }
        let (players, ratings) = (players.join(", "), ratings.join(", "));
        run(
            data,
            &format!("INSERT INTO players (id, name, kind, folded, created) VALUES {players}"),
        )
        .await;
        let columns = "ladder, player, rating, deviation, volatility, games, wins, draws, updated";
        run(
            data,
            &format!("INSERT INTO ratings ({columns}) VALUES {ratings}"),
        )
        .await;
    }
}

/// Gives an account a rating among the quick games of ten minutes.
pub(crate) async fn rate(data: &Data, player: &str, rating: u32) {
    let sql = "INSERT INTO ratings (ladder, player, rating, deviation, volatility, games, wins, draws, \
        updated) VALUES ('humans/standard/2', $1, $2, 60, 0.06, 50, 20, 5, 0)";
    let player: uuid::Uuid = player.parse().unwrap();
    on!(data, connection => {
        let query = sqlx::query(sql).bind(player).bind(f64::from(rating));
        query.execute(&mut connection).await.unwrap();
    });
}
