//! The matchmaker: the one task that pairs those who seek a quick game, so that nobody is paired twice.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::join_all;
use halma_core::{Preset, Rules, Seat};
use halma_protocol::{
    ClockClass, CommandId, Done, ErrorCode, ErrorMsg, Paired, Seek, SeekEnd, SeekEnded, SeekInfo,
    Seeks, ServerMsg,
};
use tokio::sync::mpsc;

use crate::auth::Who;
use crate::frame;
use crate::live::Live;
use crate::pairing::{Pool, Waiting, is_sound};
use crate::room::Plan;
use crate::seating::seat;
use crate::session::SessionId;
use crate::store::{Ladder, StoreError};

/// How many wishes may wait.
const MAILBOX: usize = 1_024;

/// How many of them are seen to together: what each needs of the store is looked up at once, and
/// games made at once are stored at once.
const TOGETHER: usize = 64;

/// How many of those who wait are shown.
const SHOWN: usize = 200;

/// How often it looks who has gone, and tells who waits, in milliseconds.
const TICK: i64 = 1_000;

/// How many of a player's last games decide which seat is due.
const LAST_GAMES: u32 = 20;

/// What quick games are played by.
const FAMILY: &str = "standard";

/// What a session asks of the matchmaker.
#[derive(Debug)]
pub(crate) enum Wish {
    /// To be paired.
    Seek(SessionId, Box<Who>, Seek),
    /// Not to be paired any more.
    Cancel(SessionId, CommandId),
}

/// Where wishes go; and who waits, for anybody to read.
#[derive(Debug, Clone)]
pub(crate) struct Seekers {
    wishes: mpsc::Sender<Wish>,
    waiting: Arc<Mutex<Vec<SeekInfo>>>,
}

impl Seekers {
    pub(crate) fn channel() -> (Self, mpsc::Receiver<Wish>) {
        let (wishes, receiver) = mpsc::channel(MAILBOX);
        (
            Self {
                wishes,
                waiting: Arc::default(),
            },
            receiver,
        )
    }

    /// Hands a wish over without waiting; false if there are too many.
    pub(crate) fn wish(&self, wish: Wish) -> bool {
        self.wishes.try_send(wish).is_ok()
    }

    /// Who waits, the longest wait first; of a crowd, those in front.
    pub(crate) fn list(&self) -> Vec<SeekInfo> {
        let waiting = self.waiting.lock();
        waiting.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, list: Vec<SeekInfo>) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = list;
    }
}

/// Pairs until the tenure ends.
pub(crate) async fn run(live: Arc<Live>, mut wishes: mpsc::Receiver<Wish>) {
    let mut pool = Pool::default();
    let mut together = Vec::with_capacity(TOGETHER);
    let mut tick = live.clock.now() + TICK;
    let mut news = false;
    loop {
        tokio::select! {
            taken = wishes.recv_many(&mut together, TOGETHER) => {
                if taken == 0 {
                    return;
                }
                grant(&live, &mut pool, together.drain(..)).await;
                pair(&live, &mut pool).await;
                live.seeks.set(pool.list(SHOWN));
                news = true;
            }
            () = live.clock.sleep_until(tick), if news || !pool.is_empty() => {
                pair(&live, &mut pool).await;
                tick = live.clock.now() + TICK;
                news |= pool.prune(|session| live.sockets.has(session));
                if std::mem::take(&mut news) {
                    let seeks = pool.list(SHOWN);
                    live.seeks.set(seeks.clone());
                    live.sockets.tell_lobby(&frame(&ServerMsg::Seeks(Seeks { seeks })));
                }
            }
            () = live.stop.cancelled() => return,
        }
    }
}

/// A wish with all that it takes to grant it.
enum Ready {
    Seek(SessionId, CommandId, Result<Box<Waiting>, ErrorMsg>),
    Cancel(SessionId, CommandId),
}

/// Grants wishes in the order they came.
async fn grant(live: &Live, pool: &mut Pool, wishes: impl Iterator<Item = Wish>) {
    let ready = wishes.map(async |wish| match wish {
        Wish::Seek(session, who, seek) => {
            let id = seek.id.clone();
            let waiting = waiting(live, session, &who, seek).await;
            Ready::Seek(session, id, waiting.map(Box::new))
        }
        Wish::Cancel(session, id) => Ready::Cancel(session, id),
    });
    for ready in join_all(ready).await {
        match ready {
            Ready::Seek(session, id, Ok(waiting)) => {
                if let Some(before) = pool.add(*waiting) {
                    tell_end(live, &before, SeekEnd::Replaced);
                }
                live.sockets
                    .tell(session, frame(&ServerMsg::Seeking(Done { id })));
            }
            Ready::Seek(session, id, Err(mut refusal)) => {
                refusal.id = Some(id);
                live.sockets
                    .tell(session, frame(&ServerMsg::Error(refusal)));
            }
            Ready::Cancel(session, id) => {
                if let Some(waiting) = pool.cancel(session) {
                    tell_end(live, &waiting, SeekEnd::Cancelled);
                }
                live.sockets
                    .tell(session, frame(&ServerMsg::Done(Done { id })));
            }
        }
    }
}

fn tell_end(live: &Live, waiting: &Waiting, why: SeekEnd) {
    let ended = ServerMsg::SeekEnded(SeekEnded {
        id: waiting.id(),
        why,
    });
    live.sockets.tell(waiting.session, frame(&ended));
}

/// A seek with all that pairing needs to know.
async fn waiting(
    live: &Live,
    session: SessionId,
    who: &Who,
    seek: Seek,
) -> Result<Waiting, ErrorMsg> {
    let quick = seek.preset.starts_with(FAMILY) && Preset::by_name(&seek.preset).is_some();
    if !quick {
        let text = "quick games are played by a standard preset";
        return Err(ErrorMsg::new(ErrorCode::BadRuleset, text).field("preset"));
    }
    seek.clock
        .check()
        .map_err(|bad| ErrorMsg::new(ErrorCode::BadClock, bad.to_string()).field(bad.field))?;
    let pace = seek.clock.class();
    if pace == ClockClass::Untimed {
        let text = "quick games have a clock";
        return Err(ErrorMsg::new(ErrorCode::BadClock, text).field("clock"));
    }
    if seek.min.zip(seek.max).is_some_and(|(min, max)| min > max) {
        let text = "the least rating is above the greatest";
        return Err(ErrorMsg::new(ErrorCode::BadField, text).field("min"));
    }
    let who = live.as_now(who).await?;
    if seek.rated && !who.has_account() {
        return Err(ErrorMsg::new(
            ErrorCode::NotRated,
            "only accounts play rated games",
        ));
    }
    let bot = who.player.bot;
    let ladder = Ladder {
        bots: bot,
        preset: seek.preset.clone(),
        pace: pace as i16,
    };
    let rating = live.store.rating(who.id(), &ladder).await?;
    let seats = live
        .store
        .last_seats(who.id(), &seek.preset, LAST_GAMES)
        .await?;
    let seats = seats
        .into_iter()
        .filter_map(|seat| Seat::ALL.get(usize::try_from(seat).ok()?).copied());
    Ok(Waiting {
        session,
        player: who.shown(),
        since: live.clock.now(),
        rating,
        bot,
        estranged: live.store.estranged(who.id()).await?,
        seats: seats.collect(),
        seek,
    })
}

/// A game that those who were paired are to play.
struct Pairing {
    group: Vec<Waiting>,
    seats: Vec<Seat>,
    plan: Plan,
}

/// Makes games for all who fit; whoever gets none after all goes on waiting.
async fn pair(live: &Live, pool: &mut Pool) {
    // Nobody is given a game whose socket has gone meanwhile.
    pool.prune(|session| live.sockets.has(session));
    let mut without = Vec::new();
    loop {
        let groups = std::iter::from_fn(|| pool.take_group(|preset| seats_of(preset).len()));
        let groups: Vec<_> = groups.collect();
        if groups.is_empty() {
            break;
        }
        match renewed(live, &groups).await {
            Ok(renewed) => {
                let all = renewed.into_iter().zip(groups);
                let is_whole = |now: &Vec<_>, before: &Vec<_>| now.len() == before.len();
                let (sound, unsound): (Vec<_>, Vec<_>) =
                    all.partition(|(now, before)| is_whole(now, before) && is_sound(now));
                let now = |(now, _)| now;
                without.extend(make_games(live, sound.into_iter().map(now)).await);
                // Of these others may fit.
                unsound
                    .into_iter()
                    .map(now)
                    .for_each(|group| pool.put_back(group));
            }
            Err(error) => {
                tracing::warn!(%error, "who is paired cannot be looked up; they go on waiting");
                without.extend(groups);
            }
        }
    }
    without.into_iter().for_each(|group| pool.put_back(group));
}

/// The same groups as they are now, without those who have left: since somebody began to wait it may
/// have been blocked, become a bot, or taken another name.
async fn renewed(live: &Live, groups: &[Vec<Waiting>]) -> Result<Vec<Vec<Waiting>>, StoreError> {
    let ids: Vec<_> = groups
        .iter()
        .flatten()
        .map(|waiting| waiting.player.id)
        .collect();
    let (persons, estranged) =
        tokio::try_join!(live.store.persons(&ids), live.store.estranged_among(&ids))?;
    let persons: HashMap<_, _> = persons.iter().map(|person| (person.id, person)).collect();
    let renew = |waiting: &Waiting| {
        let person = persons.get(&waiting.player.id)?;
        let mut waiting = waiting.clone();
        waiting.renew(&person.name, person.bot, &estranged);
        Some(waiting)
    };
    let renew = |group: &Vec<Waiting>| group.iter().filter_map(renew).collect();
    Ok(groups.iter().map(renew).collect())
}

/// Makes games at once; gives back the groups that got none.
async fn make_games(live: &Live, groups: impl Iterator<Item = Vec<Waiting>>) -> Vec<Vec<Waiting>> {
    let pairings: Vec<_> = groups.filter_map(|group| pairing(live, group)).collect();
    let made = pairings.into_iter().map(async |pairing| {
        let game = live.lobby.create(pairing.plan).await;
        (pairing.group, pairing.seats, game)
    });
    let mut without = Vec::new();
    for (group, seats, game) in join_all(made).await {
        match game {
            Ok(game) => {
                for (seat, waiting) in seats.into_iter().zip(&group) {
                    let paired = Paired {
                        id: waiting.id(),
                        game,
                        seat,
                    };
                    live.sockets
                        .tell(waiting.session, frame(&ServerMsg::Paired(paired)));
                }
            }
            Err(error) => {
                tracing::warn!(%error, "a pair got no game; they go on waiting");
                without.push(group);
            }
        }
    }
    without
}

/// The seats of a preset.
fn seats_of(preset: &str) -> &'static [Seat] {
    let rules = Preset::by_name(preset).and_then(|preset| Rules::new(preset.ruleset).ok());
    rules.map(|rules| rules.seats()).unwrap_or_default()
}

/// None if they seek what there is not, which nobody can.
fn pairing(live: &Live, group: Vec<Waiting>) -> Option<Pairing> {
    let first = group.first()?;
    let preset = Preset::by_name(&first.seek.preset)?;
    let lot = u16::from_be_bytes(live.random.bytes());
    let seats = seat(&group, seats_of(preset.name), lot);
    let players = group.iter().map(|waiting| waiting.player.clone());
    let plan = Plan {
        rules: preset.ruleset,
        start: None,
        host: first.player.clone(),
        clock: first.seek.clock,
        key: None,
        invited: BTreeMap::new(),
        computers: BTreeMap::new(),
        hints: false,
        rated: first.seek.rated,
        seated: seats.iter().copied().zip(players).collect(),
        predecessor: None,
    };
    Some(Pairing { group, seats, plan })
}
