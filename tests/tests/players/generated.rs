//! Games made up: random moves by the rules, ended in every way that can be written down.

use std::collections::BTreeMap;

use halma_core::{Game, OutCause, Outcome, Path, Ply, Preset, Reason, Rules, Seat};
use halma_protocol::{GameExport, TimeControl};

/// The first day of the games' two years: 1 January 2024.
const BEGIN: i64 = 1_704_067_200_000;
const DAY: i64 = 86_400_000;
const DAYS: u64 = 730;

const PRESETS: [&str; 8] = [
    "grasshopper",
    "brainking-8",
    "brainking-10",
    "standard",
    "classic",
    "three",
    "standard-four",
    "standard-partners",
];

/// A small generator of numbers, the same for the same seed everywhere.
#[derive(Debug, Clone)]
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    pub(crate) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u64) as usize]
    }
}

/// So many games.
pub(crate) fn games(count: u64, seed: u64) -> impl Iterator<Item = GameExport> {
    let mut numbers = Numbers::new(seed);
    (0..count).map(move |index| game(&mut numbers, index, count))
}

/// They are made in the order they ended, evenly over the two years.
fn game(numbers: &mut Numbers, index: u64, count: u64) -> GameExport {
    let name: &&str = numbers.one_of(&PRESETS);
    let preset = Preset::by_name(name).unwrap();
    let rules = Rules::new(preset.ruleset).unwrap();
    let seats = rules.seats();
    let mut game = Game::new(rules);
    for _ in 0..2 + numbers.below(10) {
        if game.outcome().is_some() || !any_move(&mut game, numbers) {
            break;
        }
    }
    end(&mut game, numbers);
    let started = BEGIN + (DAY * DAYS as i64) / 1_000 * (index * 1_000 / count) as i64;
    let mut players: BTreeMap<Seat, String> = BTreeMap::new();
    for seat in seats {
        // A few play often, many seldom.
        let most = 10_u64.pow(1 + numbers.below(3) as u32);
        let mut number = numbers.below(most);
        while players.values().any(|name| *name == name_of(number)) {
            number += 1;
        }
        players.insert(*seat, name_of(number));
    }
    // Now and then the computer plays the last seat.
    if numbers.below(20) == 0
        && let Some(mut last) = players.last_entry()
    {
        last.insert(format!("Computer {}", 1 + numbers.below(8)));
    }
    GameExport {
        id: None,
        rules: preset.ruleset.into(),
        start: None,
        players,
        clock: clock(numbers),
        rated: numbers.below(2) == 0,
        started,
        finished: started + 60_000 + numbers.below(3_600_000) as i64,
        moves: game.plies().map(text).collect::<Vec<_>>().join(" "),
        outcome: *game.outcome().unwrap(),
    }
}

fn name_of(number: u64) -> String {
    format!("Player {number}")
}

fn clock(numbers: &mut Numbers) -> TimeControl {
    *numbers.one_of(&[
        TimeControl::None,
        TimeControl::Fischer {
            initial: 180_000,
            increment: 2_000,
        },
        TimeControl::Fischer {
            initial: 600_000,
            increment: 5_000,
        },
        TimeControl::Fischer {
            initial: 1_800_000,
            increment: 20_000,
        },
        TimeControl::PerMove { time: DAY as u32 },
    ])
}

fn any_move(game: &mut Game, numbers: &mut Numbers) -> bool {
    let mut paths = Vec::new();
    for piece in game.position().piece_moves() {
        let from_here = piece.hops.iter().filter(|(from, _)| *from == piece.from);
        let hops = from_here.flat_map(|(_, to)| to.iter());
        paths.extend(
            piece
                .steps
                .iter()
                .chain(hops)
                .map(|to| Path::of_two(piece.from, to)),
        );
    }
    while !paths.is_empty() {
        let path = paths.swap_remove(numbers.below(paths.len() as u64) as usize);
        if game.play(&path).is_ok() {
            return true;
        }
    }
    false
}

fn end(game: &mut Game, numbers: &mut Numbers) {
    let by_hand = numbers.below(10);
    if game.outcome().is_none() && by_hand < 3 {
        let reason = if by_hand == 0 {
            Reason::Abandoned
        } else {
            Reason::Agreement
        };
        game.end(Outcome::draw(reason)).unwrap();
    }
    while game.outcome().is_none() {
        let seats: Vec<Seat> = game.position().seats_in().iter().collect();
        let seat = *numbers.one_of(&seats);
        let cause = *numbers.one_of(&[OutCause::Resign, OutCause::Time]);
        game.go_out(seat, cause).unwrap();
    }
}

fn text(ply: Ply) -> String {
    match ply {
        Ply::Move { path, .. } => path.to_string(),
        Ply::Pass { .. } => "--".to_owned(),
        Ply::Out { seat, cause } => format!("{}!{}", seat.letter(), cause.reason()),
    }
}
