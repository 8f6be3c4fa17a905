//! What always holds, over random games by random rulesets.
//!
//! `HALMA_TEST_PLIES` sets how many plies are played, `HALMA_TEST_SEED` repeats a run.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};

use halma_core::{Game, OutCause, Path, Ply, Position, Record, Seat, Square};

use crate::chance::Chance;
use crate::plain::{At, Plain};

/// What a debug build gets through in some seconds.
const PLIES: usize = 1_500;

/// A game longer than this is broken off.
const LONGEST: usize = 400;

fn env(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap())
}

#[test]
fn random_games_hold_all_properties() {
    let seed = env("HALMA_TEST_SEED").unwrap_or_else(|| RandomState::new().hash_one(0));
    let plies = env("HALMA_TEST_PLIES").map_or(PLIES, |plies| plies as usize);
    println!("HALMA_TEST_SEED={seed}");
    let mut chance = Chance::new(seed);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut played = 0;
    while played < plies {
        let game = random_game(&mut chance, plies - played);
        played += game.len();
        let end = game
            .outcome()
            .map_or("unfinished".to_owned(), |end| end.reason.to_string());
        *reasons.entry(end).or_default() += 1;
        record_survives(&game);
        taking_back_leads_to_the_start(game);
    }
    println!("{played} plies; games by their end: {reasons:?}");
}

fn random_game(chance: &mut Chance, most: usize) -> Game {
    let rules = chance.rules();
    let mut game = Game::from_position(chance.start(&rules));
    while game.outcome().is_none() && game.len() < LONGEST.min(most) {
        let position = *game.position();
        text_and_key_survive(&position);
        generators_agree(&position);
        listed_and_accepted_agree(&position, chance);
        let before = game.clone();
        if chance.once_in(400) {
            let seats: Vec<Seat> = position.seats_in().iter().collect();
            game.go_out(chance.pick(&seats), chance.pick(&OutCause::ALL))
                .unwrap();
        } else {
            let path = chance.path(&position);
            assert_eq!(path.to_string().parse(), Ok(path));
            prefixes_are_legal(&position, &path);
            let turn = game.judge(&path).unwrap();
            assert_eq!(
                game.position(),
                before.position(),
                "judging changes nothing"
            );
            game.adopt(turn);
        }
        armies_stay_whole(&before, &game);
        if chance.once_in(5) {
            taking_back_restores(&before, &game);
        }
    }
    game
}

fn at(square: Square) -> At {
    (i32::from(square.file()), i32::from(square.rank()))
}

fn text_and_key_survive(position: &Position) {
    let text = position.to_string();
    let read = Position::parse(position.rules(), &text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(read, *position);
    assert_eq!(read.to_string(), text);
    assert_eq!(
        read.key(),
        position.key(),
        "{text}: the key kept up is the one computed"
    );
    assert_eq!(
        Position::from_setup(position.rules(), &position.setup()),
        Ok(*position)
    );
}

fn generators_agree(position: &Position) {
    let listed: BTreeMap<At, BTreeSet<At>> = position
        .legal_moves()
        .map(|(from, ends)| (at(from), ends.iter().map(at).collect()))
        .collect();
    assert_eq!(listed, Plain::of(position).moves(), "{position}");
    let count: usize = listed.values().map(BTreeSet::len).sum();
    assert_eq!(position.legal_count(), count);
    assert_eq!(position.has_moves(), count > 0);
    let full: BTreeMap<At, BTreeSet<At>> = position
        .piece_moves()
        .iter()
        .map(|piece| {
            let mut ends: BTreeSet<At> = piece.steps.iter().map(at).collect();
            ends.extend(piece.hops.iter().flat_map(|hop| hop.1.iter().map(at)));
            ends.retain(|end| {
                piece
                    .ends
                    .is_none_or(|allowed| allowed.iter().any(|to| at(to) == *end))
            });
            (at(piece.from), ends)
        })
        .collect();
    assert_eq!(full, listed, "{position}");
}

fn listed_and_accepted_agree(position: &Position, chance: &mut Chance) {
    let plain = Plain::of(position);
    let listed: BTreeMap<Square, _> = position.legal_moves().collect();
    let army = position.pieces(position.army_to_move());
    // Squares without a piece of the army are all refused for the same reason; try a few.
    let squares: Vec<Square> = (0..=u8::MAX)
        .filter_map(|n| Square::new(n % 16, n / 16))
        .collect();
    for &from in squares.iter().filter(|&&square| army.contains(square)) {
        let all = chance.once_in(40);
        for &to in squares.iter().filter(|_| all) {
            let is_listed = listed.get(&from).is_some_and(|ends| ends.contains(to));
            let shortest = position.shortest_path(from, to);
            assert_eq!(shortest.is_some(), is_listed, "{position} {from}-{to}");
            if let Some(path) = shortest {
                assert_eq!((path.from(), path.to()), (from, to));
                assert_eq!(position.check(&path), Ok(()), "{position} {path}");
                let way: Vec<At> = path.squares().iter().copied().map(at).collect();
                assert!(plain.accepts(&way), "{position} {path}");
            }
            let direct = position.check(&Path::of_two(from, to)).is_ok();
            assert!(is_listed || !direct, "{position} {from}-{to}");
        }
    }
    for _ in 0..8 {
        let (from, to) = (chance.pick(&squares), chance.pick(&squares));
        let legal = plain.accepts(&[at(from), at(to)]);
        assert_eq!(position.check(&Path::of_two(from, to)).is_ok(), legal);
    }
    paths_agree(position, &plain, chance);
}

/// Spoils legal paths a little and asks both judges.
fn paths_agree(position: &Position, plain: &Plain, chance: &mut Chance) {
    if !position.has_moves() {
        return;
    }
    for _ in 0..4 {
        let mut squares = chance.path(position).squares().to_vec();
        let hop = chance.below(squares.len());
        match chance.below(4) {
            0 => squares.extend_from_within(hop..),
            1 => drop(squares.remove(hop)),
            2 => squares[hop..].reverse(),
            _ => {
                let file = (squares[hop].file() + chance.below(5) as u8)
                    .saturating_sub(2)
                    .min(15);
                squares[hop] = Square::new(file, squares[hop].rank()).unwrap();
            }
        }
        let Ok(path) = Path::new(&squares) else {
            continue;
        };
        let way: Vec<At> = squares.iter().copied().map(at).collect();
        assert_eq!(
            position.check(&path).is_ok(),
            plain.accepts(&way),
            "{position} {path}"
        );
    }
}

fn prefixes_are_legal(position: &Position, path: &Path) {
    let owed = position
        .piece_moves()
        .iter()
        .any(|piece| piece.ends.is_some())
        || position.rules().ruleset().home_deadline.is_some();
    for len in (2..path.squares().len()).filter(|_| !owed) {
        let prefix = Path::new(&path.squares()[..len]).unwrap();
        assert_eq!(position.check(&prefix), Ok(()), "{position} {path}");
    }
    assert_eq!(position.check(path), Ok(()), "{position} {path}");
    assert!(position.play(path).is_ok());
}

fn armies_stay_whole(before: &Game, after: &Game) {
    for &seat in after.rules().seats() {
        let pieces = |game: &Game| game.position().pieces(seat).len();
        if after.position().is_out(seat) {
            assert_eq!(pieces(after), 0);
        } else {
            assert_eq!(pieces(after), pieces(before));
        }
        assert!(!before.position().is_out(seat) || after.position().is_out(seat));
    }
}

fn taking_back_restores(before: &Game, after: &Game) {
    let mut game = after.clone();
    assert!(game.take_back().is_some());
    assert_eq!(game.position(), before.position());
    assert_eq!(game.outcome(), before.outcome());
    assert_eq!(game.occurrences(), before.occurrences());
    assert!(game.plies().eq(before.plies()));
}

fn record_survives(game: &Game) {
    let text = Record::new(game.clone()).to_string();
    let read: Record = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.to_string(), text);
    assert_eq!(read.game.position(), game.position());
    assert!(read.game.plies().eq(game.plies()));
}

fn taking_back_leads_to_the_start(mut game: Game) {
    while let Some(ply) = game.take_back() {
        assert!(!matches!(ply, Ply::Pass { .. }));
    }
    let fresh = Game::from_position(*game.start());
    assert_eq!(game.position(), fresh.position());
    assert!(game.plies().eq(fresh.plies()));
}
