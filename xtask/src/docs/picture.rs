//! A position drawn as SVG, with moves and rings over it.

mod art;
mod outline;

use std::fmt::Write;

use halma_core::{Path, Piece, Position, Rules, Seat, Square, SquareSet};

/// The side of a square.
const UNIT: i32 = 40;

/// What a board needs around it: coordinates at the left and below, a little air elsewhere.
const LEFT: i32 = 30;
const BELOW: i32 = 30;
const AIR: i32 = 8;

/// Between two boards.
const GAP: i32 = 34;

/// A drawing of one board.
pub(super) struct Picture {
    size: i32,
    seats: &'static [Seat],
    /// Above the squares and under the pieces.
    ground: String,
    pieces: String,
    /// Above the pieces.
    top: String,
}

impl Picture {
    /// A position, with the camps of its seats.
    pub(super) fn of(position: &Position) -> Self {
        let rules = position.rules();
        let mut picture = Self {
            size: i32::from(rules.board().size()),
            seats: rules.seats(),
            ground: String::new(),
            pieces: String::new(),
            top: String::new(),
        };
        picture.draw_camps(rules);
        for square in rules.board().squares() {
            if let Some(Piece { seat, marked }) = position.piece_at(square) {
                let piece = picture.piece(square, seat, marked, "");
                picture.pieces += &piece;
            }
        }
        picture
    }

    /// Marks a piece, and puts a ring on each of these squares: the piece could go there.
    pub(super) fn ring(mut self, from: Square, squares: SquareSet) -> Self {
        let (x, y) = self.middle(from);
        self.top += &format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"17.5\" fill=\"none\" stroke=\"#0b5f6b\" \
             stroke-width=\"2.6\"/>\n"
        );
        for square in squares {
            let (x, y) = self.middle(square);
            self.top += &format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"#0b5f6b\" fill-opacity=\".12\" \
                 stroke=\"#0b5f6b\" stroke-width=\"2.4\"/>\n"
            );
        }
        self
    }

    /// Draws a move: its way, a number at each landing of a chain, and the piece where it ends.
    pub(super) fn route(mut self, position: &Position, path: &Path) -> Self {
        let squares = path.squares();
        let points: Vec<_> = squares.iter().map(|&square| self.middle(square)).collect();
        let line: Vec<_> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        self.top += &format!(
            "<path d=\"M{}\" fill=\"none\" stroke=\"#0e7c86\" stroke-width=\"9\" \
             stroke-opacity=\".55\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n",
            line.join("L")
        );
        if let Some(Piece { seat, marked }) = position.piece_at(path.from()) {
            let ghost = self.piece(path.to(), seat, marked, " opacity=\".72\"");
            self.top += &ghost;
        }
        if squares.len() > 2 {
            for (number, (x, y)) in points.iter().enumerate().skip(1) {
                // On the last square the piece stands; its number goes into the corner.
                let last = number + 1 == points.len();
                let (x, y) = if last { (x + 13, y - 13) } else { (*x, *y) };
                self.top += &format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#0e7c86\"/>\
                     <text x=\"{x}\" y=\"{}\" class=\"n\">{number}</text>\n",
                    y + 4
                );
            }
        }
        self
    }

    fn draw_camps(&mut self, rules: &Rules) {
        for &seat in rules.seats() {
            let home = rules.home(seat);
            self.ground += &self.camp(home, seat, "");
            let goal = rules.goal(seat);
            let is_home = rules.seats().iter().any(|&other| rules.home(other) == goal);
            if !is_home {
                self.ground += &self.camp(goal, seat, " stroke-dasharray=\"6 4\"");
            }
        }
    }

    fn camp(&self, squares: SquareSet, seat: Seat, more: &str) -> String {
        let outline = outline::of(squares, |file, rank| {
            let (x, y) = (i32::from(file) * UNIT, (self.size - i32::from(rank)) * UNIT);
            format!("{x} {y}")
        });
        format!("<path class=\"camp {seat}\" d=\"{outline}\"{more}/>\n")
    }

    fn piece(&self, square: Square, seat: Seat, marked: bool, more: &str) -> String {
        let (x, y) = self.middle(square);
        let crown = if marked { "<use href=\"#crown\"/>" } else { "" };
        format!("<g transform=\"translate({x} {y})\"{more}><use href=\"#{seat}\"/>{crown}</g>\n")
    }

    fn middle(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        (
            file * UNIT + UNIT / 2,
            (self.size - 1 - rank) * UNIT + UNIT / 2,
        )
    }

    /// The board, its top left corner at the origin.
    fn board(&self) -> String {
        let Self {
            size,
            ground,
            pieces,
            top,
            ..
        } = self;
        let side = size * UNIT;
        let mut svg = format!("<rect width=\"{side}\" height=\"{side}\" fill=\"#e6cda5\"/>\n");
        svg += "<path fill=\"#dcbf92\" d=\"";
        // The corner a1 is dark.
        for row in 0..*size {
            for column in (0..*size).filter(|column| (column + row) % 2 == 1) {
                let (x, y) = (column * UNIT, row * UNIT);
                svg += &format!("M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z");
            }
        }
        svg += "\"/>\n";
        svg += ground;
        svg += &format!(
            "<rect x=\"-1\" y=\"-1\" width=\"{0}\" height=\"{0}\" rx=\"2\" fill=\"none\" \
             stroke=\"#a98a5d\" stroke-width=\"2\"/>\n",
            side + 2
        );
        svg += &self.coordinates();
        svg + pieces + top
    }

    fn coordinates(&self) -> String {
        let side = self.size * UNIT;
        let mut svg = String::new();
        for (index, file) in (0..self.size).zip('a'..) {
            let along = index * UNIT + UNIT / 2;
            svg += &format!("<text x=\"{along}\" y=\"{}\">{file}</text>", side + 20);
            let (y, rank) = (side - along + 5, index + 1);
            svg += &format!("<text x=\"-15\" y=\"{y}\">{rank}</text>\n");
        }
        svg
    }
}

/// An SVG document of boards of one size side by side.
pub(super) fn svg(title: &str, boards: &[Picture]) -> String {
    let side = boards.iter().map(|board| board.size).max().unwrap_or(0) * UNIT;
    let count = i32::try_from(boards.len()).unwrap_or(0);
    let each = LEFT + side + GAP;
    let (width, height) = (each * count - GAP + AIR, AIR + side + BELOW);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{title}</title>\n"
    );
    svg += art::STYLE;
    let seats = boards.iter().flat_map(|board| board.seats);
    let seats: std::collections::BTreeSet<_> = seats.copied().collect();
    svg += &art::definitions(seats);
    for (at, board) in (0..).zip(boards) {
        let x = each * at + LEFT;
        // Writing to a String does not fail.
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {AIR})\">\n{}</g>\n",
            board.board()
        );
    }
    svg + "</svg>\n"
}
