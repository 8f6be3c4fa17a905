//! Rulesets by chance.

use halma_core::{Board, DeadlineRule, HomeDeadline, Movement, Rules, Ruleset, Seat, Teams};

/// A sound ruleset for every number.
pub(crate) fn by_number(number: u64) -> Rules {
    let mut numbers = Numbers(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    loop {
        if let Ok(rules) = Rules::new(any(&mut numbers)) {
            return rules;
        }
    }
}

fn any(numbers: &mut Numbers) -> Ruleset {
    let deadline = HomeDeadline {
        moves: 1 + numbers.below(60),
        then: numbers.one_of([DeadlineRule::Lose, DeadlineRule::MustLeave]),
    };
    let full_after = numbers.below(90);
    let cap = 1 + numbers.below(200);
    Ruleset {
        board: numbers.one_of([Board::Sixteen, Board::Sixteen, Board::Ten, Board::Eight]),
        seats: numbers.one_of([2, 2, 3, 4]),
        teams: numbers.one_of([Teams::None, Teams::None, Teams::BothArmies, Teams::OneArmy]),
        movement: numbers.one_of([
            Movement::Standard,
            Movement::Standard,
            Movement::Standard,
            Movement::Colour,
        ]),
        marked: numbers.below(4) == 0,
        camp_full_after: numbers.one_of([None, Some(full_after)]),
        home_deadline: numbers.one_of([None, Some(deadline)]),
        goal_lock: numbers.below(4) == 0,
        equal_turns: numbers.below(3) == 0,
        move_cap: numbers.one_of([None, Some(cap)]),
        first: numbers.one_of(Seat::ALL),
    }
}

/// Numbers that look like chance.
#[derive(Clone)]
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u32) -> u32 {
        // A xorshift step.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % bound
    }

    fn one_of<T: Copy, const N: usize>(&mut self, choices: [T; N]) -> T {
        choices[self.below(N as u32) as usize]
    }
}
