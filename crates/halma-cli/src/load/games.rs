//! The games that are played.

use std::fs;
use std::path::Path as FilePath;

use anyhow::{Context, ensure};
use halma_core::{Game, Path, Rules, Ruleset};

use crate::check::case;

/// How many different games of random moves there are.
const RANDOM: usize = 32;

/// The moves of a two-seat game and its rules, from the usual start.
#[derive(Debug)]
pub(crate) struct Moves {
    pub(crate) rules: Ruleset,
    pub(crate) paths: Vec<Path>,
}

/// The two-seat games of a file, or some of random moves; all of so many moves at most.
pub(crate) fn all(file: Option<&FilePath>, plies: usize) -> anyhow::Result<Vec<Moves>> {
    let Some(file) = file else {
        return (0..RANDOM).map(|seed| random(seed, plies)).collect();
    };
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut games = Vec::new();
    for case in case::from_lines(&text) {
        let case = case.map_err(anyhow::Error::msg)?;
        let rules = Rules::new(case.rules)?;
        let usual = rules.start().to_string() == case.start;
        if rules.seats().len() == 2 && usual && case.passes.is_empty() && case.outs.is_empty() {
            let paths = case.moves.into_iter().take(plies).collect();
            let rules = case.rules;
            games.push(Moves { rules, paths });
        }
    }
    ensure!(
        !games.is_empty(),
        "{} has no game of two seats",
        file.display()
    );
    Ok(games)
}

/// Moves by which nobody tries to get anywhere.
fn random(seed: usize, plies: usize) -> anyhow::Result<Moves> {
    let rules = Ruleset::default();
    let mut game = Game::new(Rules::new(rules)?);
    let mut paths = Vec::new();
    while paths.len() < plies && game.outcome().is_none() {
        let position = game.position();
        let moves = position
            .legal_moves()
            .flat_map(|(from, ends)| ends.sorted().map(move |to| (from, to)));
        let moves: Vec<_> = moves.collect();
        let any = (paths.len() + 1) * (2 * seed + 31) % moves.len();
        let path = position.shortest_path(moves[any].0, moves[any].1);
        let path = path.context("a move has a path")?;
        game.play(&path)?;
        paths.push(path);
    }
    Ok(Moves { rules, paths })
}
