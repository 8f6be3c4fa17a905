//! What a line of the engine protocol asks for.

use std::str::SplitWhitespace;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use halma_core::{Game, OutCause, Path, Position, Rules, Seat};
use halma_engine::Level;

use crate::rules_arg;

/// A command.
pub(super) enum Command {
    /// Say who you are.
    Identify,
    /// Answer when you have done what came before.
    AreYouReady,
    /// Change an option.
    Set(Setting),
    /// Begin another game: by the rules in force, from their start.
    NewGame,
    /// Play by these rules from now on.
    Rules(Box<Rules>),
    /// Take up this game.
    Position(Box<Game>),
    /// Tell where the game stands.
    Show,
    /// Search.
    Go(Go),
    /// End the search.
    Stop,
    /// End.
    Quit,
}

/// An option and its value.
#[derive(Clone, Copy)]
pub(super) enum Setting {
    Level(Level),
    Seed(u64),
    /// In MiB.
    Table(usize),
}

/// What a search may spend.
#[derive(Default)]
pub(super) struct Go {
    pub(super) movetime: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u8>,
    pub(super) infinite: bool,
    /// Only these moves, if there are any.
    pub(super) moves: Vec<Path>,
}

/// The largest table that may be asked for, in MiB.
pub(super) const MOST_TABLE: usize = 1024;

/// Reads a line; nothing if it is empty.
pub(super) fn read(line: &str, rules: &Rules) -> anyhow::Result<Option<Command>> {
    let mut words = line.split_whitespace();
    let Some(verb) = words.next() else {
        return Ok(None);
    };
    let command = match verb {
        "halma" => Command::Identify,
        "isready" => Command::AreYouReady,
        "setoption" => Command::Set(setting(&mut words)?),
        "newgame" => Command::NewGame,
        "rules" => {
            let text = line.trim_start().strip_prefix("rules").unwrap_or_default();
            return Ok(Some(Command::Rules(Box::new(rules_arg::parse(
                text.trim(),
            )?))));
        }
        "position" => Command::Position(Box::new(game(&mut words, rules)?)),
        "show" => Command::Show,
        "go" => Command::Go(go(&mut words)?),
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        _ => bail!("unknown command {verb}"),
    };
    match words.next() {
        None => Ok(Some(command)),
        Some(word) => Err(anyhow!("{verb}: unexpected {word}")),
    }
}

fn setting(words: &mut SplitWhitespace<'_>) -> anyhow::Result<Setting> {
    let (Some("name"), Some(name), Some("value"), Some(value)) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        bail!("setoption: expected name NAME value VALUE");
    };
    match name {
        "level" => {
            let level = value.parse().ok().and_then(Level::new);
            level.or_else(|| Level::by_name(value)).map(Setting::Level)
        }
        "seed" => value.parse().ok().map(Setting::Seed),
        "table" => value
            .parse()
            .ok()
            .filter(|mib| (1..=MOST_TABLE).contains(mib))
            .map(Setting::Table),
        _ => bail!("setoption: no option is called {name}"),
    }
    .with_context(|| format!("setoption: {value} is no value for {name}"))
}

/// Reads `start` or the three parts of a position, then perhaps `moves` and what was played.
fn game(words: &mut SplitWhitespace<'_>, rules: &Rules) -> anyhow::Result<Game> {
    let first = words
        .next()
        .context("position: expected start or a position")?;
    let start = if first == "start" {
        rules.start()
    } else {
        let (seat, made) = (words.next(), words.next());
        let text = format!("{first} {} {}", seat.unwrap_or(""), made.unwrap_or(""));
        Position::parse(rules, text.trim_end()).context("position")?
    };
    let mut game = Game::from_position(start);
    match words.next() {
        None => return Ok(game),
        Some("moves") => {}
        Some(word) => bail!("position: expected moves, not {word}"),
    }
    for word in words {
        make(&mut game, word).with_context(|| format!("position: {word}"))?;
    }
    Ok(game)
}

/// Makes a move, or takes a seat out as records write it: `w!resign`.
fn make(game: &mut Game, word: &str) -> anyhow::Result<()> {
    let Some((letter, cause)) = word.split_once('!') else {
        return Ok(game.play(&word.parse()?)?);
    };
    let seat = letter.parse().ok().and_then(Seat::from_letter);
    let cause = OutCause::ALL
        .into_iter()
        .find(|known| known.reason().name() == cause);
    let (Some(seat), Some(cause)) = (seat, cause) else {
        bail!("neither a move nor a seat going out");
    };
    Ok(game.go_out(seat, cause)?)
}

fn go(words: &mut SplitWhitespace<'_>) -> anyhow::Result<Go> {
    fn number<T: std::str::FromStr>(
        name: &str,
        words: &mut SplitWhitespace<'_>,
    ) -> anyhow::Result<Option<T>> {
        let value = words.next().and_then(|word| word.parse().ok());
        let value = value.with_context(|| format!("go: {name} needs a number"))?;
        Ok(Some(value))
    }
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "movetime" => go.movetime = number(word, words)?.map(Duration::from_millis),
            "nodes" => go.nodes = number(word, words)?,
            "depth" => go.depth = number(word, words)?,
            "infinite" => go.infinite = true,
            "moves" => {
                go.moves = words
                    .map(|word| word.parse().with_context(|| format!("go: {word}")))
                    .collect::<anyhow::Result<_>>()?;
                break;
            }
            _ => bail!("go: unknown limit {word}"),
        }
    }
    Ok(go)
}
