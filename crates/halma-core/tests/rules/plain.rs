//! The rules of moving a second time, written plainly and slowly from a position's text.

use std::collections::{BTreeMap, BTreeSet};

use halma_core::{DeadlineRule, Movement, Position, Ruleset, Seat, Teams};

/// File and rank from 0; may lie off the board.
pub(crate) type At = (i32, i32);

/// A position taken apart.
pub(crate) struct Plain {
    ruleset: Ruleset,
    size: i32,
    pieces: BTreeMap<At, Seat>,
    mover: Seat,
    army: Seat,
    made: u32,
}

impl Plain {
    pub(crate) fn of(position: &Position) -> Self {
        let ruleset = *position.rules().ruleset();
        let text = position.to_string();
        let parts: Vec<&str> = text.split(' ').collect();
        let mover = Seat::from_letter(parts[1].chars().next().unwrap()).unwrap();
        let seated: &[Seat] = match ruleset.seats {
            2 => &[Seat::White, Seat::Black],
            3 => &[Seat::White, Seat::Red, Seat::Black],
            _ => &Seat::ALL,
        };
        let place = seated.iter().position(|&seat| seat == mover).unwrap();
        let made = parts[2].split(',').nth(place).unwrap();
        let rests = made.ends_with('h') && ruleset.teams == Teams::BothArmies;
        Self {
            ruleset,
            size: i32::from(ruleset.board.size()),
            pieces: pieces(parts[0], i32::from(ruleset.board.size())),
            mover,
            army: if rests { mover.opposite() } else { mover },
            made: made.trim_end_matches(['h', 'x']).parse().unwrap(),
        }
    }

    /// Every legal start with its ends.
    pub(crate) fn moves(&self) -> BTreeMap<At, BTreeSet<At>> {
        let mut all = BTreeMap::new();
        for (&from, _) in self.pieces.iter().filter(|(_, seat)| **seat == self.army) {
            let mut ends: BTreeSet<At> = around(from, 1)
                .filter(|&to| self.hop_is_open(from, from, to))
                .collect();
            let mut left = vec![from];
            while let Some(at) = left.pop() {
                for to in around(at, 2).filter(|&to| self.hop_is_open(from, at, to)) {
                    if ends.insert(to) {
                        left.push(to);
                    }
                }
            }
            all.insert(from, ends);
        }
        self.apply_duty(&mut all);
        all.retain(|_, ends| !ends.is_empty());
        all
    }

    /// Whether the path is a legal move.
    pub(crate) fn accepts(&self, path: &[At]) -> bool {
        let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
            return false;
        };
        let distinct: BTreeSet<&At> = path.iter().collect();
        let lengths: Vec<i32> = path
            .windows(2)
            .map(|hop| distance(hop[0], hop[1]))
            .collect();
        self.pieces.get(&from) == Some(&self.army)
            && distinct.len() == path.len()
            && (lengths == [1] || !lengths.is_empty() && lengths.iter().all(|&length| length == 2))
            && path
                .windows(2)
                .all(|hop| self.hop_is_open(from, hop[0], hop[1]))
            && self
                .moves()
                .get(&from)
                .is_some_and(|ends| ends.contains(&to))
    }

    /// Whether the piece that stood on `start` can hop so, with `start` empty but not to land on.
    fn hop_is_open(&self, start: At, from: At, to: At) -> bool {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let straight = files == 0 || ranks == 0;
        let jump = distance(from, to) == 2;
        let middle = (from.0 + files / 2, from.1 + ranks / 2);
        let on_board = (0..self.size).contains(&to.0) && (0..self.size).contains(&to.1);
        let even = files % 2 == 0 && ranks % 2 == 0;
        let fits = self.ruleset.movement == Movement::Standard
            || if self.is_dark(start) {
                !jump && !straight
            } else {
                jump && straight
            };
        let goal = |at| self.in_corner(self.army.opposite(), at);
        let locked = self.ruleset.goal_lock && goal(from) && !goal(to);
        on_board
            && to != start
            && !self.pieces.contains_key(&to)
            && (!jump || even && middle != start && self.pieces.contains_key(&middle))
            && fits
            && !locked
    }

    fn apply_duty(&self, all: &mut BTreeMap<At, BTreeSet<At>>) {
        let Some(limit) = self.ruleset.home_deadline else {
            return;
        };
        let due = limit.then == DeadlineRule::MustLeave
            && self.made >= limit.moves
            && self.army == self.mover;
        if !due {
            return;
        }
        let home = |at| self.in_corner(self.army, at);
        let away = |at| self.away(self.army, at);
        let leaves = |from: At, to: At| home(from) && !home(to);
        let farther = |from: At, to: At| {
            home(from) && away(to).0 >= away(from).0 && away(to).1 >= away(from).1
        };
        let any = |allows: &dyn Fn(At, At) -> bool, all: &BTreeMap<At, BTreeSet<At>>| {
            all.iter()
                .any(|(&from, ends)| ends.iter().any(|&to| allows(from, to)))
        };
        if any(&leaves, all) {
            all.iter_mut()
                .for_each(|(&from, ends)| ends.retain(|&to| leaves(from, to)));
        } else if any(&farther, all) {
            all.iter_mut()
                .for_each(|(&from, ends)| ends.retain(|&to| farther(from, to)));
        }
    }

    fn is_dark(&self, at: At) -> bool {
        let (files, ranks) = self.away(self.army, at);
        (files + ranks) % 2 == 0
    }

    /// How far a square is from a corner, in files and ranks.
    fn away(&self, corner: Seat, at: At) -> At {
        let far = self.size - 1;
        let file = if matches!(corner, Seat::White | Seat::Blue) {
            at.0
        } else {
            far - at.0
        };
        let rank = if matches!(corner, Seat::White | Seat::Red) {
            far - at.1
        } else {
            at.1
        };
        (file, rank)
    }

    /// Whether the square lies in that corner's camp, as large as the moving army's own.
    fn in_corner(&self, corner: Seat, at: At) -> bool {
        let small = matches!(corner, Seat::Red | Seat::Blue) || self.ruleset.seats == 4;
        let rows: &[i32] = match (self.size, small) {
            (16, false) => &[5, 5, 4, 3, 2],
            (16, true) => &[4, 4, 3, 2],
            (10, _) => &[5, 4, 3, 2, 1],
            _ => &[4, 3, 2, 1],
        };
        let (file, rank) = self.away(corner, at);
        rows.get(rank as usize).is_some_and(|&length| file < length)
    }
}

fn distance(a: At, b: At) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// The eight squares straight or diagonally that far away.
fn around(at: At, by: i32) -> impl Iterator<Item = At> {
    (-1..=1)
        .flat_map(move |files| (-1..=1).map(move |ranks| (at.0 + by * files, at.1 + by * ranks)))
        .filter(move |&to| to != at)
}

fn pieces(rows: &str, size: i32) -> BTreeMap<At, Seat> {
    let mut pieces = BTreeMap::new();
    for (row, rank) in rows.split('/').zip((0..size).rev()) {
        let mut file = 0;
        let mut run = 0;
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = run * 10 + digit as i32;
                continue;
            }
            file += run;
            run = 0;
            pieces.insert(
                (file, rank),
                Seat::from_letter(letter.to_ascii_lowercase()).unwrap(),
            );
            file += 1;
        }
    }
    pieces
}
