//! What a game does beyond single positions.

use halma_core::{Game, OutCause, Outcome, Ply, Position, Preset, Reason, Rules, Ruleset, Seat};

use crate::vectors;

fn game(preset: &str) -> Game {
    Game::new(Rules::new(Preset::by_name(preset).unwrap().ruleset).unwrap())
}

fn play(game: &mut Game, paths: &[&str]) {
    for path in paths {
        game.play(&path.parse().unwrap()).unwrap();
    }
}

#[test]
fn the_third_occurrence_is_a_draw_and_can_be_taken_back() {
    let mut game = game("grasshopper");
    let there_and_back = ["d8-e7", "e1-d2", "e7-d8", "d2-e1"];
    play(&mut game, &there_and_back);
    assert_eq!(game.occurrences(), 2);
    play(&mut game, &there_and_back[..3]);
    assert_eq!(game.outcome(), None);
    play(&mut game, &there_and_back[3..]);
    assert_eq!(game.outcome(), Some(&Outcome::draw(Reason::Repetition)));
    assert_eq!(game.moves(), 8);
    let undone = game.take_back().unwrap();
    assert_eq!(
        undone,
        Ply::Move {
            seat: Seat::Black,
            path: "d2-e1".parse().unwrap()
        }
    );
    assert_eq!((game.outcome(), game.occurrences()), (None, 2));
    play(&mut game, &["d2-d3"]);
    assert_eq!(game.outcome(), None);
}

#[test]
fn judging_and_adopting_are_two_steps() {
    let mut game = game("three");
    let path = "a14-c12".parse().unwrap();
    let turn = game.judge(&path).unwrap();
    assert!(game.is_empty());
    assert_eq!(
        turn.plies(),
        [Ply::Move {
            seat: Seat::White,
            path
        }]
    );
    assert_eq!(turn.position(), &game.position().play(&path).unwrap());
    assert_eq!(turn.outcome(), None);
    game.adopt(turn);
    assert_eq!(
        (game.len(), game.moves(), game.last().map(|ply| ply.seat())),
        (1, 1, Some(Seat::White))
    );
    let turn = game.judge_out(Seat::Red, OutCause::Resign).unwrap();
    assert_eq!(turn.position().to_move(), Seat::Black);
    game.adopt(turn);
    assert!(game.position().is_out(Seat::Red) && game.position().pieces(Seat::Red).is_empty());
    assert_eq!(
        game.go_out(Seat::Red, OutCause::Time),
        Err(halma_core::PlayError::NotIn(Seat::Red))
    );
    game.take_back().unwrap();
    assert_eq!(game.position().pieces(Seat::Red).len(), 13);
    assert_eq!(game.position().to_move(), Seat::Red);
}

#[test]
fn a_start_without_moves_passes_by_itself() {
    let ruleset: Ruleset = serde_json::from_str(r#"{"board":8,"movement":"colour"}"#).unwrap();
    let rules = Rules::new(ruleset).unwrap();
    // White's only piece stands on a light square and has nothing to jump over.
    let start = Position::parse(&rules, "1w6/8/8/8/8/8/8/7b w 0,0").unwrap();
    let mut game = Game::from_position(start);
    assert_eq!(
        game.plies().collect::<Vec<_>>(),
        [Ply::Pass { seat: Seat::White }]
    );
    assert_eq!((game.moves(), game.position().to_move()), (0, Seat::Black));
    assert_eq!(game.take_back(), None, "nobody chose to pass");
    assert_eq!(game.position().made(Seat::White), 1);
}

#[test]
fn agreement_ends_a_game_once() {
    let mut game = game("classic");
    let agreed = Outcome::draw(Reason::Agreement);
    game.end(agreed).unwrap();
    assert_eq!(game.outcome(), Some(&agreed));
    assert!(game.end(agreed).is_err());
}

#[test]
fn a_game_of_two_hundred_plies_is_small() {
    let vector = vectors::all()
        .into_iter()
        .find(|vector| vector.name == "classic#2")
        .unwrap();
    let game = vector.replay(|_, _| {});
    assert!(game.len() >= 200);
    assert!(game.size() <= 12 * 1024, "{} bytes", game.size());
}
