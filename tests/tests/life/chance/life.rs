//! One game from its invitation to after its end, and everything that comes between.

use std::collections::HashMap;
use std::time::Duration;

use halma_core::{Record, Seat};
use halma_protocol::{ClientMsg, CommandId, ErrorCode, ErrorMsg, Event, GameId, ServerMsg};
use halma_tests::{Board, Dice, Player, id};

use super::deeds;
use super::people::{self, Person};
use super::world::{GRACE, World};
use crate::model::Model;

/// How many things happen in each life.
const DEEDS: usize = 50;

/// Time passes in smaller steps than a socket may be silent.
const STEP: Duration = Duration::from_secs(10);

/// A command and what became of it.
#[derive(Debug, Clone)]
struct Given {
    who: usize,
    command: ClientMsg,
    /// The number of its event, once it is known to be carried out.
    done: Option<u64>,
}

/// One game, its people, and their dice.
pub(super) struct Life<'a> {
    world: World<'a>,
    game: GameId,
    seats: &'static [Seat],
    computers: Vec<Seat>,
    people: Vec<Person>,
    given: HashMap<CommandId, Given>,
    /// In which order the commands were given.
    order: Vec<CommandId>,
    /// Those whose fate is not known: the connection was lost, or they are to be sent again.
    open: Vec<CommandId>,
    dice: Dice,
}

impl<'a> Life<'a> {
    pub(super) async fn begin(world: World<'a>, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let (game, seats, computers, people) = people::table(&world, &mut dice).await;
        Self {
            world,
            game,
            seats,
            computers,
            people,
            given: HashMap::new(),
            order: Vec::new(),
            open: Vec::new(),
            dice,
        }
    }

    pub(super) async fn run(mut self) -> World<'a> {
        for _ in 0..DEEDS {
            self = self.deed().await;
        }
        self.settle().await
    }

    async fn deed(mut self) -> Self {
        match self.dice.roll(40) {
            0..16 => self.play().await,
            16..30 => {
                let sent = self.flurry().await;
                match self.dice.roll(20) {
                    // The server dies, or somebody's connection, while all this is under way.
                    0 => return self.crash(&sent).await,
                    1 => self.lose(&sent),
                    _ => self.hear(&sent).await,
                }
            }
            30..32 => {
                let who = self.dice.roll(self.people.len());
                self.vanish(who);
            }
            32..36 => {
                let who = self.dice.roll(self.people.len());
                self.come_back(who).await;
            }
            36 if self.dice.once_in(6) => return self.restart().await,
            37 => {
                self.pass(GRACE).await;
                let who = self.dice.roll(self.people.len());
                let (id, game) = (id(), self.game);
                self.send(who, &[(id.clone(), deeds::claim(id, game))])
                    .await;
            }
            _ => {
                let millis = u64::try_from(self.dice.roll(4_000)).unwrap();
                self.pass(Duration::from_millis(millis)).await;
            }
        }
        self
    }

    /// Whoever is to move makes some legal move, if anybody here can.
    async fn play(&mut self) {
        self.catch_up().await;
        let can = |person: &Person| matches!(person, Person::Here(me) if me.seen.turn.is_some());
        if let Some(who) = self.people.iter().position(can) {
            let id = id();
            let command = deeds::some_move(&mut self.dice, id.clone(), self.people[who].seen());
            self.send(who, &[(id, command)]).await;
        }
    }

    /// Several people ask for several things at once, some twice, in any order.
    async fn flurry(&mut self) -> Vec<(usize, CommandId)> {
        let mut sent = Vec::new();
        for _ in 0..=self.dice.roll(4) {
            let who = self.dice.roll(self.people.len());
            if matches!(self.people[who], Person::Away(_)) {
                continue;
            }
            let id = id();
            let seen = self.people[who].seen();
            let command = deeds::any(&mut self.dice, id.clone(), seen, self.seats);
            self.note(who, id.clone(), command);
            sent.push((who, id));
        }
        let fresh = sent.len();
        // Retries: of what is under way, of what was lost, of what was done long ago.
        for _ in 0..self.dice.roll(3) {
            if !self.order.is_empty() {
                let id = self.dice.pick(&self.order).clone();
                sent.push((self.given[&id].who, id));
            }
        }
        sent.extend(self.open.drain(..).map(|id| (self.given[&id].who, id)));
        let retries: Vec<_> = sent[fresh..].iter().map(|(_, id)| id.clone()).collect();
        for place in (1..sent.len()).rev() {
            sent.swap(place, self.dice.roll(place + 1));
        }
        let mut away = Vec::new();
        for (who, id) in &sent {
            match self.people[*who].here() {
                Some(player) if retries.contains(id) => {
                    player.retry(id, &self.given[id].command).await;
                }
                Some(player) => player.send(&self.given[id].command).await,
                None => away.push(id.clone()),
            }
        }
        sent.retain(|(_, id)| !away.contains(id));
        away.retain(|id| self.given[id].done.is_none());
        self.open.extend(away);
        sent
    }

    fn note(&mut self, who: usize, id: CommandId, command: ClientMsg) {
        self.order.push(id.clone());
        let done = None;
        self.given.insert(id, Given { who, command, done });
    }

    async fn send(&mut self, who: usize, commands: &[(CommandId, ClientMsg)]) {
        let Some(player) = self.people[who].here() else {
            return;
        };
        for (_, command) in commands {
            player.send(command).await;
        }
        let mut sent = Vec::new();
        for (id, command) in commands {
            self.note(who, id.clone(), command.clone());
            sent.push((who, id.clone()));
        }
        self.hear(&sent).await;
    }

    /// Everybody hears what became of what they sent.
    async fn hear(&mut self, sent: &[(usize, CommandId)]) {
        for who in 0..self.people.len() {
            let mut awaited = sent.iter().filter(|(by, _)| *by == who).count();
            while awaited > 0 {
                let player = self.people[who].here().expect("who sends is here");
                let (id, answer) = match player.next().await {
                    ServerMsg::Ok(done) => (done.id, Ok(done.seq.unwrap())),
                    ServerMsg::Error(ErrorMsg {
                        id: Some(id), code, ..
                    }) => (id, Err(code)),
                    _ => continue,
                };
                self.answered(&id, answer);
                awaited -= 1;
            }
        }
    }

    /// A command has one fate: once it is carried out, it gets the same answer for ever.
    fn answered(&mut self, id: &CommandId, answer: Result<u64, ErrorCode>) {
        use ErrorCode::{Busy, StorageUnavailable, Unavailable};
        let given = self.given.get_mut(id).expect("an answer to a command");
        match (answer, given.done) {
            (Ok(seq), Some(before)) => assert_eq!(seq, before, "the first answer again: {given:?}"),
            (Ok(seq), None) => given.done = Some(seq),
            (Err(Busy | StorageUnavailable | Unavailable), None) => self.open.push(id.clone()),
            (Err(Busy | StorageUnavailable | Unavailable), Some(_)) | (Err(_), None) => {}
            (Err(code), Some(_)) => panic!("done before, {code:?} now: {given:?}"),
        }
    }

    fn vanish(&mut self, who: usize) {
        let person = self.people.remove(who);
        self.people.insert(who, person.vanish());
    }

    async fn come_back(&mut self, who: usize) {
        let person = self.people.remove(who).come_back(self.game).await;
        self.people.insert(who, person);
    }

    /// Whoever sent something loses the connection and knows nothing of its fate.
    fn lose(&mut self, sent: &[(usize, CommandId)]) {
        for (who, id) in sent {
            self.vanish(*who);
            if self.given[id].done.is_none() && !self.open.contains(id) {
                self.open.push(id.clone());
            }
        }
    }

    async fn crash(mut self, sent: &[(usize, CommandId)]) -> Self {
        self.lose(sent);
        (0..self.people.len()).for_each(|who| self.vanish(who));
        self.world = self.world.crash().await;
        self.return_some().await
    }

    async fn restart(mut self) -> Self {
        (0..self.people.len()).for_each(|who| self.vanish(who));
        self.world = self.world.restart().await;
        self.return_some().await
    }

    /// Most people come back at once, others later.
    async fn return_some(mut self) -> Self {
        for who in 0..self.people.len() {
            if !self.dice.once_in(5) {
                self.come_back(who).await;
            }
        }
        self
    }

    /// Lets time pass while those who are here stay connected.
    async fn pass(&mut self, time: Duration) {
        let mut left = time;
        while !left.is_zero() {
            self.catch_up().await;
            let step = left.min(STEP);
            self.world.clock.advance(step);
            left -= step;
        }
        self.catch_up().await;
    }

    /// Everybody here has seen everything that is stored, and no computer has a move to make.
    async fn catch_up(&mut self) {
        let newest = loop {
            let stored = self.world.stored(self.game).await;
            let to_move = Model::check(self.seats, &stored).to_move();
            if to_move.is_none_or(|seat| !self.computers.contains(&seat)) {
                break stored.len() as u64;
            }
            // A computer that found no free thread is asked again after a second.
            self.world.clock.advance(Duration::from_millis(100));
            for person in &mut self.people {
                person.catch_up(0).await;
            }
        };
        for person in &mut self.people {
            person.catch_up(newest).await;
        }
    }

    /// All come back and get their answers; then the store, what each has seen, the rules and the
    /// model must agree.
    async fn settle(mut self) -> World<'a> {
        for who in 0..self.people.len() {
            self.come_back(who).await;
        }
        while let Some(id) = self.open.pop() {
            if self.given[&id].done.is_none() {
                let Given { who, command, .. } = self.given[&id].clone();
                let player = self.people[who].here().unwrap();
                player.retry(&id, &command).await;
                self.hear(&[(who, id)]).await;
            }
        }
        self.catch_up().await;
        let stored = self.world.stored(self.game).await;
        let model = Model::check(self.seats, &stored);
        for person in &self.people {
            for event in &person.seen().events {
                let stored = &stored[usize::try_from(event.seq).unwrap() - 1];
                assert_eq!(stored, event, "seen as stored");
            }
            assert_eq!(
                person.seen().to_move,
                model.to_move(),
                "all see whose turn it is"
            );
        }
        self.each_command_has_one_fate(&stored);

        let rest = self.world.server.rest();
        let record = rest.record(self.game).await.unwrap();
        let record: Record = record.parse().expect("the rules agree with the record");
        let mut late = Player::guest(&rest, "Late").await;
        late.join(self.game).await;
        let board = Board::read(&record.game.position().to_string());
        let stands = late.seen.board.as_ref();
        assert_eq!(
            stands,
            Some(&board),
            "the record ends where the game stands"
        );
        assert_eq!(late.seen.to_move, model.to_move());
        self.world
    }

    /// What was acknowledged is stored, and what was refused for good is not.
    fn each_command_has_one_fate(&self, stored: &[Event]) {
        for (id, given) in &self.given {
            let event = stored.iter().find(|event| event.id.as_ref() == Some(id));
            match given.done {
                // Another game is there already, or wanted already: nothing new is stored.
                Some(seq)
                    if matches!(given.command, ClientMsg::Rematch(_) | ClientMsg::Restart(_)) =>
                {
                    assert!(seq <= stored.len() as u64);
                }
                done => assert_eq!(event.map(|event| event.seq), done, "{given:?}"),
            }
        }
    }
}
