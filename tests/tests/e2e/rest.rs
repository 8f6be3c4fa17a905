//! The REST interface: lists, pages, records, and the page beside it.

use std::time::Duration;

use halma_core::{Position, Record, Rules, Seat};
use halma_protocol::{
    ErrorCode, GameEvents, GameStatus, GameSummary, GamesPage, PlayerRef, RulesetInfo,
};
use halma_server::clock::Clock;
use halma_tests::{
    Answer, Data, Engine, Http, NOW, Player, Server, Setup, create, on_both_engines, table,
};
use http::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use ErrorCode as Code;

on_both_engines!(
    lists_have_pages,
    a_record_replays_to_the_same_position,
    events_come_in_pages
);

async fn server() -> (Data, Server) {
    let data = Data::new(Engine::Sqlite).await;
    let server = Server::start(&data).await;
    (data, server)
}

async fn token(server: &Server) -> String {
    server.rest().new_guest(None).await.unwrap().token
}

fn refused(answer: &Answer, status: StatusCode, code: ErrorCode) {
    let problem = answer.problem();
    assert_eq!(
        (answer.status, problem.code),
        (status, code),
        "{}",
        answer.body
    );
}

async fn lists_have_pages(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::new(&data).clock(&clock).start().await;
    let host = Player::guest(&server.rest(), "Host").await;
    let mut made = Vec::new();
    for _ in 0..7 {
        clock.advance(Duration::from_millis(1));
        made.push(
            host.rest
                .create_game(&create("grasshopper"))
                .await
                .unwrap()
                .id,
        );
    }
    // One is played, and one is over.
    let mut guest = Player::guest(&server.rest(), "Guest").await;
    for game in [made[2], made[4]] {
        host.rest.take_seat(game, None).await.unwrap();
        guest.rest.take_seat(game, None).await.unwrap();
    }
    guest.join(made[4]).await;
    guest.resign(None).await.unwrap();

    let page = async |path: &str| -> GamesPage { server.http().get(path).await.json() };
    let ids = |page: &GamesPage| page.games.iter().map(|game| game.id).collect::<Vec<_>>();
    let newest_first: Vec<_> = made.iter().rev().copied().collect();
    assert_eq!(ids(&page("/api/games").await), newest_first);
    let mut seen = Vec::new();
    let mut path = "/api/games?limit=3".to_owned();
    loop {
        let next = page(&path).await;
        assert!(next.games.len() <= 3);
        seen.extend(ids(&next));
        match next.next {
            Some(before) => path = format!("/api/games?limit=3&before={before}"),
            None => break,
        }
    }
    assert_eq!(seen, newest_first, "pages have no gap and no double");
    let playing = page("/api/games?status=playing").await;
    assert_eq!(ids(&playing), [made[2]]);
    assert!(playing.games[0].started.is_some() && playing.games[0].finished.is_none());
    let finished = page("/api/games?status=finished").await;
    assert_eq!(ids(&finished), [made[4]]);
    let outcome = finished.games[0].outcome.unwrap();
    assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [Seat::White]);
    let open = page("/api/games?status=open&limit=2").await;
    assert_eq!(ids(&open), [made[6], made[5]]);
    assert_eq!(open.next, Some(made[5]));
    let all = page("/api/games?limit=7").await;
    assert_eq!(
        (all.games.len(), all.next),
        (7, None),
        "a full page may be the last"
    );
    let rest = server
        .rest()
        .games(Some(GameStatus::Open), None)
        .await
        .unwrap();
    assert_eq!(rest.games.len(), 5);
}

async fn a_record_replays_to_the_same_position(data: Data) {
    let server = Server::start(&data).await;
    let mut wish = create(json!({ "board": 8 }));
    wish.start = Some("wwww4/www5/ww6/8/w7/6bb/5bbb/3bbbbb b 3,2".to_owned());
    let (game, mut players) = table(&server.rest(), &wish).await;
    for turn in 0..10 {
        players[(turn + 1) % 2].play_any().await;
    }
    let unfinished = server
        .http()
        .get(&format!("/api/games/{game}/record"))
        .await;
    assert_eq!(
        unfinished.headers["content-type"],
        "text/plain; charset=utf-8"
    );
    let record: Record = unfinished.body.parse().unwrap();
    assert_eq!(
        record.to_string(),
        unfinished.body,
        "printing and reading are inverses"
    );
    players[0].until_event(14).await;
    players[0].join(game).await;
    let state = match players[0].join(game).await {
        halma_tests::CaughtUp::State(state) => state,
        halma_tests::CaughtUp::Events(_) => panic!("no state"),
    };
    assert_eq!(record.game.position().to_string(), state.position);
    assert_eq!(record.game.outcome(), None);
    assert_eq!(record.players[Seat::White.index()], "Seat 1");
    assert_eq!(record.players[Seat::Black.index()], "Seat 2");
    assert_eq!(record.date, "2026-01-01");
    players[0].resign(None).await.unwrap();
    let record = server.rest().record(game).await.unwrap();
    let record: Record = record.parse().unwrap();
    assert_eq!(record.game.outcome(), players[0].seen.outcome.as_ref());
    let rules = Rules::new(state.rules).unwrap();
    assert!(Position::parse(&rules, &record.game.start().to_string()).is_ok());
}

async fn events_come_in_pages(data: Data) {
    let server = Server::start(&data).await;
    let (game, mut players) = table(&server.rest(), &create("grasshopper")).await;
    for turn in 0..6 {
        players[turn % 2].play_any().await;
    }
    let page = async |query: &str| -> Vec<u64> {
        let path = format!("/api/games/{game}/events{query}");
        let page: GameEvents = server.http().get(&path).await.json();
        assert_eq!(page.game, game);
        page.events.iter().map(|event| event.seq).collect()
    };
    assert_eq!(page("").await, (1..=10).collect::<Vec<_>>());
    assert_eq!(page("?since=7").await, [8, 9, 10]);
    assert_eq!(page("?since=2&limit=3").await, [3, 4, 5]);
    assert_eq!(page("?since=10").await, [0; 0]);
    assert_eq!(page("?since=18446744073709551615").await, [0; 0]);
    let nowhere = format!("/api/games/{}/events", Uuid::new_v4());
    refused(
        &server.http().get(&nowhere).await,
        StatusCode::NOT_FOUND,
        Code::NoSuchGame,
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_shown_as_it_was_made() {
    let (_data, server) = server().await;
    let token = token(&server).await;
    let http = server.http();
    let wish = json!({ "rules": { "board": 10, "move_cap": 100 }, "seats": ["black"] });
    let answer = http.post("/api/games", Some(&token), &wish).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    let made: GameSummary = answer.json();
    assert_eq!(json!(made.rules), wish["rules"]);
    assert_eq!((made.status, made.preset.clone()), (GameStatus::Open, None));
    assert_eq!(made.seats[&Seat::White], None);
    assert_eq!(made.seats[&Seat::Black].as_ref(), Some(&made.host));
    assert_eq!(made.url, format!("{}/#/game/{}", server.url(), made.id));
    let again: GameSummary = http.get(&format!("/api/games/{}", made.id)).await.json();
    assert_eq!(again, made);
    let classic = http
        .post("/api/games", Some(&token), &json!({ "rules": {} }))
        .await;
    assert_eq!(
        classic.json::<GameSummary>().preset.as_deref(),
        Some("classic")
    );
    let bearer = format!("bearer {token}");
    let headers = [("authorization", &*bearer)];
    let me = http.send(Method::GET, "/api/me", &headers, "");
    assert_eq!(me.await.json::<PlayerRef>(), made.host);
    let rulesets: Vec<RulesetInfo> = http.get("/api/rulesets").await.json();
    assert!(
        rulesets
            .iter()
            .any(|info| info.name == "classic" && json!(info.rules) == json!({}))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn links_begin_with_the_public_address() {
    let data = Data::new(Engine::Sqlite).await;
    let setup = Setup::with_flags(&data, &["--public-url", "https://halma.example/"]);
    let server = setup.start().await;
    let host = Player::guest(&server.rest(), "Host").await;
    let made = host.rest.create_game(&create("classic")).await.unwrap();
    assert_eq!(
        made.url,
        format!("https://halma.example/#/game/{}", made.id)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_its_files_are_served() {
    let (_data, server) = server().await;
    let http: Http = server.http();
    let page = http.get("/").await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    assert_eq!(page.headers["cache-control"], "no-cache");
    assert!(page.headers.contains_key("content-security-policy"));
    let files = page
        .body
        .split('"')
        .filter(|word| word.starts_with('/') && word.contains('.'));
    let files: Vec<&str> = files.filter(|word| word.matches('/').count() > 1).collect();
    assert!(!files.is_empty(), "{}", page.body);
    for file in files {
        let answer = http.get(file).await;
        assert_eq!(answer.status, StatusCode::OK, "{file}");
        assert!(
            answer.headers["cache-control"]
                .to_str()
                .unwrap()
                .contains("immutable")
        );
    }
    let gzip = [("accept-encoding", "gzip, br")];
    let short = http.send(Method::GET, "/", &gzip, "").await;
    assert_eq!(short.headers["content-encoding"], "gzip");
    assert_eq!(short.headers["vary"], "accept-encoding");
    assert!(short.body.len() < page.body.len() / 2);
    assert!(!page.headers.contains_key("content-encoding"));
    assert_eq!(http.get("/healthz").await.body, "ok\n");
    let ready: Value = http.get("/readyz").await.json();
    assert_eq!(ready["ready"], true);
}
