//! People who do anything at any time: random commands, losses, retries and restarts, judged by
//! the model. A failure names the seed that brings it about again.

use std::time::Duration;

use halma_client::legal_moves;
use halma_core::{Record, Rules, Seat};
use halma_protocol::{
    Claim, ClaimKind, ClientMsg, CommandId, CreateGame, ErrorMsg, Event, GameId, GiveTime, OnSeat,
    ProposalKind, Propose, ServerMsg, Vote,
};
use halma_server::clock::Clock;
use halma_tests::{Data, NOW, Player, Server, Setup, create, id, on_both_engines, table};
use serde_json::json;

use crate::model::Model;
use crate::scene::timed;

on_both_engines!(anything_may_happen);

/// How many games are played on each engine, unless `HALMA_TEST_LIVES` says otherwise.
const LIVES: u64 = 40;

/// How many things happen in each.
const DEEDS: usize = 60;

async fn anything_may_happen(data: Data) {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse::<u64>().unwrap())
    };
    let lives = number("HALMA_TEST_LIVES").unwrap_or(LIVES);
    let first = number("HALMA_TEST_SEED").unwrap_or(1);
    let mut world = World::new(&data).await;
    for seed in first..first + lives {
        eprintln!("seed {seed}");
        world = Life::begin(world, seed).await.run().await;
    }
}

/// A server that can be ended and started again.
struct World<'a> {
    data: &'a Data,
    clock: Clock,
    server: Server,
    restarts: u64,
}

impl<'a> World<'a> {
    async fn new(data: &'a Data) -> Self {
        let clock = Clock::manual(NOW);
        let server = Setup::new(data).clock(&clock).start().await;
        Self {
            data,
            clock,
            server,
            restarts: 0,
        }
    }

    async fn restart(mut self) -> Self {
        self.restarts += 1;
        let port = self.server.port();
        self.server.stop().await;
        let setup = Setup::new(self.data)
            .clock(&self.clock)
            .random(100 + self.restarts);
        self.server = setup.start_on(port).await;
        self
    }
}

/// One game, its people, and their dice.
struct Life<'a> {
    world: World<'a>,
    game: GameId,
    seats: &'static [Seat],
    /// Those at the board, then one who watches.
    people: Vec<Player>,
    /// Commands that were carried out, by whom, and with which answer.
    done: Vec<(usize, ClientMsg, CommandId, u64)>,
    dice: u64,
}

impl<'a> Life<'a> {
    async fn begin(world: World<'a>, seed: u64) -> Self {
        let mut dice = seed;
        let wish = wish(&mut dice);
        let seats = Rules::new(wish.rules.ruleset().unwrap()).unwrap().seats();
        let (game, mut people) = table(&world.server.rest(), &wish).await;
        let mut watcher = Player::guest(&world.server.rest(), "Watcher").await;
        watcher.join(game).await;
        people.push(watcher);
        Self {
            world,
            game,
            seats,
            people,
            done: Vec::new(),
            dice,
        }
    }

    async fn run(mut self) -> World<'a> {
        for _ in 0..DEEDS {
            self = self.deed().await;
        }
        self.settle().await
    }

    async fn deed(mut self) -> Self {
        let who = self.roll(self.people.len());
        match self.roll(40) {
            0..14 => self.play().await,
            14..17 => {
                self.give(who, |id, game, _| {
                    ClientMsg::Move(halma_protocol::Move {
                        id,
                        game,
                        at: 1,
                        path: "a1-a2".parse().unwrap(),
                        seat: None,
                    })
                })
                .await
            }
            17..21 => {
                let what = if self.roll(2) == 0 {
                    ProposalKind::Draw
                } else {
                    ProposalKind::Takeback
                };
                self.give(who, |id, game, at| {
                    ClientMsg::Propose(Propose {
                        id,
                        game,
                        at,
                        what,
                        seat: None,
                    })
                })
                .await;
            }
            21..28 => {
                let accept = self.roll(4) > 0;
                let proposal = self.newest_proposal(who);
                self.give(who, |id, game, _| {
                    ClientMsg::Vote(Vote {
                        id,
                        game,
                        proposal,
                        accept,
                        seat: None,
                    })
                })
                .await;
            }
            28 => {
                self.give(who, |id, game, _| {
                    ClientMsg::Withdraw(OnSeat {
                        id,
                        game,
                        seat: None,
                    })
                })
                .await
            }
            29 if self.roll(3) == 0 => {
                self.give(who, |id, game, _| {
                    ClientMsg::Resign(OnSeat {
                        id,
                        game,
                        seat: None,
                    })
                })
                .await;
            }
            30 if self.roll(4) == 0 => {
                self.give(who, |id, game, _| {
                    ClientMsg::Abort(OnSeat {
                        id,
                        game,
                        seat: None,
                    })
                })
                .await;
            }
            31 => {
                self.give(who, |id, game, _| {
                    ClientMsg::Claim(Claim {
                        id,
                        game,
                        what: ClaimKind::Win,
                        seat: None,
                    })
                })
                .await;
            }
            32 => {
                let to = self.seats[self.roll(self.seats.len())];
                self.give(who, |id, game, _| {
                    ClientMsg::GiveTime(GiveTime { id, game, to })
                })
                .await;
            }
            33 => {
                self.give(who, |id, game, _| {
                    ClientMsg::Rematch(OnSeat {
                        id,
                        game,
                        seat: None,
                    })
                })
                .await
            }
            34..36 => self.retry().await,
            36..38 => self.come_back(who).await,
            38 if self.roll(4) == 0 => return self.restart().await,
            _ => {
                let millis = u64::try_from(self.roll(4_000)).unwrap();
                self.world.clock.advance(Duration::from_millis(millis));
            }
        }
        self
    }

    /// Whoever is to move makes some legal move, if it still can.
    async fn play(&mut self) {
        self.catch_up().await;
        let Some(who) = self
            .people
            .iter()
            .position(|player| player.seen.turn.is_some())
        else {
            return;
        };
        let turn = self.people[who].seen.turn.clone().unwrap();
        let moves = legal_moves(&turn);
        let path = moves[self.roll(moves.len())];
        let (id, game, at) = (id(), self.game, turn.at);
        let command = ClientMsg::Move(halma_protocol::Move {
            id: id.clone(),
            game,
            at,
            path,
            seat: None,
        });
        self.send(who, command, id).await;
    }

    async fn give(
        &mut self,
        who: usize,
        command: impl FnOnce(CommandId, GameId, u64) -> ClientMsg,
    ) {
        let id = id();
        let command = command(id.clone(), self.game, self.people[who].seen.at);
        self.send(who, command, id).await;
    }

    async fn send(&mut self, who: usize, command: ClientMsg, id: CommandId) {
        self.people[who].send(&command).await;
        let answer: Result<u64, ErrorMsg> = self.people[who].answer(&id).await;
        if let Ok(seq) = answer {
            self.done.push((who, command, id, seq));
        }
    }

    /// The same command again: the same answer, and nothing happens.
    async fn retry(&mut self) {
        if self.done.is_empty() {
            return;
        }
        let any = self.roll(self.done.len());
        let (who, command, id, seq) = self.done[any].clone();
        self.catch_up().await;
        let before = self.stored().await;
        self.people[who].send(&command).await;
        assert_eq!(
            self.people[who].answer(&id).await,
            Ok(seq),
            "the first answer again"
        );
        let time_brings = self.stored().await.split_off(before.len());
        assert!(
            time_brings.iter().all(|event| event.by.is_none()),
            "done again: {time_brings:?}"
        );
    }

    /// Loses the connection and comes back.
    async fn come_back(&mut self, who: usize) {
        let (rest, seen) = self.people.remove(who).vanish();
        self.people.insert(who, back(&rest, seen, self.game).await);
    }

    async fn restart(mut self) -> Self {
        let left: Vec<_> = self.people.drain(..).map(Player::vanish).collect();
        self.world = self.world.restart().await;
        for (rest, seen) in left {
            self.people.push(back(&rest, seen, self.game).await);
        }
        self
    }

    /// Everybody has seen everything that is stored.
    async fn catch_up(&mut self) {
        let newest = self.stored().await.len() as u64;
        for player in &mut self.people {
            player.until_event(newest).await;
            player
                .send(&ClientMsg::Ping(halma_protocol::Ping { id: None }))
                .await;
            while !matches!(player.next().await, ServerMsg::Pong(_)) {}
        }
    }

    async fn settle(mut self) -> World<'a> {
        self.catch_up().await;
        let stored = self.stored().await;
        Model::check(self.seats, &stored);
        for player in &self.people {
            for event in &player.seen.events {
                assert_eq!(
                    stored[usize::try_from(event.seq).unwrap() - 1],
                    *event,
                    "seen as stored"
                );
            }
        }
        let record = self.world.server.rest().record(self.game).await.unwrap();
        let record: Record = record.parse().expect("the rules agree with the record");
        let mut watcher = Player::guest(&self.world.server.rest(), "Late").await;
        watcher.join(self.game).await;
        let board = halma_tests::Board::read(&record.game.position().to_string());
        assert_eq!(
            watcher.seen.board,
            Some(board),
            "the record ends where the game stands"
        );
        self.world
    }

    async fn stored(&self) -> Vec<Event> {
        let rest = self.world.server.rest();
        let mut all = Vec::new();
        loop {
            let page = rest.events(self.game, all.len() as u64).await.unwrap();
            if page.is_empty() {
                return all;
            }
            all.extend(page);
        }
    }

    fn newest_proposal(&self, who: usize) -> u64 {
        let proposed =
            |event: &&Event| matches!(event.kind, halma_protocol::EventKind::Proposed { .. });
        self.people[who]
            .seen
            .events
            .iter()
            .rev()
            .find(proposed)
            .map_or(1, |event| event.seq)
    }

    fn roll(&mut self, sides: usize) -> usize {
        roll(&mut self.dice, sides)
    }
}

async fn back(rest: &halma_client::Rest, seen: halma_tests::Seen, game: GameId) -> Player {
    let known = seen.seq;
    let mut player = Player::back(rest).await;
    player.seen = seen;
    player.resume(game, known).await;
    player
}

/// Some rules and some clock.
fn wish(dice: &mut u64) -> CreateGame {
    let rules = [
        "grasshopper",
        "grasshopper",
        "brainking-8",
        "three",
        "four",
        "partners",
    ];
    let clocks = [
        json!({ "kind": "none" }),
        json!({ "kind": "fischer", "initial": 20_000, "increment": 1_000 }),
        json!({ "kind": "per_move", "time": 10_000 }),
    ];
    let (rules, clock) = (
        rules[roll(dice, rules.len())],
        clocks[roll(dice, clocks.len())].clone(),
    );
    if clock["kind"] == "none" {
        create(rules)
    } else {
        timed(rules, clock)
    }
}

/// A number below `sides`; the same ones for the same seed.
fn roll(dice: &mut u64, sides: usize) -> usize {
    *dice = dice
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*dice >> 33).unwrap() % sides
}
