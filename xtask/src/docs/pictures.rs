//! The pictures of the rules page. Every move in them is played by the rules first.

use anyhow::{Context, Result};
use halma_core::{Board, Movement, Path, PieceMoves, Position, Preset, Rules, Ruleset, Square};

use super::Document;
use super::picture::{Picture, svg};

/// The usual starts: file name, ruleset and title.
const STARTS: [(&str, &str, &str); 6] = [
    ("start-16-two", "classic", "The start for two on 16×16"),
    ("start-16-three", "three", "The start for three on 16×16"),
    ("start-16-four", "four", "The start for four on 16×16"),
    ("start-10", "brainking-10", "The start on 10×10"),
    ("start-8", "grasshopper", "The start on 8×8"),
    ("start-marked", "marked", "The start of Marked Halma"),
];

/// All pictures.
pub(super) fn all() -> Result<Vec<Document>> {
    let mut pictures = Vec::new();
    for (name, preset, title) in STARTS {
        let start = rules(preset)?.start();
        pictures.push(document(name, title, &[Picture::of(&start)]));
    }
    pictures.push(document(
        "step-and-jump",
        "Left: where a piece can step. Right: where it can jump at once",
        &step_and_jump()?,
    ));
    pictures.push(document(
        "chain",
        "Left: White steps from d6 to c5. Right: a turn later b7 jumps four times over the bridge",
        &bridge_and_chain()?,
    ));
    pictures.push(document(
        "colour",
        "Left: a piece that only steps, diagonally. Right: a piece that only jumps, straight",
        &colour()?,
    ));
    Ok(pictures)
}

fn document(name: &str, title: &str, boards: &[Picture]) -> Document {
    Document {
        path: format!("docs/images/{name}.svg"),
        text: svg(title, boards),
    }
}

fn rules(preset: &str) -> Result<Rules> {
    let preset = Preset::by_name(preset).with_context(|| format!("no preset {preset}"))?;
    Ok(Rules::new(preset.ruleset)?)
}

/// The moves of the piece on that square.
fn moves(position: &Position, from: &str) -> Result<PieceMoves> {
    let from: Square = from.parse()?;
    let mut all = position.piece_moves().into_iter();
    let found = all.find(|piece| piece.from == from);
    found.with_context(|| format!("{from} cannot move"))
}

/// Where a piece can step.
fn steps(rules: &Rules, position: &str, from: &str) -> Result<Picture> {
    let position = Position::parse(rules, position)?;
    let piece = moves(&position, from)?;
    Ok(Picture::of(&position).ring(piece.from, piece.steps))
}

/// Where a piece can jump at once.
fn jumps(rules: &Rules, position: &str, from: &str) -> Result<Picture> {
    let position = Position::parse(rules, position)?;
    let piece = moves(&position, from)?;
    let (from, landings) = piece.hops.first().context("there is no jump")?;
    Ok(Picture::of(&position).ring(*from, *landings))
}

fn step_and_jump() -> Result<[Picture; 2]> {
    let rules = rules("grasshopper")?;
    Ok([
        steps(&rules, "8/8/8/3w4/8/8/8/8 w 0,0", "d5")?,
        jumps(&rules, "8/8/2wb4/3ww3/2w1b3/1b6/8/8 w 0,0", "d5")?,
    ])
}

/// A step that makes a bridge, and the chain over it a turn later.
fn bridge_and_chain() -> Result<[Picture; 2]> {
    let start = "www5/wwb5/ww1w4/w3b3/3b4/6bb/4bwbb/6bb w 0,0";
    let before = Position::parse(&rules("grasshopper")?, start)?;
    let [step, reply, chain] = ["d6-c5", "e5-e6", "b7-b5-d5-d3-f1"].map(str::parse::<Path>);
    let (step, chain) = (step?, chain?);
    let after = before.play(&step)?.play(&reply?)?;
    after.check(&chain)?;
    Ok([
        Picture::of(&before).route(&before, &step),
        Picture::of(&after).route(&after, &chain),
    ])
}

/// The two kinds of pieces in Colour Halma.
fn colour() -> Result<[Picture; 2]> {
    let rules = Rules::new(Ruleset {
        board: Board::Eight,
        movement: Movement::Colour,
        ..Ruleset::default()
    })?;
    Ok([
        steps(&rules, "8/8/3b4/3ww3/8/8/8/8 w 0,0", "d5")?,
        jumps(&rules, "8/8/3bb3/3bwb2/4w3/8/8/8 w 0,0", "e5")?,
    ])
}
