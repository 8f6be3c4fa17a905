//! Percentages that add up.

/// The whole, in hundredths of a percent.
const WHOLE: u128 = 10_000;

/// The shares of some counts in percent, to two decimals, adding up to exactly 100.00 by the
/// largest remainder; of equal remainders the first gains. All are 0 if there is nothing to share.
pub(crate) fn shares(counts: &[u64]) -> Vec<f64> {
    let sum: u128 = counts.iter().map(|count| u128::from(*count)).sum();
    if sum == 0 {
        return vec![0.0; counts.len()];
    }
    let scaled = |count: &u64| u128::from(*count) * WHOLE;
    let mut hundredths: Vec<u128> = counts.iter().map(|count| scaled(count) / sum).collect();
    let mut by_remainder: Vec<usize> = (0..counts.len()).collect();
    by_remainder.sort_by_key(|index| std::cmp::Reverse(scaled(&counts[*index]) % sum));
    let missing = WHOLE - hundredths.iter().sum::<u128>();
    for index in by_remainder
        .into_iter()
        .take(usize::try_from(missing).unwrap_or(0))
    {
        hundredths[index] += 1;
    }
    // At most 10,000, so that nothing is lost.
    let percent = |hundredths: u128| f64::from(u16::try_from(hundredths).unwrap_or(0)) / 100.0;
    hundredths.into_iter().map(percent).collect()
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn shares_add_up_by_the_largest_remainder() {
        assert_eq!(shares(&[20_070, 17_765, 63]), [52.96, 46.87, 0.17]);
        assert_eq!(shares(&[1, 1, 1]), [33.34, 33.33, 33.33]);
        assert_eq!(shares(&[1]), [100.0]);
        assert_eq!(shares(&[0, 5]), [0.0, 100.0]);
        assert_eq!(shares(&[0, 0]), [0.0, 0.0]);
        assert_eq!(shares(&[]), [0.0; 0]);
        assert_eq!(shares(&[u64::MAX, u64::MAX]), [50.0, 50.0]);
    }

    #[test]
    fn shares_always_add_up() {
        for n in 1..2_000_u64 {
            let counts = [n, n * n % 97, n % 13, 7 * n % 31];
            let sum: f64 = shares(&counts)
                .iter()
                .map(|share| share * 100.0)
                .map(f64::round)
                .sum();
            assert!((sum - 10_000.0).abs() < 0.5, "{counts:?}");
        }
    }
}
