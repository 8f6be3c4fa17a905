//! Who fits whom: seeks that wait, the longest wait first. Pure.

use halma_core::Seat;
use halma_protocol::{CommandId, PlayerId, PlayerRef, Seek, SeekInfo};

use crate::session::SessionId;

/// Somebody who waits to be paired.
#[derive(Debug, Clone)]
pub(crate) struct Waiting {
    pub(crate) session: SessionId,
    pub(crate) player: PlayerRef,
    pub(crate) seek: Seek,
    /// When it began, in Unix milliseconds.
    pub(crate) since: i64,
    /// How the player rates on this ladder.
    pub(crate) rating: f64,
    pub(crate) bot: bool,
    /// With whom the player will not play, whoever of them said so.
    pub(crate) estranged: Vec<PlayerId>,
    /// The seats of the player's last games by this preset.
    pub(crate) seats: Vec<Seat>,
}

impl Waiting {
    fn fits(&self, other: &Self) -> bool {
        let alike = self.seek.preset == other.seek.preset
            && self.seek.clock == other.seek.clock
            && self.seek.rated == other.seek.rated;
        let rated_apart = self.seek.rated && self.bot != other.bot;
        alike
            && !rated_apart
            && self.player.id != other.player.id
            && !self.estranged.contains(&other.player.id)
            && !other.estranged.contains(&self.player.id)
            && self.accepts(other)
            && other.accepts(self)
    }

    fn accepts(&self, other: &Self) -> bool {
        let least = self.seek.min.map_or(f64::MIN, f64::from);
        let most = self.seek.max.map_or(f64::MAX, f64::from);
        (least..=most).contains(&other.rating)
    }

    pub(crate) fn shown(&self) -> SeekInfo {
        SeekInfo {
            player: self.player.clone(),
            preset: self.seek.preset.clone(),
            clock: self.seek.clock,
            rated: self.seek.rated,
            rating: (self.rating * 10.0).round() / 10.0,
            min: self.seek.min,
            max: self.seek.max,
            since: self.since,
        }
    }

    /// How often the player has had this seat lately.
    fn had(&self, seat: Seat) -> usize {
        self.seats.iter().filter(|had| **had == seat).count()
    }
}

/// Those who wait, the longest wait first; everybody once.
#[derive(Debug, Default)]
pub(crate) struct Pool(Vec<Waiting>);

impl Pool {
    /// Somebody begins to wait. What they sought before is given back.
    pub(crate) fn add(&mut self, waiting: Waiting) -> Option<Waiting> {
        let before = self.remove(waiting.player.id);
        self.0.push(waiting);
        before
    }

    /// Somebody waits no longer.
    pub(crate) fn remove(&mut self, player: PlayerId) -> Option<Waiting> {
        let index = self
            .0
            .iter()
            .position(|waiting| waiting.player.id == player)?;
        Some(self.0.remove(index))
    }

    /// The seek of this socket ends, if it is the one of that name or no name is given.
    pub(crate) fn cancel(&mut self, session: SessionId) -> Option<Waiting> {
        let index = self
            .0
            .iter()
            .position(|waiting| waiting.session == session)?;
        Some(self.0.remove(index))
    }

    /// Forgets everybody whose socket is gone; says whether there was one.
    pub(crate) fn prune(&mut self, is_there: impl Fn(SessionId) -> bool) -> bool {
        let before = self.0.len();
        self.0.retain(|waiting| is_there(waiting.session));
        self.0.len() < before
    }

    /// Puts back those who could not be paired after all, in their old places.
    pub(crate) fn put_back(&mut self, group: Vec<Waiting>) {
        for waiting in group {
            let place = self.0.partition_point(|other| other.since <= waiting.since);
            self.0.insert(place, waiting);
        }
    }

    /// Takes out the next ones to play together; `seats` tells how many a preset needs.
    pub(crate) fn take_group(&mut self, seats: impl Fn(&str) -> usize) -> Option<Vec<Waiting>> {
        for first in 0..self.0.len() {
            let needed = seats(&self.0[first].seek.preset);
            let mut group = vec![first];
            for next in first + 1..self.0.len() {
                if group.len() < needed
                    && group
                        .iter()
                        .all(|member| self.0[*member].fits(&self.0[next]))
                {
                    group.push(next);
                }
            }
            if group.len() == needed {
                let mut taken: Vec<_> = group
                    .into_iter()
                    .rev()
                    .map(|index| self.0.remove(index))
                    .collect();
                taken.reverse();
                return Some(taken);
            }
        }
        None
    }

    pub(crate) fn list(&self) -> Vec<SeekInfo> {
        self.0.iter().map(Waiting::shown).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

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

/// A command's id as it is given back.
pub(crate) fn id_of(waiting: &Waiting) -> CommandId {
    waiting.seek.id.clone()
}

#[cfg(test)]
mod tests {
    use halma_protocol::TimeControl;

    use super::*;

    const CLOCK: TimeControl = TimeControl::Fischer {
        initial: 300_000,
        increment: 3_000,
    };

    fn waiting(number: u128) -> Waiting {
        let seek = Seek {
            id: CommandId::new(number.to_string()).unwrap(),
            preset: "standard".to_owned(),
            clock: CLOCK,
            rated: false,
            min: None,
            max: None,
        };
        Waiting {
            session: number as SessionId,
            player: PlayerRef {
                id: PlayerId::from_u128(number),
                name: number.to_string(),
            },
            seek,
            since: number as i64,
            rating: 1500.0,
            bot: false,
            estranged: Vec::new(),
            seats: Vec::new(),
        }
    }

    fn pool(all: impl IntoIterator<Item = Waiting>) -> Pool {
        let mut pool = Pool::default();
        for waiting in all {
            assert!(pool.add(waiting).is_none());
        }
        pool
    }

    fn group(pool: &mut Pool, needed: usize) -> Option<Vec<SessionId>> {
        let group = pool.take_group(|_| needed)?;
        Some(group.iter().map(|waiting| waiting.session).collect())
    }

    #[test]
    fn the_longest_wait_comes_first_and_everybody_once() {
        let mut three = pool((1..=5).map(waiting));
        assert_eq!(group(&mut three, 2), Some(vec![1, 2]));
        assert_eq!(group(&mut three, 2), Some(vec![3, 4]));
        assert_eq!(group(&mut three, 2), None);
        let mut again = pool([waiting(1)]);
        let replaced = again.add(Waiting {
            session: 9,
            ..waiting(1)
        });
        assert_eq!(replaced.map(|replaced| replaced.session), Some(1));
        assert_eq!(
            group(&mut again, 2),
            None,
            "nobody plays against themselves"
        );
        let mut four = pool((1..=4).map(waiting));
        assert_eq!(group(&mut four, 4), Some(vec![1, 2, 3, 4]));
    }

    #[test]
    fn only_those_who_fit_are_paired() {
        let with = |change: fn(&mut Waiting)| {
            let mut other = waiting(2);
            change(&mut other);
            group(&mut pool([waiting(1), other]), 2).is_some()
        };
        assert!(with(|_| {}));
        assert!(!with(
            |other| other.seek.preset = "standard-three".to_owned()
        ));
        assert!(!with(
            |other| other.seek.clock = TimeControl::PerMove { time: 60_000 }
        ));
        assert!(!with(|other| other.seek.rated = true));
        assert!(!with(|other| other.seek.min = Some(1501)));
        assert!(!with(|other| other.seek.max = Some(1499)));
        assert!(with(
            |other| (other.seek.min, other.seek.max) = (Some(1500), Some(1500))
        ));
        assert!(!with(|other| other.estranged = vec![PlayerId::from_u128(1)]));
        assert!(
            with(|other| other.bot = true),
            "casual games are for everybody"
        );
        let rated = |number, bot| {
            let mut waiting = waiting(number);
            (waiting.seek.rated, waiting.bot) = (true, bot);
            waiting
        };
        assert_eq!(group(&mut pool([rated(1, false), rated(2, true)]), 2), None);
        let mut mixed = pool([rated(1, false), rated(2, true), rated(3, false)]);
        assert_eq!(group(&mut mixed, 2), Some(vec![1, 3]));
    }

    #[test]
    fn whoever_is_put_back_keeps_the_place() {
        let mut pool = pool((1..=4).map(waiting));
        let taken = pool.take_group(|_| 2).unwrap();
        pool.put_back(taken);
        assert_eq!(group(&mut pool, 2), Some(vec![1, 2]));
        assert!(pool.prune(|session| session != 3));
        assert_eq!(pool.list().len(), 1);
        assert!(pool.cancel(4).is_some() && pool.is_empty());
    }

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
