//! Who fits whom: seeks that wait, the longest wait first. Pure.

use halma_core::Seat;
use halma_protocol::{CommandId, PlayerId, PlayerRef, Seek, SeekInfo};

use crate::rating::tenths;
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

    /// Takes in what has become of the player since it began to wait; `estranged` are pairs of whom
    /// one has blocked the other.
    pub(crate) fn renew(&mut self, name: &str, bot: bool, estranged: &[(PlayerId, PlayerId)]) {
        name.clone_into(&mut self.player.name);
        self.bot = bot;
        let me = self.player.id;
        let others = estranged.iter().filter_map(|(one, other)| match me {
            me if me == *one => Some(*other),
            me if me == *other => Some(*one),
            _ => None,
        });
        self.estranged.extend(others);
    }

    /// A command's id as it is given back.
    pub(crate) fn id(&self) -> CommandId {
        self.seek.id.clone()
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
            rating: tenths(self.rating),
            min: self.seek.min,
            max: self.seek.max,
            since: self.since,
        }
    }

    /// How often the player has had this seat lately.
    pub(crate) fn had(&self, seat: Seat) -> usize {
        self.seats.iter().filter(|had| **had == seat).count()
    }
}

/// Whether all of a group may play together.
pub(crate) fn is_sound(group: &[Waiting]) -> bool {
    let pairs = (1..).zip(group);
    let mut pairs =
        pairs.flat_map(|(next, one)| group[next..].iter().map(move |other| (one, other)));
    pairs.all(|(one, other)| one.fits(other))
}

/// How many others are looked at for one group at most: where many are choosy, some wait longer
/// rather than everybody for them.
const LOOKS: usize = 20_000;

/// Those who wait, the longest wait first; everybody once.
///
/// Whoever is settled has been tried with all the other settled ones, and no group is among them. So
/// only groups with a newcomer are looked for, and a crowd costs each newcomer one look at it.
#[derive(Debug, Default)]
pub(crate) struct Pool(Vec<Place>);

#[derive(Debug)]
struct Place {
    waiting: Waiting,
    settled: bool,
}

impl Pool {
    /// Somebody begins to wait. What they sought before is given back.
    pub(crate) fn add(&mut self, waiting: Waiting) -> Option<Waiting> {
        let before = self.remove(|other| other.player.id == waiting.player.id);
        self.0.push(Place {
            waiting,
            settled: false,
        });
        before
    }

    /// The seek of this socket ends, if there is one.
    pub(crate) fn cancel(&mut self, session: SessionId) -> Option<Waiting> {
        self.remove(|waiting| waiting.session == session)
    }

    fn remove(&mut self, is_meant: impl Fn(&Waiting) -> bool) -> Option<Waiting> {
        let index = self.0.iter().position(|place| is_meant(&place.waiting))?;
        Some(self.0.remove(index).waiting)
    }

    /// Forgets everybody whose socket is gone; says whether there was one.
    pub(crate) fn prune(&mut self, is_there: impl Fn(SessionId) -> bool) -> bool {
        let before = self.0.len();
        self.0.retain(|place| is_there(place.waiting.session));
        self.0.len() < before
    }

    /// Puts back those who could not be paired after all, in their old places.
    pub(crate) fn put_back(&mut self, group: Vec<Waiting>) {
        for waiting in group {
            let earlier = |other: &Place| other.waiting.since <= waiting.since;
            let index = self.0.partition_point(earlier);
            let settled = false;
            self.0.insert(index, Place { waiting, settled });
        }
    }

    /// Takes out the next ones to play together; `seats` tells how many a preset needs.
    pub(crate) fn take_group(&mut self, seats: impl Fn(&str) -> usize) -> Option<Vec<Waiting>> {
        while let Some(newcomer) = self.0.iter().position(|place| !place.settled) {
            let needed = seats(&self.0[newcomer].waiting.seek.preset);
            if let Some(group) = self.group_with(newcomer, needed) {
                // From the last on, so that the others' numbers stay.
                let mut taken: Vec<_> = group
                    .into_iter()
                    .rev()
                    .map(|index| self.0.remove(index).waiting)
                    .collect();
                taken.reverse();
                return Some(taken);
            }
            self.0[newcomer].settled = true;
        }
        None
    }

    /// The first so many who all fit each other and the newcomer, in the order of their wait.
    fn group_with(&self, newcomer: usize, needed: usize) -> Option<Vec<usize>> {
        let fit = |one: usize, other: usize| self.0[one].waiting.fits(&self.0[other].waiting);
        let fitting: Vec<usize> = (0..self.0.len())
            .filter(|other| fit(newcomer, *other))
            .collect();
        // Of those who come first as many as fit each other, and a step back where that is too few.
        let (mut group, mut next) = (Vec::new(), 0);
        for _ in 0..LOOKS {
            if group.len() + 1 >= needed {
                let others = group.into_iter().map(|index: usize| fitting[index]);
                let mut all: Vec<usize> = others.chain([newcomer]).collect();
                all.sort_unstable();
                return Some(all);
            }
            match fitting.get(next) {
                Some(other) if group.iter().all(|member| fit(fitting[*member], *other)) => {
                    group.push(next);
                }
                Some(_) => {}
                None => next = group.pop()?,
            }
            next += 1;
        }
        None
    }

    /// Who has waited longest, at most so many.
    pub(crate) fn list(&self, most: usize) -> Vec<SeekInfo> {
        let first = self.0.iter().take(most);
        first.map(|place| place.waiting.shown()).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use halma_protocol::TimeControl;

    use super::*;

    const CLOCK: TimeControl = TimeControl::Fischer {
        initial: 300_000,
        increment: 3_000,
    };

    pub(crate) fn waiting(number: u128) -> Waiting {
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
    fn a_range_of_ratings_binds_both_sides() {
        let seek = |number: u128, rating: f64, min: Option<u32>, max: Option<u32>| {
            let mut waiting = waiting(number);
            waiting.rating = rating;
            (waiting.seek.min, waiting.seek.max) = (min, max);
            waiting
        };
        let strong = || seek(1, 1900.0, Some(1800), None);
        let weak = || seek(2, 1400.0, None, None);
        assert_eq!(group(&mut pool([strong(), weak()]), 2), None);
        assert_eq!(group(&mut pool([weak(), strong()]), 2), None);
        // Who waits longest is passed over if it does not fit, and keeps its place.
        let mut three = pool([strong(), weak(), seek(3, 1500.0, None, Some(1899))]);
        assert_eq!(group(&mut three, 2), Some(vec![2, 3]));
        assert!(three.add(seek(4, 1800.0, Some(1900), Some(1900))).is_none());
        assert_eq!(group(&mut three, 2), Some(vec![1, 4]));
    }

    #[test]
    fn all_of_a_group_fit_each_other() {
        let estranged = |number: u128, from: &[u128]| {
            let mut waiting = waiting(number);
            waiting.estranged = from
                .iter()
                .map(|other| PlayerId::from_u128(*other))
                .collect();
            waiting
        };
        // Whoever comes first with 1 stands in the way of the two who come later.
        let mut three = pool([waiting(1), waiting(2), estranged(3, &[2])]);
        assert_eq!(group(&mut three, 3), None);
        assert!(three.add(estranged(4, &[2])).is_none());
        assert_eq!(group(&mut three, 3), Some(vec![1, 3, 4]));
        assert_eq!(group(&mut three, 3), None);
    }

    #[test]
    fn a_crowd_that_nobody_fits_is_looked_at_once_by_each() {
        let mut pool = Pool::default();
        for number in 0..3_000 {
            let mut choosy = waiting(number);
            choosy.seek.min = Some(2_000);
            assert!(pool.add(choosy).is_none());
            assert!(pool.take_group(|_| 2).is_none());
        }
        assert!(pool.0.iter().all(|place| place.settled));
        let mut strong = waiting(9_999);
        strong.rating = 2_100.0;
        assert!(pool.add(strong).is_none());
        assert_eq!(group(&mut pool, 2), Some(vec![0, 9_999]));
    }

    #[test]
    fn whoever_is_put_back_keeps_the_place() {
        let mut pool = pool((1..=4).map(waiting));
        let taken = pool.take_group(|_| 2).unwrap();
        pool.put_back(taken);
        assert_eq!(group(&mut pool, 2), Some(vec![1, 2]));
        assert!(pool.prune(|session| session != 3));
        assert_eq!(pool.list(9).len(), 1);
        assert!(pool.cancel(4).is_some() && pool.is_empty());
    }
}
