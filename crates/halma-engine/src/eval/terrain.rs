//! What it is worth to an army to have a piece on a square.

use halma_core::{Rules, Seat, Square, SquareSet};

use super::ferry::Kind;

/// What a piece that has still to go costs, by how many steps along files and ranks it is away from
/// the far corner, and how far off the diagonal between the corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// For each step away.
    pub(crate) way: f32,
    /// For the square of that: who stays behind costs most.
    pub(crate) behind: f32,
    /// For each square off the diagonal.
    pub(crate) off: f32,
    /// For each square off the diagonal, times the part of the way still to go.
    pub(crate) off_early: f32,
    /// For the square of that distance.
    pub(crate) far_off: f32,
    /// For standing outside the goal at all.
    pub(crate) outside: f32,
    /// What part of the way counts inside the goal.
    pub(crate) inside: f32,
}

/// The worth of every square for every seat.
pub(crate) struct Terrain {
    plain: [[i16; 256]; 4],
    /// For marked pieces.
    marked: [[i16; 256]; 4],
    /// The worth of a piece that has just left its home along the diagonal.
    at_the_door: [i32; 4],
    /// For each seat the squares by least worth; see [`Terrain::better_than`].
    ladders: [Ladder; 4],
    /// What a turn gains on the way home, on average.
    per_turn: i32,
}

/// Sets of squares worth a number or more, for numbers a power of two apart.
struct Ladder {
    least: i32,
    shift: u32,
    rungs: [SquareSet; RUNGS],
}

/// How many sets a ladder has.
const RUNGS: usize = 128;

/// About so many turns an army needs for each of its pieces.
const TURNS_A_PIECE: i32 = 3;

impl Terrain {
    pub(crate) fn of(rules: &Rules, weights: &Weights) -> Self {
        let mut plain = [[0; 256]; 4];
        let mut marked = [[0; 256]; 4];
        for &seat in rules.seats() {
            for square in rules.board().squares() {
                let weights = match Kind::of(rules, seat, square) {
                    Kind::Any | Kind::Jumper => *weights,
                    Kind::Stepper => weights.of_stepper(),
                };
                let cost = weights.cost(rules, seat, square);
                plain[seat.index()][square.index()] = -cost as i16;
                marked[seat.index()][square.index()] =
                    -marked_cost(rules, seat, square, cost) as i16;
            }
        }
        let at_the_door = Seat::ALL.map(|seat| {
            door(rules, seat).map_or(0, |square| i32::from(plain[seat.index()][square.index()]))
        });
        let ladders = plain.each_ref().map(|worths| Ladder::of(rules, worths));
        Self {
            plain,
            marked,
            at_the_door,
            ladders,
            per_turn: per_turn(rules, &plain),
        }
    }

    /// A difference in worth as hundredths of a turn.
    pub(crate) const fn in_turns(&self, worth: i32) -> i32 {
        100 * worth / self.per_turn
    }

    /// The worth of so many hundredths of a turn.
    pub(crate) const fn of_turns(&self, hundredths: i32) -> i32 {
        hundredths * self.per_turn / 100
    }

    /// All squares where an unmarked piece is worth more than that, and perhaps some where it is
    /// worth a little less.
    #[inline]
    pub(crate) fn better_than(&self, seat: Seat, worth: i32) -> &SquareSet {
        let Ladder {
            least,
            shift,
            rungs,
        } = &self.ladders[seat.index()];
        let rung = (worth - least).max(0) >> shift;
        &rungs[(rung as usize).min(RUNGS - 1)]
    }

    /// The worth of a piece of that seat that has just left its home.
    pub(crate) const fn at_the_door(&self, seat: Seat) -> i32 {
        self.at_the_door[seat.index()]
    }

    /// The worth of a piece of that seat on that square.
    #[inline]
    pub(crate) const fn worth(&self, seat: Seat, square: Square, marked: bool) -> i32 {
        let worths = if marked { &self.marked } else { &self.plain };
        worths[seat.index()][square.index()] as i32
    }
}

impl Ladder {
    fn of(rules: &Rules, worths: &[i16; 256]) -> Self {
        let squares = rules.board().squares();
        let worth = |square: Square| i32::from(worths[square.index()]);
        let least = squares.iter().map(worth).min().unwrap_or(0);
        let most = squares.iter().map(worth).max().unwrap_or(0);
        let shift = (0..16)
            .find(|shift| (most - least) >> shift < RUNGS as i32)
            .unwrap_or(16);
        let mut rungs = [SquareSet::EMPTY; RUNGS];
        for square in squares {
            rungs[((worth(square) - least) >> shift) as usize].insert(square);
        }
        for rung in (1..RUNGS).rev() {
            let above = rungs[rung];
            rungs[rung - 1] |= above;
        }
        Self {
            least,
            shift,
            rungs,
        }
    }
}

impl Weights {
    /// For steppers of Colour Halma, who are in no hurry while they carry jumpers.
    const fn of_stepper(self) -> Self {
        Self {
            way: 10.0,
            behind: 0.1,
            ..self
        }
    }

    /// What a piece on that square has still to do.
    fn cost(&self, rules: &Rules, seat: Seat, square: Square) -> i32 {
        let corner = rules.corner(seat.opposite());
        let files = f32::from(square.file().abs_diff(corner.file()));
        let ranks = f32::from(square.rank().abs_diff(corner.rank()));
        let way = files + ranks;
        let off = (files - ranks).abs();
        let longest = f32::from(2 * (rules.board().size() - 1));
        let cost = way * (self.way + self.behind * way)
            + off * (self.off + self.off_early * way / longest + self.far_off * off);
        let cost = if rules.goal(seat).contains(square) {
            self.inside * cost
        } else {
            cost + self.outside
        };
        cost.round() as i32
    }
}

/// What a piece costs that must reach the far corner itself, on a square where others cost so much.
fn marked_cost(rules: &Rules, seat: Seat, square: Square, cost: i32) -> i32 {
    if square == rules.corner(seat.opposite()) {
        cost
    } else {
        2 * cost + 60
    }
}

/// What a turn gains on average while the first army goes from its home to its goal.
fn per_turn(rules: &Rules, worths: &[[i16; 256]; 4]) -> i32 {
    let seat = rules.seats()[0];
    let worth = |squares: SquareSet| -> i32 {
        let worths = &worths[seat.index()];
        squares
            .iter()
            .map(|square| i32::from(worths[square.index()]))
            .sum()
    };
    let way = worth(rules.goal(seat)) - worth(rules.home(seat));
    (way / (TURNS_A_PIECE * rules.pieces(seat) as i32)).max(1)
}

/// The first square on the seat's diagonal outside its home.
fn door(rules: &Rules, seat: Seat) -> Option<Square> {
    let corner = rules.corner(seat);
    let inward = |edge: u8, by: u8| if edge == 0 { by } else { edge - by };
    (0..rules.board().size())
        .filter_map(|by| Square::new(inward(corner.file(), by), inward(corner.rank(), by)))
        .find(|&square| !rules.home(seat).contains(square))
}
