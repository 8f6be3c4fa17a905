//! Whole games: only legal moves, no deadline lost that could be kept, and an end.
//!
//! `HALMA_ENGINE_GAMES` says how many games by rulesets of chance are played, in place of a few.

use std::sync::atomic::AtomicBool;

use halma_core::{Game, PRESETS, Position, Preset, Reason, Rules, Seat, SeatSet};
use halma_engine::{Found, Greedy, Level, Limits, Search, Strength};

use crate::rulesets;

const USUAL_GAMES: u64 = 24;

fn preset(name: &str) -> Game {
    Game::new(Rules::new(Preset::by_name(name).unwrap().ruleset).unwrap())
}

/// Searches for the next move within so many nodes.
fn find(game: &Game, strength: Strength, nodes: u64, seed: u64) -> Found {
    let search = Search::new(strength, seed).table_bytes(1 << 16);
    let stop = AtomicBool::new(false);
    let found = search.run(game, &Limits::nodes(nodes), &stop).unwrap();
    assert!(found.nodes <= nodes, "{found:?}");
    assert_eq!(found.line.first(), Some(&found.path));
    found
}

/// Plays a game of one player against itself up to so many plies.
fn play(mut game: Game, strength: Strength, nodes: u64, seed: u64, plies: usize) -> Game {
    while game.outcome().is_none() && game.len() < plies {
        let found = find(&game, strength, nodes, seed);
        let before = *game.position();
        game.play(&found.path)
            .unwrap_or_else(|error| panic!("{} in {before}: {error}", found.path));
        if misses_deadline(&before, game.position()) {
            assert!(!can_keep_deadline(&before), "{} in {before}", found.path);
        }
    }
    game
}

/// Whether the turn between these positions put its own seat out.
fn misses_deadline(before: &Position, after: &Position) -> bool {
    let mover = before.to_move();
    after.is_out(mover) && !before.is_out(mover)
}

/// Whether the seat to move has a move that does not put it out.
fn can_keep_deadline(position: &Position) -> bool {
    position.legal_moves().any(|(from, ends)| {
        ends.into_iter()
            .any(|to| !misses_deadline(position, &position.after(from, to).position))
    })
}

#[test]
fn every_preset_is_played_by_legal_moves() {
    for (preset, seed) in PRESETS.iter().zip(1..) {
        let game = Game::new(Rules::new(preset.ruleset).unwrap());
        let game = play(game, Strength::FULL, 60, seed, 240);
        assert!(game.len() > 20, "{}: {}", preset.name, game.len());
    }
}

#[test]
fn any_sound_ruleset_is_played_by_legal_moves() {
    let games =
        std::env::var("HALMA_ENGINE_GAMES").map_or(USUAL_GAMES, |text| text.parse().unwrap());
    let (mut ended, mut late) = (0, 0);
    for number in 0..games {
        let game = Game::new(rulesets::by_number(number));
        let level = Level::ALL[(number % 8) as usize];
        let nodes = 1 + number % 50;
        let game = play(game, level.strength(), nodes, number, 400);
        ended += u64::from(game.outcome().is_some());
        late += u64::from(
            game.outcome()
                .is_some_and(|outcome| outcome.reason == Reason::Deadline),
        );
    }
    println!("{games} games, {ended} ended within 400 plies, {late} of them by a missed deadline");
    assert!(2 * ended > games, "{ended} of {games} ended");
}

#[test]
fn every_level_leaves_home_in_time_and_ends_its_games() {
    for level in Level::ALL {
        let most = level.limits().nodes.unwrap().min(300);
        let number = u64::from(level.number());
        for name in ["brainking-8", "grasshopper"] {
            let game = play(preset(name), level.strength(), most, number, 400);
            let reason = game.outcome().map(|outcome| outcome.reason);
            assert_eq!(reason, Some(Reason::Home), "{name} at {}", level.name());
        }
    }
}

#[test]
fn who_is_home_helps_the_partner_home() {
    let rules = *preset("partners").rules();
    let start = "bbbb8rrrr/bbbb8rrrr/bb11rrr/b13rr/16/5b10/7b8/16/16/16/16/16/uu12ww/uuu10www/uuuu8wwww/uuuu8wwww w 60h,60,60,60";
    let game = Game::from_position(Position::parse(&rules, start).unwrap());
    let game = play(game, Strength::FULL, 400, 5, 40);
    let white = game.position().pieces(Seat::White);
    assert_eq!(white, game.start().pieces(Seat::White));
    let winners = game.outcome().map(|outcome| outcome.winners);
    assert_eq!(winners, Some(SeatSet::of(Seat::White).with(Seat::Black)));
}

#[test]
fn steppers_ferry_the_jumpers_of_colour_halma_home() {
    let game = play(preset("colour"), Strength::FULL, 60, 7, 900);
    let reason = game.outcome().map(|outcome| outcome.reason);
    assert_eq!(reason, Some(Reason::Home), "{}", game.position());
}

/// Plays full strength, within so many nodes a move, against a greedy player.
fn play_greedy(preset_name: &str, turn: usize, nodes: u64, seed: u64) -> (Game, Seat) {
    let mut game = preset(preset_name);
    let me = game.rules().seats()[turn];
    while game.outcome().is_none() {
        let path = if game.position().to_move() == me {
            find(&game, Strength::FULL, nodes, seed).path
        } else {
            Greedy::new(seed).choose(&game).unwrap()
        };
        game.play(&path).unwrap();
    }
    (game, me)
}

#[test]
fn greed_alone_loses() {
    for name in ["brainking-8", "three"] {
        let (game, me) = play_greedy(name, 0, 600, 1);
        assert!(game.outcome().unwrap().winners.contains(me), "{name}");
    }
}

#[test]
fn who_comes_too_late_against_greed_still_searches() {
    let rules = *preset("grasshopper").rules();
    let start = "bbbb4/b3b3/3bb3/2bb4/ww6/ww6/www5/www5 w 20,20";
    let mut game = Game::from_position(Position::parse(&rules, start).unwrap());
    for _ in 0..12 {
        game.play(&Greedy::new(1).choose(&game).unwrap()).unwrap();
    }
    assert_eq!(game.outcome(), None);
    let found = find(&game, Strength::FULL, 3_000, 1);
    assert!(found.depth >= 3, "{found:?}");
}

#[test]
fn full_strength_is_home_in_few_moves_of_its_own_against_greed() {
    let turns = [0, 1].map(|turn| {
        let (game, me) = play_greedy("classic", turn, 1_000, 2);
        assert!(game.outcome().unwrap().winners.contains(me), "seat {turn}");
        game.position().made(me)
    });
    assert!(turns[0] + turns[1] < 2 * 75, "{turns:?}");
}
