//! `halma play`: plays a game in the terminal.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Context;
use halma_client::{Client, Error, Game, Join, Rest, Update, legal_moves};
use halma_core::{Rules, RulesetSpec, Seat};
use halma_protocol::{
    CreateGame, Event, EventKind, GameId, GameStatus, PlayerId, ProposalKind, TimeControl, Turn,
};

use super::input::{self, Command, Wish};
use super::{Followed, Named, Server, UNHEARD, proposes, told, wait};
use crate::rules_arg;

/// What is asked of whoever has a vote.
const QUESTION: &str = "yes or no?";

/// Play a game: against the computer, against others, or one that you were invited to
///
/// Moves are typed as their squares, such as `a5-b5`; `help` tells what else can be typed. The
/// game waits for who leaves it: come back with its id or link and the token shown at first.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    server: Server,
    /// The game's id, or a link to it; a new game is made if it is left out
    #[arg(value_name = "GAME")]
    game: Option<Named>,
    /// The rules of a new game: a preset's name or a ruleset as JSON
    #[arg(long, default_value = "classic", value_name = "NAME|JSON", value_parser = rules_arg::parse, conflicts_with = "game")]
    rules: Rules,
    /// Let the computer have the other seats of a new game, at this level
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=8), conflicts_with = "game")]
    computer: Option<u8>,
    /// The seat you want
    #[arg(long)]
    seat: Option<Seat>,
    /// The name of the guest you are
    #[arg(long, conflicts_with = "token")]
    name: Option<String>,
    /// Who you are, if you have been here before
    #[arg(long, env = "HALMA_TOKEN", hide_env_values = true)]
    token: Option<String>,
}

pub(crate) fn run(args: &Args, colours: bool, out: &mut impl Write) -> anyhow::Result<()> {
    wait(async {
        let rest = enter(args, out).await?;
        let id = match &args.game {
            Some(named) => sit(&rest, named.id, args.seat).await?,
            None => make(&rest, args, out).await?,
        };
        let client = Client::connect(&rest).await?;
        let mut join = Join::new().legal();
        if let Some(key) = args.game.as_ref().and_then(|named| named.key.as_ref()) {
            join = join.key(key);
        }
        let game = client.join(id, join).await?;
        let me = client.player().context("the server does not know us")?.id;
        let mut table = Table {
            rest,
            game,
            me,
            colours,
            followed: None,
            at: 0,
            turn: None,
            proposal: None,
        };
        table.play(out).await
    })
}

/// As whom we play.
async fn enter(args: &Args, out: &mut impl Write) -> anyhow::Result<Rest> {
    let rest = args.server.rest(args.game.as_ref())?;
    if let Some(token) = &args.token {
        let rest = rest.with_token(token);
        rest.clone().with_patience(UNHEARD).me().await?;
        return Ok(rest);
    }
    let guest = rest.new_guest(args.name.as_deref()).await?;
    writeln!(
        out,
        "You are {}; to come back: --token {}",
        guest.player.name, guest.token
    )?;
    Ok(rest.with_token(guest.token))
}

/// Makes a game and takes a seat in it.
async fn make(rest: &Rest, args: &Args, out: &mut impl Write) -> anyhow::Result<GameId> {
    let seats = args.rules.seats();
    let mine = args.seat.or_else(|| seats.first().copied());
    let mine = mine.context("these rules have no seats")?;
    let others = seats.iter().filter(|seat| **seat != mine);
    let computers = args
        .computer
        .map(|level| others.map(|seat| (*seat, level)).collect());
    let wish = CreateGame {
        rules: RulesetSpec::from(*args.rules.ruleset()),
        start: None,
        seats: vec![mine],
        invited: BTreeMap::new(),
        computers: computers.unwrap_or_default(),
        hints: false,
        rated: false,
        clock: TimeControl::None,
        private: false,
        draw_first: false,
    };
    let made = rest.create_game(&wish).await?;
    let place = if args.computer.is_some() {
        "Others may watch at"
    } else {
        "The others come by"
    };
    writeln!(out, "You have {mine}. {place} {}", made.url)?;
    Ok(made.id)
}

/// Takes a seat unless one is ours already.
async fn sit(rest: &Rest, id: GameId, seat: Option<Seat>) -> anyhow::Result<GameId> {
    let me = rest.me().await?.id;
    let game = rest.game(id).await?;
    let mut players = game.seats.values().flatten();
    if game.status == GameStatus::Open && !players.any(|player| player.id == me) {
        rest.take_seat(id, seat).await?;
    }
    Ok(id)
}

/// A game while we play it.
struct Table {
    rest: Rest,
    game: Game,
    me: PlayerId,
    colours: bool,
    followed: Option<Followed>,
    /// The last event that changed the position.
    at: u64,
    turn: Option<Turn>,
    proposal: Option<u64>,
}

impl Table {
    /// Plays until the game ends, or until the player leaves it.
    async fn play(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut lines = input::lines();
        loop {
            let goes_on = tokio::select! {
                update = self.game.next() => match update? {
                    Some(update) => self.take(update, out).await?,
                    None => false,
                },
                line = lines.recv() => match line {
                    Some(line) => self.wish(&line, out).await?,
                    None => false,
                },
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Shows what is new; says whether the game goes on.
    async fn take(&mut self, update: Update, out: &mut impl Write) -> anyhow::Result<bool> {
        match update {
            Update::State(state) => {
                let followed = Followed::from_state(&self.rest, &state).await?;
                followed.draw(self.colours, out)?;
                self.followed = Some(followed);
                self.at = state.at;
                self.proposal = state.proposal.as_ref().map(|open| open.proposal);
                if let Some(open) = &state.proposal {
                    writeln!(out, "{}", proposes(open.seat, open.what))?;
                    let is_mine = |seat| {
                        let player = state.seats.get(seat).and_then(|seat| seat.player.as_ref());
                        player.is_some_and(|player| player.id == self.me)
                    };
                    if open.waiting.iter().any(is_mine) {
                        writeln!(out, "{QUESTION}")?;
                    }
                }
                return Ok(state.status != GameStatus::Finished);
            }
            Update::Event(event) => return self.event(&event, out),
            Update::Turn(turn) => {
                self.turn = Some(turn);
                self.prompt(out)?;
            }
            Update::Presence(_) => {}
        }
        Ok(true)
    }

    fn event(&mut self, event: &Event, out: &mut impl Write) -> anyhow::Result<bool> {
        if let Some(words) = told(event) {
            writeln!(out, "{words}")?;
        }
        if event.kind.changes_position() {
            self.turn = None;
            self.at = event.seq;
        }
        match event.kind {
            EventKind::Proposed { .. } => {
                self.proposal = Some(event.seq);
                if event.by != Some(self.me) {
                    writeln!(out, "{QUESTION}")?;
                }
            }
            EventKind::Withdrawn { .. } | EventKind::TakenBack { .. } => self.proposal = None,
            _ => {}
        }
        if let Some(followed) = &mut self.followed
            && followed.take(event)?
        {
            followed.draw(self.colours, out)?;
        }
        self.prompt(out)?;
        Ok(!matches!(event.kind, EventKind::Finished { .. }))
    }

    /// Asks for a move if it is our turn.
    fn prompt(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if let Some(turn) = &self.turn {
            write!(out, "{}> ", turn.seat)?;
        }
        Ok(out.flush()?)
    }

    /// Does what was typed; says whether the player stays.
    async fn wish(&mut self, line: &str, out: &mut impl Write) -> anyhow::Result<bool> {
        let turn = self.turn.as_ref();
        let words = match input::wish(line, turn) {
            Wish::Quit => return Ok(false),
            Wish::Nothing => String::new(),
            Wish::Help => input::HELP.to_owned(),
            Wish::Unknown(why) => why,
            Wish::Moves | Wish::Send(Command::Move(_)) if turn.is_none() => {
                "it is not your turn".to_owned()
            }
            Wish::Moves => {
                let moves = turn.map(legal_moves).unwrap_or_default();
                let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
                moves.join("  ")
            }
            Wish::Send(command) => match self.send(command).await {
                // Its event tells what came of it.
                Ok(_) => return Ok(true),
                // The player may try something else.
                Err(Error::Refused(refused)) => refused.message,
                Err(error) => return Err(error.into()),
            },
        };
        if !words.is_empty() {
            writeln!(out, "{words}")?;
        }
        self.prompt(out)?;
        Ok(true)
    }

    async fn send(&self, command: Command) -> Result<u64, Error> {
        let seat = self.turn.as_ref().map(|turn| turn.seat);
        match command {
            Command::Move(path) => self.game.play(self.at, path, seat).await,
            Command::Draw => self.game.propose(self.at, ProposalKind::Draw, seat).await,
            Command::Vote(accept) => {
                // Without one the server says so.
                let proposal = self.proposal.unwrap_or_default();
                self.game.vote(proposal, accept, None).await
            }
            Command::Resign => self.game.resign(seat).await,
        }
    }
}
