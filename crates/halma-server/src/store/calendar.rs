//! Days, months and years, UTC: which rows of the counters a game adds to, and which make up a span.

use time::OffsetDateTime;

/// A day, month or year that has rows of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) grain: i16,
    pub(super) start: i64,
}

const DAY: i64 = 86_400_000;
/// The grain of each kind of row.
pub(super) const DAYS: i16 = 0;
const MONTHS: i16 = 1;
const YEARS: i16 = 2;

/// The day, month and year of a time, UTC.
pub(super) fn spans(time: i64) -> [Span; 3] {
    let day = time.div_euclid(DAY);
    let (year, month) = month_of(day);
    [
        Span {
            grain: DAYS,
            start: day,
        },
        Span {
            grain: MONTHS,
            start: year * 12 + month,
        },
        Span {
            grain: YEARS,
            start: year,
        },
    ]
}

/// The year of a day, and its month counted from 0.
fn month_of(day: i64) -> (i64, i64) {
    match OffsetDateTime::from_unix_timestamp(day * (DAY / 1_000)) {
        Ok(date) => (
            i64::from(date.year()),
            i64::from(u8::from(date.month())) - 1,
        ),
        // Days that far away are all one to us.
        Err(_) => (if day < 0 { -9_999 } else { 9_999 }, 0),
    }
}

/// The first day of a month counted from year 0.
fn first_day(month: i64) -> i64 {
    // Civil days from the era's March on, so that the leap day is the last of its year.
    let (year, month) = (month.div_euclid(12), month.rem_euclid(12));
    let (year, month) = if month >= 2 {
        (year, month - 2)
    } else {
        (year - 1, month + 10)
    };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * month + 2) / 5;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Rows of one grain that make up part of a span of days: first and last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) grain: i16,
    pub(super) from: i64,
    pub(super) to: i64,
}

impl Part {
    const NONE: Self = Self {
        grain: DAYS,
        from: 0,
        to: -1,
    };
}

/// The fewest rows that make up the days from one to another: at most so many parts, some of them empty.
pub(super) fn parts(from: Option<i64>, to: Option<i64>) -> [Part; 5] {
    let mut parts = [Part::NONE; 5];
    let (Some(from), Some(to)) = (
        from.or(to.map(|_| -4_000_000)),
        to.or(from.map(|_| 4_000_000)),
    ) else {
        parts[0] = Part {
            grain: YEARS,
            from: i64::MIN,
            to: i64::MAX,
        };
        return parts;
    };
    if from > to {
        return parts;
    }
    let whole_years = whole(from, to, |day| month_of(day).0, |year| first_day(year * 12));
    let month = |day| {
        let (year, month) = month_of(day);
        year * 12 + month
    };
    let mut next = 0;
    let mut add = |part: Part| {
        if part.from <= part.to {
            parts[next] = part;
            next += 1;
        }
    };
    let mut by_months = |from: i64, to: i64| {
        if from > to {
            return;
        }
        match whole(from, to, month, first_day) {
            Some((first, last)) => {
                add(Part {
                    grain: DAYS,
                    from,
                    to: first_day(first) - 1,
                });
                add(Part {
                    grain: MONTHS,
                    from: first,
                    to: last,
                });
                add(Part {
                    grain: DAYS,
                    from: first_day(last + 1),
                    to,
                });
            }
            None => add(Part {
                grain: DAYS,
                from,
                to,
            }),
        }
    };
    match whole_years {
        Some((first, last)) => {
            by_months(from, first_day(first * 12) - 1);
            by_months(first_day((last + 1) * 12), to);
            add(Part {
                grain: YEARS,
                from: first,
                to: last,
            });
        }
        None => by_months(from, to),
    }
    parts
}

/// The first and last month, or year, that lies wholly within some days.
fn whole(
    from: i64,
    to: i64,
    of: impl Fn(i64) -> i64,
    first_day: impl Fn(i64) -> i64,
) -> Option<(i64, i64)> {
    let first = if first_day(of(from)) == from {
        of(from)
    } else {
        of(from) + 1
    };
    let last = if first_day(of(to) + 1) - 1 == to {
        of(to)
    } else {
        of(to) - 1
    };
    (first <= last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_days_agree_with_the_calendar() {
        for day in (-800_000..800_000).step_by(13) {
            let (year, month) = month_of(day);
            let (first, next) = (
                first_day(year * 12 + month),
                first_day(year * 12 + month + 1),
            );
            assert!(first <= day && day < next, "{day}");
        }
        assert_eq!(first_day(1970 * 12), 0);
        assert_eq!(first_day(2024 * 12 + 2) - first_day(2024 * 12 + 1), 29);
    }

    #[test]
    fn parts_cover_every_day_once() {
        let days_of = |part: &Part| match part.grain {
            DAYS => (part.from, part.to),
            MONTHS => (first_day(part.from), first_day(part.to + 1) - 1),
            _ => (first_day(part.from * 12), first_day((part.to + 1) * 12) - 1),
        };
        for from in (19_000..20_500).step_by(7) {
            for length in [0, 1, 10, 27, 31, 60, 365, 366, 800, 1_500] {
                let to = from + length;
                let mut spans: Vec<_> = parts(Some(from), Some(to))
                    .iter()
                    .filter(|part| part.from <= part.to)
                    .map(days_of)
                    .collect();
                spans.sort_unstable();
                assert_eq!((spans[0].0, spans[spans.len() - 1].1), (from, to));
                assert!(
                    spans.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0),
                    "{spans:?}"
                );
            }
        }
        assert!(
            parts(Some(5), Some(4))
                .iter()
                .all(|part| part.from > part.to)
        );
        assert_eq!(parts(None, None)[0].grain, YEARS);
    }
}
