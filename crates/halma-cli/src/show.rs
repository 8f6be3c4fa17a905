//! `halma show`: draws a position.

use std::io::Write;
use std::path::Path as FilePath;

use anyhow::Context;
use halma_core::{Outcome, Piece, Position, Record, Rules, Seat, Square};
use serde_json::{Map, Value, json};

use crate::rules_arg;

/// Draw a position, or the end of a record
///
/// Letters are those of the text form: w white, r red, b black, u blue, upper case for a marked
/// piece. Squares of a camp are drawn as ':' where they are empty.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A preset's name or a ruleset as JSON; a record brings its own
    #[arg(long, default_value = "classic", value_name = "NAME|JSON", value_parser = rules_arg::parse)]
    rules: Rules,
    /// Print a line of JSON instead: the position, its rules, and what is known of each seat
    #[arg(long)]
    json: bool,
    /// A position's text or the file of a record; the usual start if left out
    #[arg(value_name = "POSITION|FILE")]
    what: Option<String>,
}

pub(crate) fn run(args: &Args, colours: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let (position, outcome) = read(args)?;
    if args.json {
        writeln!(out, "{}", as_json(&position, outcome.as_ref()))?;
        return Ok(());
    }
    draw(&position, outcome.as_ref(), colours, out)
}

fn read(args: &Args) -> anyhow::Result<(Position, Option<Outcome>)> {
    let Some(what) = &args.what else {
        return Ok((args.rules.start(), None));
    };
    if FilePath::new(what).is_file() {
        let text = std::fs::read_to_string(what).with_context(|| what.clone())?;
        let Record { game, .. } = text.parse().with_context(|| what.clone())?;
        return Ok((*game.position(), game.outcome().copied()));
    }
    let position = Position::parse(&args.rules, what).context("neither a file nor a position")?;
    Ok((position, None))
}

fn as_json(position: &Position, outcome: Option<&Outcome>) -> Value {
    let seats = position.rules().seats().iter().map(|&seat| {
        let told = json!({
            "made": position.made(seat),
            "pieces": position.pieces(seat).len(),
            "in_goal": position.home_count(seat),
            "home": position.is_home(seat),
            "out": position.is_out(seat),
        });
        (seat.name().to_owned(), told)
    });
    json!({
        "rules": position.rules().ruleset(),
        "position": position.to_string(),
        "to_move": outcome.is_none().then(|| position.to_move()),
        "legal": outcome.is_none().then(|| position.legal_count()),
        "seats": seats.collect::<Map<_, _>>(),
        "outcome": outcome,
    })
}

pub(crate) fn draw(
    position: &Position,
    outcome: Option<&Outcome>,
    colours: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let size = position.board().size();
    for rank in (0..size).rev() {
        write!(out, "{:>2}", rank + 1)?;
        for square in (0..size).filter_map(|file| Square::new(file, rank)) {
            write!(out, " {}", drawn(position, square, colours))?;
        }
        writeln!(out)?;
    }
    write!(out, "  ")?;
    for file in 0..size {
        write!(out, " {}", char::from(b'a' + file))?;
    }
    writeln!(out, "\n")?;
    for &seat in position.rules().seats() {
        writeln!(out, "{}", told(position, seat))?;
    }
    match outcome {
        Some(outcome) if outcome.is_draw() => writeln!(out, "draw ({})", outcome.reason)?,
        Some(outcome) => {
            let winners: Vec<_> = outcome.winners.iter().map(Seat::name).collect();
            writeln!(out, "{} wins ({})", winners.join("+"), outcome.reason)?;
        }
        None => {
            let count = position.legal_count();
            writeln!(out, "{} to move, {count} legal moves", position.to_move())?;
        }
    }
    writeln!(out, "{position}")?;
    Ok(())
}

fn drawn(position: &Position, square: Square, colours: bool) -> String {
    let rules = position.rules();
    match position.piece_at(square) {
        Some(Piece { seat, marked }) => {
            let letter = seat.letter();
            let letter = if marked {
                letter.to_ascii_uppercase()
            } else {
                letter
            };
            if colours {
                format!("\x1b[1;{}m{letter}\x1b[0m", colour(seat))
            } else {
                letter.into()
            }
        }
        None if rules
            .seats()
            .iter()
            .any(|&seat| rules.home(seat).contains(square)) =>
        {
            ":".into()
        }
        None => ".".into(),
    }
}

/// The terminal's number for a seat's colour.
const fn colour(seat: Seat) -> u8 {
    match seat {
        Seat::White => 97,
        Seat::Red => 91,
        Seat::Black => 90,
        Seat::Blue => 94,
    }
}

fn told(position: &Position, seat: Seat) -> String {
    let made = position.made(seat);
    let turns = if made == 1 { "turn" } else { "turns" };
    if position.is_out(seat) {
        return format!("{seat:<5} {made} {turns} made, out");
    }
    let state = if position.is_home(seat) { ", home" } else { "" };
    let (count, all) = (position.home_count(seat), position.pieces(seat).len());
    format!("{seat:<5} {made} {turns} made, {count} of {all} pieces in the goal{state}")
}
