//! Ladders, and their names in the database.

use std::fmt;
use std::str::FromStr;

/// Who is rated against each other: people or bots, by one preset and one class of clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ladder {
    /// Whether bots; else people.
    pub bots: bool,
    /// The preset's name.
    pub preset: String,
    /// The number of the clock's class.
    pub pace: i16,
}

/// No ladder has this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no ladder has this name")]
pub struct NoLadder;

/// As in `humans/standard/2`.
impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pool = if self.bots { "bots" } else { "humans" };
        write!(f, "{pool}/{}/{}", self.preset, self.pace)
    }
}

impl FromStr for Ladder {
    type Err = NoLadder;

    fn from_str(name: &str) -> Result<Self, NoLadder> {
        let mut parts = name.split('/');
        let (Some(pool), Some(preset), Some(pace), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NoLadder);
        };
        Ok(Self {
            bots: match pool {
                "bots" => true,
                "humans" => false,
                _ => return Err(NoLadder),
            },
            preset: preset.to_owned(),
            pace: pace.parse().map_err(|_| NoLadder)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for name in ["humans/standard/2", "bots/standard-three/4"] {
            assert_eq!(name.parse::<Ladder>().unwrap().to_string(), name);
        }
        for bad in [
            "",
            "humans",
            "cats/standard/2",
            "humans/standard/rapid",
            "bots/x/1/2",
        ] {
            assert_eq!(bad.parse::<Ladder>(), Err(NoLadder), "{bad}");
        }
    }
}
