//! Those who take games away, and take their time.

use halma_tests::{Data, Process, Program, Setup, eventually, on_both_engines, soon};
use http::{Method, StatusCode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::api::refused;
use crate::carrying::{file, import};
use crate::generated;
use crate::sql;

on_both_engines!(
    who_reads_slowly_holds_up_nobody,
    who_takes_nothing_is_given_up,
);

/// How many games there are to take away.
const GAMES: u64 = 60;

/// How long one is, in bytes: no buffer between two ends of a line holds many.
const LENGTH: usize = 200 * 1024;

/// How many exports there may be, in all and for one address.
const IN_ALL: usize = 8;
const BY_ADDRESS: usize = 2;

/// Stores games that are very long: by a player with a name that no player could have.
async fn long_games(data: &Data) {
    let games = generated::games(GAMES, 6).map(|game| serde_json::to_string(&game).unwrap());
    import(data, &file(games)).await.unwrap();
    let longer = format!(
        "UPDATE packed_events SET body = REPLACE(body, '\"name\":\"Player ', '\"name\":\"{}')",
        "x".repeat(LENGTH)
    );
    sql::run(data, &longer).await;
}

/// An export of everything, read no further than its first games.
async fn slow(port: u16, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let address = format!("127.0.0.1:{port}").parse().unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    let head = format!("GET /api/export HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: {from}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut read = vec![0; 2_048];
    soon("the first of the games", stream.read_exact(&mut read))
        .await
        .unwrap();
    assert!(read.starts_with(b"HTTP/1.1 200"));
    stream
}

async fn who_reads_slowly_holds_up_nobody(data: Data) {
    long_games(&data).await;
    let server: Process = Program::server(&data)
        .flag("--trusted-proxies")
        .flag("127.0.0.1")
        // Nobody is given up meanwhile.
        .flag("--patience")
        .flag("3600")
        .start()
        .await;
    let http = server.http();
    let export = async |from: &str, query: &str| {
        let path = format!("/api/export{query}");
        let headers = [("x-forwarded-for", from)];
        http.send(Method::GET, &path, &headers, "").await
    };
    assert_eq!(export("10.0.0.9", "?games=2").await.status, StatusCode::OK);
    let before = server.memory().most;

    // An address has its places, and so has the server; neither takes any from those who ask for
    // something else, though there are as many readers as connections to the database.
    let mut readers = Vec::new();
    for address in 0..IN_ALL / BY_ADDRESS {
        let address = format!("10.0.0.{address}");
        for _ in 0..BY_ADDRESS {
            assert_eq!(export(&address, "?games=1").await.status, StatusCode::OK);
            readers.push(slow(server.port(), &address).await);
        }
        if readers.len() < IN_ALL {
            assert_eq!(refused(&export(&address, "").await), "rate_limited");
        }
    }
    assert_eq!(refused(&export("10.0.0.9", "").await), "busy");
    for path in ["/api/statistics", "/api/games", "/readyz"] {
        assert_eq!(http.get(path).await.status, StatusCode::OK, "{path}");
    }

    // Whoever leaves makes room, and whoever reads on gets every game.
    readers.pop();
    let whole = eventually("a place", async || {
        let answer = export("10.0.0.9", "").await;
        (answer.status == StatusCode::OK).then_some(answer.body)
    })
    .await;
    assert_eq!(whole.lines().count() as u64, GAMES);
    let asked = (readers.len() + 1) * whole.len() / 1_024;
    let grown = server.memory().most - before;
    println!("{:?}: {grown} KiB for {asked} KiB", data.engine());
    assert!(grown < asked as u64 / 4, "{grown} KiB for {asked} KiB");
    drop(readers);
}

async fn who_takes_nothing_is_given_up(data: Data) {
    long_games(&data).await;
    let server = Setup::with_flags(&data, &["--patience", "1"]).start().await;
    let mut readers = Vec::new();
    for _ in 0..BY_ADDRESS {
        readers.push(slow(server.port(), "10.0.0.1").await);
    }
    // They have the address's places until they are given up, still connected as they are.
    let http = server.http();
    eventually("a place", async || {
        let answer = http.get("/api/export?games=1").await;
        (answer.status == StatusCode::OK).then_some(())
    })
    .await;
    // At least one of them was: what it was sent breaks off.
    let mut whole = 0;
    for reader in &mut readers {
        let mut rest = Vec::new();
        let read = soon("the end", reader.read_to_end(&mut rest)).await;
        whole += usize::from(read.is_ok() && rest.ends_with(b"\r\n0\r\n\r\n"));
    }
    assert!(whole < BY_ADDRESS);
}
