//! Hundreds at once: nothing is given twice.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use futures_util::future::join_all;
use halma_client::Rest;
use halma_protocol::{
    ClientMsg, ErrorCode, EventKind, GameId, GameStatus, ProposalKind, Propose, ServerMsg, Vote,
};
use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Player, Server, Setup, id, on_both_engines};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, PASSWORD, expect, refused};

on_both_engines!(
    four_seats_for_hundreds,
    hundreds_of_votes_are_one,
    a_name_for_one,
    a_recovery_code_works_once,
);

async fn four_seats_for_hundreds(data: Data) {
    let server = Server::start(&data).await;
    let host = Api::guest(&server, "Host").await;
    let game = expect(
        host.post("/api/games", json!({ "rules": "four" })).await,
        StatusCode::CREATED,
    );
    let path = format!("/api/games/{}", game["id"].as_str().unwrap());
    let mut crowd = Vec::new();
    for n in 0..200 {
        crowd.push(Api::guest(&server, &format!("P{n}")).await);
    }
    let seats = format!("{path}/seats");
    let asked = crowd.iter().map(|api| api.post(&seats, json!({})));
    let mut given = BTreeSet::new();
    for (api, answer) in crowd.iter().zip(join_all(asked).await) {
        if answer.status == StatusCode::CREATED {
            let seat = answer.json::<Value>()["seat"].as_str().unwrap().to_owned();
            assert!(given.insert((seat, api.id.clone())));
        } else {
            let code = refused(&answer);
            assert!(
                ["seat_taken", "already_started", "busy"].contains(&&*code),
                "{code}"
            );
        }
    }
    let shown = host.read(&path).await;
    let shown = shown["seats"].as_object().unwrap().iter();
    let holders: BTreeSet<_> = shown
        .map(|(seat, player)| (seat.clone(), player["id"].as_str().unwrap().to_owned()))
        .collect();
    assert_eq!(
        given, holders,
        "who was told so has the seat, and nobody else"
    );
}

/// Both say yes and no at once, on many sockets: one vote counts.
async fn hundreds_of_votes_are_one(data: Data) {
    const SOCKETS: usize = 20;
    const VOTES: usize = 10;
    let server = Server::start(&data).await;
    let (white, black) = (
        Api::guest(&server, "Ada").await,
        Api::guest(&server, "Ida").await,
    );
    let made = json!({ "rules": "classic", "seats": ["white"] });
    let made = expect(white.post("/api/games", made).await, StatusCode::CREATED);
    let game: GameId = made["id"].as_str().unwrap().parse().unwrap();
    let seats = format!("/api/games/{game}/seats");
    expect(black.post(&seats, json!({})).await, StatusCode::CREATED);
    let at_table = async |api: &Api| {
        let rest = Rest::new(&server.url())
            .unwrap()
            .with_token(api.token().unwrap());
        let mut player = Player::back(&rest).await;
        player.join(game).await;
        player
    };
    let mut proposer = at_table(&white).await;
    let mut voters = Vec::new();
    for _ in 0..SOCKETS {
        voters.push(at_table(&black).await);
    }
    let wish = id();
    let propose = Propose {
        id: wish.clone(),
        game,
        at: proposer.seen.at,
        what: ProposalKind::Draw,
        seat: None,
    };
    proposer.send(&ClientMsg::Propose(propose)).await;
    let proposal = proposer.answer(&wish).await.unwrap();
    for voter in &mut voters {
        voter.until_event(proposal).await;
    }
    let all = voters.iter_mut().enumerate().map(|(n, voter)| async move {
        let mut counted = 0;
        let ids: Vec<_> = (0..VOTES).map(|_| id()).collect();
        for id in &ids {
            let vote = Vote {
                id: id.clone(),
                game,
                proposal,
                accept: n % 2 == 0,
                seat: None,
            };
            voter.send(&ClientMsg::Vote(vote)).await;
        }
        // A full mailbox refuses at once, so answers may come in any order.
        let mut open: HashSet<_> = ids.into_iter().collect();
        while !open.is_empty() {
            match voter.next().await {
                ServerMsg::Ok(done) if open.remove(&done.id) => counted += 1,
                ServerMsg::Error(refusal) => {
                    assert!(
                        matches!(
                            refusal.code,
                            ErrorCode::NoProposal | ErrorCode::GameOver | ErrorCode::Busy
                        ),
                        "{refusal:?}"
                    );
                    open.remove(&refusal.id.unwrap());
                }
                _ => {}
            }
        }
        counted
    });
    let counted: i32 = join_all(all).await.into_iter().sum();
    assert_eq!(counted, 1);
    let events = white.read(&format!("/api/games/{game}/events")).await;
    let events: Vec<halma_protocol::Event> =
        serde_json::from_value(events["events"].clone()).unwrap();
    let votes: Vec<bool> = events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Voted { accept, .. } => Some(accept),
            _ => None,
        })
        .collect();
    assert_eq!(votes.len(), 1);
    let status: GameStatus =
        serde_json::from_value(white.read(&format!("/api/games/{game}")).await["status"].take())
            .unwrap();
    assert_eq!(status == GameStatus::Finished, votes[0]);
}

async fn a_name_for_one(data: Data) {
    let server = Server::start(&data).await;
    let names = ["Ada", "ADA", "a.d.a", "Ada "];
    let nobody = Api::nobody(&server);
    let asked = (0..100).map(|n| {
        let body = json!({ "name": names[n % names.len()], "password": PASSWORD });
        nobody.post("/api/accounts", body)
    });
    let mut made = 0;
    for answer in join_all(asked).await {
        match answer.status {
            StatusCode::CREATED => made += 1,
            // So many passwords at once are not worked out.
            StatusCode::SERVICE_UNAVAILABLE => assert_eq!(refused(&answer), "busy"),
            _ => assert_eq!(refused(&answer), "name_taken"),
        }
    }
    assert_eq!(made, 1);
    assert_eq!(
        nobody
            .read("/api/players?name=ada")
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

async fn a_recovery_code_works_once(data: Data) {
    let clock = Clock::manual(NOW);
    let server = Setup::with_flags(&data, &["--trusted-proxies", "127.0.0.1"])
        .clock(&clock)
        .start()
        .await;
    let nobody = Api::nobody(&server);
    let made = json!({ "name": "Ada", "password": PASSWORD });
    let made = expect(
        nobody.post("/api/accounts", made).await,
        StatusCode::CREATED,
    );
    let code = made["recovery_codes"][0].as_str().unwrap();
    // Each from elsewhere, so that nobody waits for another's failures.
    let asked = (0..40).map(|n| {
        let from = Api::nobody(&server).with("x-forwarded-for", &format!("10.0.{n}.1"));
        let body = json!({ "name": "Ada", "code": code, "password": format!("new password {n}") });
        async move { (n, from.post("/api/recovery", body).await) }
    });
    let mut used = Vec::new();
    for (n, answer) in join_all(asked).await {
        match answer.status {
            StatusCode::CREATED => used.push(n),
            _ => assert_eq!(refused(&answer), "wrong_login"),
        }
    }
    assert_eq!(used.len(), 1);
    // So many failures make everybody wait a little, for a while.
    clock.advance(Duration::from_secs(16 * 60));
    let login = json!({ "name": "Ada", "password": format!("new password {}", used[0]) });
    expect(
        nobody.post("/api/sessions", login).await,
        StatusCode::CREATED,
    );
}
