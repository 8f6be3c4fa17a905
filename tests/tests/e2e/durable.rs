//! What a client has been told is stored, and only databases that keep it are used.

use halma_protocol::{ServerMsg, StoreEngine};
use halma_server::ServeError;
use halma_server::store::OpenError;
use halma_tests::{Data, Engine, Player, Server, Setup, create, on_both_engines};
use sqlx::{Connection, PgConnection};

on_both_engines!(what_is_told_is_stored, the_journals_connection_is_durable);

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
    let url = format!(
        "{}?options=-c%20synchronous_commit%3Doff",
        data.url().unwrap()
    );
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
