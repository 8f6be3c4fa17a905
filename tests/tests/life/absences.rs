//! Nobody serves for hours: no game with long times is charged for that.

use std::time::Duration;

use halma_core::{Reason, Seat};
use halma_protocol::{GameId, State};
use halma_server::clock::Clock;
use halma_server::store::{Duty, Lock};
use halma_tests::{
    CaughtUp, Data, Engine, NOW, Player, Server, Setup, eventually, on_both_engines, soon,
};
use serde_json::json;
use sqlx::{Connection, PgConnection};

use crate::scene::{Scene, timed};

on_both_engines!(
    hours_without_a_server_are_charged_to_nobody,
    nor_are_hours_after_a_crash
);

const HOURS: Duration = Duration::from_secs(5 * 3_600);
const HOUR: u32 = 3_600_000;

/// A game with an hour for each move, in which white is to make its second move.
async fn hour_game(scene: &Scene) -> (GameId, Vec<Player>) {
    let clock = json!({ "kind": "per_move", "time": HOUR });
    let (game, mut players) = scene.table(&timed("grasshopper", clock)).await;
    players[0].play_any().await;
    players[1].play_any().await;
    players[0].turn().await;
    (game, players)
}

/// How the game stands for white.
async fn state(server: &Server, white: &Player) -> (Player, Box<State>) {
    let rest = server.rest().with_token(white.rest.token().unwrap());
    let mut player = Player::back(&rest).await;
    let CaughtUp::State(state) = player.join(white.seen.game).await else {
        panic!("a state");
    };
    (player, state)
}

async fn hours_without_a_server_are_charged_to_nobody(data: Data) {
    let scene = Scene::new(&data).await;
    without_a_server(&data, scene, Server::stop).await;
}

async fn nor_are_hours_after_a_crash(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).apart().start().await;
    without_a_server(&data, Scene { clock, server }, Server::kill).await;
}

async fn without_a_server(data: &Data, scene: Scene, end: impl AsyncFn(Server)) {
    let (game, players) = hour_game(&scene).await;
    end(scene.server).await;
    scene.clock.advance(HOURS);
    let again = async |seed| {
        let setup = Setup::new(data).clock(&scene.clock).random(seed).apart();
        let server = setup.start().await;
        let (white, state) = state(&server, &players[0]).await;
        assert!(state.outcome.is_none());
        assert_eq!(state.clocks.unwrap()[&Seat::White], HOUR);
        (server, white)
    };
    // The second that comes after those hours knows of them as well as the first.
    end(again(8).await.0).await;
    let (server, white) = again(9).await;
    drop(white);
    // From then on time counts again, whoever is there.
    scene.clock.advance(Duration::from_millis(HOUR.into()));
    let rest = server.rest();
    let ended = eventually("the flag", async || rest.game(game).await.unwrap().outcome);
    assert_eq!(ended.await.reason, Reason::Time);
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_are_hours_without_the_databases_lock() {
    let data = Data::new(Engine::Postgres).await;
    let scene = Scene::new(&data).await;
    let (_, players) = hour_game(&scene).await;
    let mut database = PgConnection::connect(data.url().unwrap()).await.unwrap();
    // The server loses its lock to another, as it does when the database is started again.
    let lock = soon("the lock", async {
        loop {
            sqlx::query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE application_name = 'halma-lock' AND datname = current_database()",
            )
            .execute(&mut database)
            .await
            .unwrap();
            if let Some(lock) = Lock::try_take(&data.place(), Duty::Serve).await.unwrap() {
                return lock;
            }
        }
    })
    .await;
    let http = scene.server.http();
    eventually("a server that waits", async || {
        let ready = http.get("/readyz").await;
        (!ready.status.is_success()).then_some(())
    })
    .await;
    scene.clock.advance(HOURS);
    drop(lock);
    scene.server.ready().await;
    let (mut white, state) = state(&scene.server, &players[0]).await;
    assert_eq!(state.clocks.unwrap()[&Seat::White], HOUR);
    white.play_any().await;
}
