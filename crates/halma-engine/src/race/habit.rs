//! How others have moved so far, from which it can be told how they will.

use halma_core::{Game, Movement, Ply, Seat};

use crate::greedy;

/// So many of each one's last turns are looked at,
const LOOKED_AT: usize = 16;
/// fewer than so many tell nothing,
const FEWEST: usize = 6;
/// and of so many one may have been otherwise.
const ONE_IN: usize = 8;

/// Whether each other seat has all but always made a move that gets farthest, so that it is likely
/// to go on so.
///
/// Where partners help each other, or pieces move in two ways, nobody gets home like that.
pub(crate) fn are_foreseeable(game: &Game) -> bool {
    let position = game.position();
    let rules = position.rules();
    let seat = position.to_move();
    if rules.partner(seat).is_some() || rules.ruleset().movement == Movement::Colour {
        return false;
    }
    let others = position.seats_in().without(seat);
    let mut habits = [Habit::default(); 4];
    let mut game = game.clone();
    let is_known = |habits: &[Habit; 4], other: Seat| habits[other.index()].turns == LOOKED_AT;
    while !others.iter().all(|other| is_known(&habits, other)) {
        let Some(undone) = game.take_back() else {
            break;
        };
        let Ply::Move { seat, path } = undone else {
            continue;
        };
        if others.contains(seat) && !is_known(&habits, seat) {
            let habit = &mut habits[seat.index()];
            habit.turns += 1;
            habit.otherwise += usize::from(!greedy::gets_farthest(
                game.position(),
                path.from(),
                path.to(),
            ));
        }
    }
    others.iter().all(|other| habits[other.index()].is_simple())
}

/// What has been seen of a seat.
#[derive(Clone, Copy, Default)]
struct Habit {
    turns: usize,
    /// How many of the turns were not those that get farthest.
    otherwise: usize,
}

impl Habit {
    const fn is_simple(self) -> bool {
        self.turns >= FEWEST && self.otherwise * ONE_IN <= self.turns
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use halma_core::{Preset, Rules};

    use super::*;
    use crate::Greedy;

    fn game(preset: &str) -> Game {
        Game::new(Rules::new(Preset::by_name(preset).unwrap().ruleset).unwrap())
    }

    /// Plays so many rounds; who is otherwise makes the first move listed in them.
    fn play(game: &mut Game, rounds: usize, otherwise: Option<Seat>) {
        for _ in 0..rounds * game.rules().seats().len() {
            let position = game.position();
            let path = if otherwise == Some(position.to_move()) {
                let (from, ends) = position.legal_moves().next().unwrap();
                position
                    .shortest_path(from, ends.into_iter().next().unwrap())
                    .unwrap()
            } else {
                Greedy::new(1).choose(game).unwrap()
            };
            game.play(&path).unwrap();
        }
    }

    #[test]
    fn a_simple_player_is_known_after_some_turns() {
        let mut game = game("classic");
        play(&mut game, FEWEST - 1, None);
        assert!(!are_foreseeable(&game));
        play(&mut game, 1, None);
        assert!(are_foreseeable(&game));
    }

    #[test]
    fn one_other_move_of_eight_is_let_pass_and_long_ago_forgotten() {
        let mut game = game("classic");
        play(&mut game, ONE_IN - 2, None);
        play(&mut game, 1, Some(Seat::Black));
        assert!(!are_foreseeable(&game), "one of seven");
        play(&mut game, 1, None);
        assert!(are_foreseeable(&game), "one of eight");
        play(&mut game, 2, Some(Seat::Black));
        assert!(!are_foreseeable(&game), "three of ten");
        play(&mut game, LOOKED_AT, None);
        assert!(are_foreseeable(&game), "none of the last");
    }

    #[test]
    fn each_of_several_others_must_be_simple() {
        let mut one = game("three");
        play(&mut one, FEWEST, None);
        assert!(are_foreseeable(&one));
        let mut other = game("three");
        play(&mut other, FEWEST, Some(Seat::Red));
        assert!(!are_foreseeable(&other));
    }

    #[test]
    fn partners_and_colour_halma_are_no_matter_of_habit() {
        for preset in ["partners", "colour"] {
            let mut game = game(preset);
            play(&mut game, FEWEST, None);
            assert!(!are_foreseeable(&game), "{preset}");
        }
    }
}
