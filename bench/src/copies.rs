//! Very many games in a database, copied from one that was played there.

use anyhow::Result;
use halma_protocol::GameId;
use halma_server::store::Place;
use halma_tests::Data;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use uuid::Uuid;

/// How many games are stored at a time.
const CHUNK: u64 = 20_000;

/// What the copies are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copies {
    /// Games under way, an event a row.
    UnderWay,
    /// Finished ones, all events in a row.
    Packed,
}

/// Copies of a game's first events, numbered; the database must be at rest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wish {
    pub(crate) game: GameId,
    pub(crate) copies: Copies,
    /// How many of its events they have.
    pub(crate) events: u64,
    /// The number of the first, from 1.
    pub(crate) first: u64,
    pub(crate) count: u64,
}

/// The copy of that number.
pub(crate) fn copy(number: u64) -> GameId {
    Uuid::from_u128(u128::from(number) << 80 | 0x7000_8000 << 48)
}

/// Makes the copies.
pub(crate) async fn make(data: &Data, wish: Wish) -> Result<()> {
    let end = wish.first + wish.count;
    for first in (wish.first..end).step_by(CHUNK as usize) {
        let last = end.min(first + CHUNK) - 1;
        match data.place() {
            Place::Directory(dir) => {
                let file = SqliteConnectOptions::new().filename(dir.join("halma.db"));
                let mut connection = file.connect().await?;
                let mut tx = connection.begin().await?;
                for sql in statements(&SQLITE, wish, first, last) {
                    let insert = sqlx::query(AssertSqlSafe(sql)).bind(wish.game);
                    insert.execute(&mut *tx).await?;
                }
                tx.commit().await?;
                connection.close().await?;
            }
            Place::Postgres(url) => {
                let mut connection = PgConnection::connect(&url).await?;
                let mut tx = connection.begin().await?;
                for sql in statements(&POSTGRES, wish, first, last) {
                    let insert = sqlx::query(AssertSqlSafe(sql)).bind(wish.game);
                    insert.execute(&mut *tx).await?;
                }
                tx.commit().await?;
            }
        }
    }
    Ok(())
}

/// What the engines say in different words.
struct Dialect {
    /// The 16 bytes of the id of copy `i`.
    id: &'static str,
    /// The texts `body` in the order of `seq`, one a line.
    lines: &'static str,
}

const SQLITE: Dialect = Dialect {
    id: "unhex(printf('%012x70008000000000000000', i))",
    lines: "group_concat(body, char(10) ORDER BY seq)",
};

const POSTGRES: Dialect = Dialect {
    id: "(lpad(to_hex(i), 12, '0') || '70008000000000000000')::uuid",
    lines: "string_agg(body, chr(10) ORDER BY seq)",
};

/// The statements that make the copies from one number to another.
fn statements(dialect: &Dialect, wish: Wish, first: u64, last: u64) -> [String; 3] {
    let Dialect { id, lines } = dialect;
    let Wish { copies, events, .. } = wish;
    let numbers = format!(
        "WITH RECURSIVE n(i) AS (SELECT CAST({first} AS BIGINT) UNION ALL \
         SELECT i + 1 FROM n WHERE i < {last})"
    );
    let (status, end, ended) = match copies {
        // None of them is due while they are looked at.
        Copies::UnderWay => ("status", "NULL, NULL, NULL, deadline + 86400000", "FALSE"),
        Copies::Packed => ("'finished'", "started + 1000, 'w', 'home', NULL", "TRUE"),
    };
    let games = format!(
        "{numbers} INSERT INTO games (id, status, rules, host, created, started, clock, preset, pace, \
         rated, finished, winners, reason, deadline) SELECT {id}, {status}, rules, host, created, \
         started, clock, preset, pace, rated, {end} FROM games, n WHERE id = $1"
    );
    let seats = format!(
        "{numbers} INSERT INTO seats (game, seat, player, ended) \
         SELECT {id}, seat, player, {ended} FROM seats, n WHERE game = $1"
    );
    let events = match copies {
        // As if they were played at the same time: the events of one lie apart.
        Copies::UnderWay => format!(
            "{numbers} INSERT INTO events (game, seq, body) SELECT {id}, seq, body \
             FROM events, n WHERE game = $1 AND seq <= {events} ORDER BY seq, i"
        ),
        Copies::Packed => format!(
            "{numbers}, whole(body) AS (SELECT {lines} FROM events WHERE game = $1 \
             AND seq <= {events}) INSERT INTO packed_events (game, body) \
             SELECT {id}, body FROM whole, n"
        ),
    };
    [games, seats, events]
}
