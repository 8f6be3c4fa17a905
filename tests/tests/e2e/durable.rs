//! What a client has been told is stored, and only databases that keep it are used.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use halma_protocol::{ErrorCode, ServerMsg, StoreEngine};
use halma_server::ServeError;
use halma_server::probe::{Point, Probe};
use halma_server::store::OpenError;
use halma_tests::{
    Data, Engine, Player, Server, Setup, Socket, create, eventually, on_both_engines, table,
};
use http::StatusCode;
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};

on_both_engines!(
    what_is_told_is_stored,
    the_journals_connection_is_durable,
    a_server_whose_journal_has_failed_is_not_ready
);

async fn what_is_told_is_stored(data: Data) {
    let server = Server::start(&data).await;
    let mut stored = data.stored().await;
    let host = Player::guest(&server.rest(), "Host").await;
    let game = host
        .rest
        .create_game(&create("grasshopper"))
        .await
        .unwrap()
        .id;
    let mut watcher = Player::back(&server.rest()).await;
    watcher.join(game).await;
    let playing = tokio::spawn(async move {
        let mut black = Player::guest(&host.rest, "Black").await;
        let mut white = host;
        white.rest.take_seat(game, None).await.unwrap();
        black.rest.take_seat(game, None).await.unwrap();
        white.join(game).await;
        black.join(game).await;
        for _ in 0..25 {
            white.play_any().await;
            black.play_any().await;
        }
        white.resign(None).await.unwrap();
    });
    let mut checked = 0;
    while watcher.seen.outcome.is_none() {
        if let ServerMsg::Event(event) = watcher.next().await {
            let row = stored.event(game, event.event.seq).await;
            assert_eq!(row, Some(event.event), "told, but not stored");
            checked += 1;
        }
    }
    // Two seated, started, the moves, resigned, finished.
    assert_eq!(checked, 55);
    playing.await.unwrap();
}

async fn the_journals_connection_is_durable(data: Data) {
    let server = Server::start(&data).await;
    let durability = server.ready().await.durability.unwrap();
    let settings = &durability.settings;
    match data.engine() {
        Engine::Sqlite => {
            assert_eq!(durability.engine, StoreEngine::Sqlite);
            assert_eq!(settings["synchronous"], "2", "FULL");
            assert_eq!(settings["journal_mode"], "wal");
        }
        Engine::Postgres => {
            assert_eq!(durability.engine, StoreEngine::Postgres);
            assert_eq!(settings["fsync"], "on");
            assert_eq!(settings["synchronous_commit"], "on");
        }
    }
}

async fn a_server_whose_journal_has_failed_is_not_ready(data: Data) {
    let fail = Arc::new(AtomicBool::new(false));
    let is_set = Arc::clone(&fail);
    let probe = Probe::new(move |point| {
        let fails = point == Point::BeforeCommit && is_set.load(Ordering::SeqCst);
        assert!(!fails, "the journal fails, as the test wants it");
    });
    let server = Setup::new(&data).probe(probe).start().await;
    let (_, mut players) = table(&server.rest(), &create("grasshopper")).await;
    players[0].play_any().await;
    fail.store(true, Ordering::SeqCst);
    let refusal = players[1].try_any().await.unwrap_err();
    assert!(matches!(
        refusal.code,
        ErrorCode::StorageUnavailable | ErrorCode::Busy
    ));
    let waiting_for = eventually("a server that is not ready", async || {
        let readiness = server.http().get("/readyz").await;
        (readiness.status == StatusCode::SERVICE_UNAVAILABLE).then_some(readiness.body)
    });
    assert!(waiting_for.await.contains("the journal"));
    // It lives, and says so; nobody is told what is not stored.
    let healthy = server.http().get("/healthz").await;
    assert_eq!(healthy.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_may_lose_commits_is_refused() {
    let data = Data::new(Engine::Postgres).await;
    let mut database = PgConnection::connect(data.url().unwrap()).await.unwrap();
    let name: String = sqlx::query_scalar("SELECT current_database()")
        .fetch_one(&mut database)
        .await
        .unwrap();
    let set = format!("ALTER DATABASE {name} SET synchronous_commit = off");
    sqlx::raw_sql(sqlx::AssertSqlSafe(set))
        .execute(&mut database)
        .await
        .unwrap();
    let failure = Setup::new(&data).begin().await.failure().await;
    let ServeError::Store(OpenError::NotDurable(setting, value)) = failure else {
        panic!("{failure}");
    };
    assert_eq!((setting, &*value), ("synchronous_commit", "off"));
}

#[tokio::test(flavor = "multi_thread")]
async fn so_is_an_address_that_says_so() {
    let data = Data::new(Engine::Postgres).await;
    let url = data.url().unwrap();
    let more = if url.contains('?') { '&' } else { '?' };
    let url = format!("{url}{more}options=-c%20synchronous_commit%3Doff");
    let failure = Setup::new(&data)
        .database(&url)
        .begin()
        .await
        .failure()
        .await;
    assert!(matches!(
        failure,
        ServeError::Store(OpenError::NotDurable("synchronous_commit", _))
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_address_is_not_tried_again() {
    let data = Data::new(Engine::Postgres).await;
    let setup = Setup::new(&data).database("postgres://halma@127.0.0.1:port/halma");
    let failure = setup.begin().await.failure().await;
    assert!(matches!(failure, ServeError::Store(OpenError::Address(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_makes_no_sense_spoils_only_its_game() {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    let (spoilt, _) = table(&server.rest(), &create("grasshopper")).await;
    let (whole, mut players) = table(&server.rest(), &create("grasshopper")).await;
    let port = server.port();
    server.stop().await;
    let file = data.directory().unwrap().join("halma.db");
    let mut database = SqliteConnectOptions::new()
        .filename(file)
        .connect()
        .await
        .unwrap();
    sqlx::query("UPDATE events SET body = '{}' WHERE game = $1 AND seq = 3")
        .bind(spoilt)
        .execute(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();
    let server = Setup::new(&data).random(8).start_on(port).await;
    let (mut socket, _) = Socket::greeted(&server.url(), None).await;
    let join = json!({ "type": "join", "id": "j", "game": spoilt });
    let ServerMsg::Error(error) = socket.ask(&join).await else {
        panic!("a spoilt game was joined");
    };
    assert_eq!(
        (error.code, error.game),
        (ErrorCode::Internal, Some(spoilt))
    );
    for path in ["events", "record"] {
        let answer = server
            .http()
            .get(&format!("/api/games/{spoilt}/{path}"))
            .await;
        assert_eq!(
            (answer.status.as_u16(), answer.problem().code),
            (500, ErrorCode::Internal)
        );
        assert!(
            !answer.body.contains("column"),
            "what failed inside stays inside"
        );
    }
    let mut white = Player::back(&players.remove(0).vanish().0).await;
    white.join(whole).await;
    white.play_any().await;
}
