//! A server that is told to stop ends well, whatever would keep it.

use halma_core::Seat;
use halma_protocol::ClientMsg;
use halma_tests::{Cluster, Data, Player, Program, Socket, create, table};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread")]
async fn neither_a_database_that_hangs_nor_who_does_not_read_keeps_a_server() {
    let mut cluster = Cluster::start().await;
    let data = Data::on(&cluster).await;
    let mut server = Program::server(&data).start().await;
    let (game, mut players) = table(&server.rest(), &create("classic")).await;
    let http = server.http();
    let document = "/docs/openapi.json";
    let asks = 64 * 1024 * 1024 / http.get(document).await.body.len();
    let mut deaf = TcpStream::connect(("127.0.0.1", server.port()))
        .await
        .unwrap();
    let ask = format!("GET {document} HTTP/1.1\r\nHost: here\r\n\r\n");
    deaf.write_all(ask.repeat(asks).as_bytes()).await.unwrap();
    let _silent = Socket::greeted(&server.url(), None).await;
    let _waiting = TcpStream::connect(("127.0.0.1", server.port()))
        .await
        .unwrap();

    let turn = players[0].turn().await;
    cluster.pause();
    // It is on its way to the store for as long as the store does not answer.
    let path = halma_client::legal_moves(&turn)[0];
    let made = ClientMsg::Move(players[0].move_msg(path));
    players[0].send(&made).await;
    assert!(server.terminate().await.success(), "{}", server.log());
    cluster.go_on();

    server.restart().await;
    let rest = server.rest();
    let rest = rest.with_token(players[0].rest.token().unwrap());
    let mut white = Player::back(&rest).await;
    white.join(game).await;
    // The move is made or it is not; nothing is half done.
    let made = white.seen.at > turn.at;
    assert_eq!(white.seen.to_move == Some(Seat::White), !made);
}
