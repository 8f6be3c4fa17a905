//! The four seats at the corners of the board.

use std::fmt;
use std::str::FromStr;

/// A seat. Seats go clockwise from the north-west corner, and turns follow that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Seat {
    /// North-west.
    White,
    /// North-east.
    Red,
    /// South-east.
    Black,
    /// South-west.
    Blue,
}

/// The text names no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seat is white, red, black or blue")]
pub struct SeatError;

impl Seat {
    /// All seats, clockwise.
    pub const ALL: [Self; 4] = [Self::White, Self::Red, Self::Black, Self::Blue];

    /// The seat's place in clockwise order, 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Red => "red",
            Self::Black => "black",
            Self::Blue => "blue",
        }
    }

    /// The letter in positions and records: `w`, `r`, `b`, `u`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Red => 'r',
            Self::Black => 'b',
            Self::Blue => 'u',
        }
    }

    /// The seat with that lower-case letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.letter() == letter)
    }

    /// The seat in the opposite corner, whose home is this seat's goal.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Red => Self::Blue,
            Self::Black => Self::White,
            Self::Blue => Self::Red,
        }
    }

    /// The seats clockwise from this one, itself first.
    pub fn clockwise(self) -> impl Iterator<Item = Self> {
        (0..4).map(move |turns| Self::ALL[(self.index() + turns) % 4])
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        Self::ALL
            .into_iter()
            .find(|seat| seat.name() == text)
            .ok_or(SeatError)
    }
}

/// A set of seats, iterated in seat order. In JSON a list of names.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// The set of one seat.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// The set with one seat more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.index())
    }

    /// The set without that seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.index()))
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// How many seats there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats that are not in `other`.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats in seat order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL
            .into_iter()
            .filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Seat>::deserialize(deserializer).map(|seats| seats.into_iter().collect())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for SeatSet {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SeatSet".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let seat = generator.subschema_for::<Seat>();
        schemars::json_schema!({
            "type": "array",
            "description": "Seats in seat order, each at most once.",
            "items": seat,
            "uniqueItems": true,
            "maxItems": 4
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_have_names_letters_and_opposites() {
        for seat in Seat::ALL {
            assert_eq!(seat.to_string().parse(), Ok(seat));
            assert_eq!(Seat::from_letter(seat.letter()), Some(seat));
            assert_eq!(seat.clockwise().nth(2), Some(seat.opposite()));
        }
        assert_eq!("White".parse::<Seat>(), Err(SeatError));
        assert_eq!(Seat::from_letter('W'), None);
    }

    #[test]
    fn sets_keep_seat_order() {
        let set: SeatSet = [Seat::Blue, Seat::White].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat::White, Seat::Blue]);
        assert_eq!(set.without(Seat::Blue), SeatSet::of(Seat::White));
        assert_eq!(set.difference(SeatSet::of(Seat::White)).len(), 1);
    }
}
