//! Who sits where, so that over time everybody has each seat as often. Pure.

use halma_core::Seat;

use crate::pairing::Waiting;

/// Who gets which seat, so that over time everybody has each of them as often; `lot` decides
/// between what is equally fair.
pub(crate) fn seat(group: &[Waiting], seats: &[Seat], lot: u16) -> Vec<Seat> {
    let mut orders = vec![Vec::new()];
    for _ in seats {
        let longer = |order: Vec<Seat>| {
            let left = seats
                .iter()
                .filter(|seat| !order.contains(seat))
                .copied()
                .collect::<Vec<_>>();
            left.into_iter().map(move |seat| {
                let mut order = order.clone();
                order.push(seat);
                order
            })
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    // The square of it, so that nobody bears all of the unevenness.
    let unfair = |order: &Vec<Seat>| -> usize {
        let had = group
            .iter()
            .zip(order)
            .map(|(waiting, seat)| waiting.had(*seat) + 1);
        had.map(|had| had * had).sum()
    };
    let fairest = orders.iter().map(unfair).min().unwrap_or_default();
    orders.retain(|order| unfair(order) == fairest);
    orders.swap_remove(usize::from(lot) % orders.len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::tests::waiting;

    #[test]
    fn seats_even_out() {
        let (white, black) = (Seat::White, Seat::Black);
        let mut group = vec![waiting(1), waiting(2)];
        group[0].seats = vec![white, white, black];
        for lot in 0..4 {
            assert_eq!(seat(&group, &[white, black], lot), [black, white]);
        }
        group[1].seats = vec![white, white, black];
        let drawn: Vec<_> = (0..2)
            .map(|lot| seat(&group, &[white, black], lot)[0])
            .collect();
        assert!(drawn.contains(&white) && drawn.contains(&black));
    }
}
