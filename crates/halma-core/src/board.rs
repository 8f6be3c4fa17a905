//! Boards, and where the camps lie on them.

use crate::{Seat, Square, SquareSet};

/// A square board, in JSON the number of squares on a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub enum Board {
    /// 16×16, the original.
    #[default]
    Sixteen,
    /// 10×10.
    Ten,
    /// 8×8.
    Eight,
}

/// The number is not the side of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has 16, 10 or 8 squares a side")]
pub struct BoardError;

impl Board {
    /// The number of squares on a side.
    #[must_use]
    pub const fn size(self) -> u8 {
        match self {
            Self::Sixteen => 16,
            Self::Ten => 10,
            Self::Eight => 8,
        }
    }

    /// All squares of the board.
    #[must_use]
    pub const fn squares(self) -> SquareSet {
        match self {
            Self::Sixteen => SquareSet::ALL,
            Self::Ten => const { all_squares(10) },
            Self::Eight => const { all_squares(8) },
        }
    }
}

impl TryFrom<u8> for Board {
    type Error = BoardError;

    fn try_from(size: u8) -> Result<Self, BoardError> {
        [Self::Sixteen, Self::Ten, Self::Eight]
            .into_iter()
            .find(|board| board.size() == size)
            .ok_or(BoardError)
    }
}

impl From<Board> for u8 {
    fn from(board: Board) -> Self {
        board.size()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Board {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Board".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "integer",
            "description": "The number of squares on a side of the board.",
            "enum": [16, 10, 8]
        })
    }
}

/// The board of one number of seats: who sits where, and the camps.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) seats: &'static [Seat],
    /// By seat, and empty for a seat that is not in the game.
    pub(crate) homes: [SquareSet; 4],
    /// By seat, as `homes`.
    pub(crate) goals: [SquareSet; 4],
    /// The outermost square of each seat's corner, whether the seat is in the game or not.
    pub(crate) corners: [Square; 4],
}

/// Row lengths of a camp, from the edge row that bears the corner.
type Rows = &'static [u8];

const TWO: &[Seat] = &[Seat::White, Seat::Black];
const THREE: &[Seat] = &[Seat::White, Seat::Red, Seat::Black];

static SIXTEEN_TWO: Layout = Layout::new(16, TWO, &[5, 5, 4, 3, 2], &[]);
static SIXTEEN_THREE: Layout = Layout::new(16, THREE, &[5, 5, 4, 3, 2], &[4, 4, 3, 2]);
static SIXTEEN_FOUR: Layout = Layout::new(16, &Seat::ALL, &[4, 4, 3, 2], &[4, 4, 3, 2]);
static TEN_TWO: Layout = Layout::new(10, TWO, &[5, 4, 3, 2, 1], &[]);
static EIGHT_TWO: Layout = Layout::new(8, TWO, &[4, 3, 2, 1], &[]);

impl Layout {
    /// The layout for that many seats, where there is one.
    pub(crate) const fn of(board: Board, seats: u8) -> Option<&'static Self> {
        match (board, seats) {
            (Board::Sixteen, 2) => Some(&SIXTEEN_TWO),
            (Board::Sixteen, 3) => Some(&SIXTEEN_THREE),
            (Board::Sixteen, 4) => Some(&SIXTEEN_FOUR),
            (Board::Ten, 2) => Some(&TEN_TWO),
            (Board::Eight, 2) => Some(&EIGHT_TWO),
            _ => None,
        }
    }

    /// White and black have camps of the `main` shape, red and blue of the `side` shape.
    const fn new(size: u8, seats: &'static [Seat], main: Rows, side: Rows) -> Self {
        let end = size - 1;
        let corners = [
            Square::at(0, end),
            Square::at(end, end),
            Square::at(end, 0),
            Square::at(0, 0),
        ];
        let mut homes = [SquareSet::EMPTY; 4];
        let mut goals = [SquareSet::EMPTY; 4];
        let mut at = 0;
        while at < seats.len() {
            let seat = seats[at];
            let rows = if matches!(seat, Seat::White | Seat::Black) {
                main
            } else {
                side
            };
            homes[seat.index()] = camp(corners[seat.index()], rows);
            goals[seat.index()] = camp(corners[seat.opposite().index()], rows);
            at += 1;
        }
        Self {
            seats,
            homes,
            goals,
            corners,
        }
    }
}

/// The triangle of these rows in that corner.
const fn camp(corner: Square, rows: Rows) -> SquareSet {
    let mut squares = SquareSet::EMPTY;
    let mut away = 0;
    while away < rows.len() as u8 {
        let mut along = 0;
        while along < rows[away as usize] {
            squares = squares.with(Square::at(
                inward(corner.file(), along),
                inward(corner.rank(), away),
            ));
            along += 1;
        }
        away += 1;
    }
    squares
}

/// The coordinate that many squares from the edge, towards the middle.
const fn inward(edge: u8, by: u8) -> u8 {
    if edge == 0 { by } else { edge - by }
}

const fn all_squares(size: u8) -> SquareSet {
    let mut squares = SquareSet::EMPTY;
    let mut rank = 0;
    while rank < size {
        let mut file = 0;
        while file < size {
            squares = squares.with(Square::at(file, rank));
            file += 1;
        }
        rank += 1;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn camps_have_their_pieces_and_face_each_other() {
        let table = [
            (Board::Sixteen, 2, [19, 0, 19, 0]),
            (Board::Sixteen, 3, [19, 13, 19, 0]),
            (Board::Sixteen, 4, [13, 13, 13, 13]),
            (Board::Ten, 2, [15, 0, 15, 0]),
            (Board::Eight, 2, [10, 0, 10, 0]),
        ];
        for (board, seats, pieces) in table {
            let layout = Layout::of(board, seats).unwrap();
            assert_eq!(board.squares().len(), usize::from(board.size()).pow(2));
            assert_eq!(layout.homes.map(|home| home.len()), pieces);
            assert_eq!(layout.goals.map(|goal| goal.len()), pieces);
            assert_eq!(layout.homes[0], layout.goals[2]);
            assert_eq!(layout.homes[2], layout.goals[0]);
        }
        let three = Layout::of(Board::Sixteen, 3).unwrap();
        assert!(three.goals[Seat::Red.index()].contains(Square::A1));
        assert!(Layout::of(Board::Ten, 4).is_none());
    }
}
