//! Chance for tests: numbers from a seed, random sound rulesets, random moves that get somewhere.

use halma_core::{
    Board, DeadlineRule, HomeDeadline, Movement, Path, PieceMoves, Position, Rules, Ruleset, Seat,
    Setup, Square, SquareSet, Teams,
};

/// A sequence of numbers that its seed determines.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn square(&mut self, from: SquareSet) -> Square {
        from.iter().nth(self.below(from.len())).unwrap()
    }

    /// Sound rules, any option set as often as not.
    pub(crate) fn rules(&mut self) -> Rules {
        loop {
            if let Ok(rules) = Rules::new(self.ruleset()) {
                return rules;
            }
        }
    }

    /// A ruleset that need not be sound.
    pub(crate) fn ruleset(&mut self) -> Ruleset {
        let turns = |chance: &mut Self| 1 + chance.below(40) as u32;
        let seats = self.pick(&[2, 2, 3, 4]);
        let boards = [Board::Sixteen, Board::Ten, Board::Eight];
        let deadline = HomeDeadline {
            moves: turns(self),
            then: self.pick(&[DeadlineRule::Lose, DeadlineRule::MustLeave]),
        };
        Ruleset {
            board: if seats == 2 {
                self.pick(&boards)
            } else {
                Board::Sixteen
            },
            seats,
            teams: self.pick(&[Teams::None, Teams::BothArmies, Teams::OneArmy]),
            movement: self.pick(&[Movement::Standard, Movement::Standard, Movement::Colour]),
            marked: self.once_in(4),
            camp_full_after: self.once_in(2).then(|| turns(self) - 1),
            home_deadline: self.once_in(2).then_some(deadline),
            goal_lock: self.once_in(3),
            equal_turns: self.once_in(3),
            move_cap: self.once_in(8).then(|| 3 * turns(self)),
            first: self.pick(&Seat::ALL),
        }
    }

    /// The usual start, or an arrangement near the end of a game.
    pub(crate) fn start(&mut self, rules: &Rules) -> Position {
        if self.once_in(3) {
            return rules.start();
        }
        loop {
            if let Ok(position) = Position::from_setup(rules, &self.late_setup(rules)) {
                return position;
            }
        }
    }

    /// Most pieces in their goals, the others anywhere; any army may be cut down to a few.
    fn late_setup(&mut self, rules: &Rules) -> Setup {
        let mut setup = Setup::empty(self.pick(rules.seats()));
        let mut free = rules.board().squares();
        let few = self.once_in(4);
        let late = self.once_in(2);
        for &seat in rules.seats() {
            let goal = rules.goal(seat);
            let pieces = if few {
                1 + self.below(4)
            } else {
                rules.pieces(seat)
            };
            for _ in 0..pieces {
                let near = goal & free;
                let stray = near.is_empty() || self.once_in(8);
                let square = self.square(if stray { free } else { near });
                free.remove(square);
                setup.armies[seat.index()].insert(square);
            }
            if rules.ruleset().marked && !self.once_in(8) {
                setup.marked.insert(self.square(setup.armies[seat.index()]));
            }
            setup.made[seat.index()] = if late { self.below(50) as u32 } else { 0 };
            if self.once_in(6) {
                setup.home = setup.home.with(seat);
            }
        }
        setup
    }

    /// A legal move, mostly towards the goal.
    pub(crate) fn path(&mut self, position: &Position) -> Path {
        let all = position.piece_moves();
        let goal = position.rules().corner(position.army_to_move().opposite());
        let mut best: Option<(u8, Path)> = None;
        let tries = if self.once_in(3) { 1 } else { 8 };
        for _ in 0..tries {
            let at = self.below(all.len());
            let path = self.walk(&all[at]);
            let gain = distance(path.to(), goal).saturating_sub(distance(path.from(), goal));
            if best.is_none_or(|(least, _)| gain < least) {
                best = Some((gain, path));
            }
        }
        best.unwrap().1
    }

    /// A random legal move of that piece, by what a client without rules knows.
    pub(crate) fn walk(&mut self, moves: &PieceMoves) -> Path {
        loop {
            let mut squares = vec![moves.from];
            let steps = moves.steps.len();
            if steps > 0 && (moves.hops.is_empty() || self.once_in(3)) {
                squares.push(self.square(moves.steps));
            } else {
                loop {
                    let at = squares[squares.len() - 1];
                    let hops = moves.hops.iter().find(|hop| hop.0 == at);
                    let visited: SquareSet = squares.iter().copied().collect();
                    let left = hops.map_or(SquareSet::EMPTY, |hop| hop.1) - visited;
                    if left.is_empty() || squares.len() > 1 && self.once_in(4) {
                        break;
                    }
                    squares.push(self.square(left));
                }
            }
            let end = squares[squares.len() - 1];
            if squares.len() > 1 && moves.ends.is_none_or(|ends| ends.contains(end)) {
                return Path::new(&squares).unwrap();
            }
        }
    }
}

/// Distance plus a bias, so that differences stay positive.
fn distance(square: Square, corner: Square) -> u8 {
    64 + square.file().abs_diff(corner.file()) + square.rank().abs_diff(corner.rank())
}
