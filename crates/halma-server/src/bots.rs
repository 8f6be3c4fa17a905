//! Computer players: a bounded pool of threads that think, apart from those that serve people.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use halma_core::{Game, Seat};
use halma_engine::{Found, Level, Limits, Search, judge_draw, judge_takeback};
use halma_protocol::ProposalKind;
use prometheus_client::registry::Registry;
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::meters::{PoolMeters, level};

/// How many questions may wait for a thread; one more is asked again later.
const WAITING: usize = 4096;

/// How long a move may take at most, whatever its level.
const MOST: Duration = Duration::from_millis(1_500);

/// How long a hint may take.
const HINT: Duration = Duration::from_millis(300);

/// A move takes at most this part of what is left on the clock.
const PART_OF_CLOCK: u32 = 30;

/// What a computer is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// For a move at this level, with so many milliseconds left on its clock.
    Move { level: Level, left: Option<u32> },
    /// Whether a seat accepts a proposal.
    Vote { seat: Seat, what: ProposalKind },
    /// For a move to suggest to a person.
    Hint,
}

/// What it answers.
#[derive(Debug)]
pub(crate) enum Answer {
    /// A move; none if there is none to make.
    Move(Option<Found>),
    /// Whether it accepts.
    Vote(bool),
}

struct Job {
    game: Game,
    question: Question,
    seed: u64,
    stop: Arc<AtomicBool>,
    asked: Instant,
    answer: oneshot::Sender<Answer>,
}

/// A handle to the pool.
#[derive(Debug, Clone)]
pub(crate) struct Bots {
    /// Questions somebody waits for.
    watched: mpsc::Sender<Job>,
    /// Questions of games that nobody watches: they wait behind all others.
    unwatched: mpsc::Sender<Job>,
    meters: PoolMeters,
}

/// A question under way. Dropping it stops the thinking.
#[derive(Debug)]
pub(crate) struct Thinking {
    stop: Arc<AtomicBool>,
    answer: oneshot::Receiver<Answer>,
}

impl Bots {
    /// A pool of so many threads; it ends when the last handle is gone.
    pub(crate) fn start(threads: usize) -> Self {
        let (watched, first) = mpsc::channel(WAITING);
        let (unwatched, then) = mpsc::channel(WAITING);
        let threads = Arc::new(Semaphore::new(threads.max(1)));
        let meters = PoolMeters::default();
        tokio::spawn(run(first, then, threads, meters.clone()));
        Self {
            watched,
            unwatched,
            meters,
        }
    }

    /// Shows what is counted here.
    pub(crate) fn show(&self, shown: &mut Registry) {
        let queue = |jobs: &mpsc::Sender<Job>| jobs.max_capacity() - jobs.capacity();
        let waiting = queue(&self.watched) + queue(&self.unwatched);
        level(
            shown,
            "bot_questions_waiting",
            "Questions that wait for a thread",
            waiting,
        );
        let PoolMeters { waited, thought } = self.meters.clone();
        shown.register("bot_wait_seconds", "Seconds a question waited", waited);
        shown.register("bot_thought_seconds", "Seconds of thought", thought);
    }

    /// Asks without waiting; `None` if too many questions wait already.
    pub(crate) fn ask(
        &self,
        game: &Game,
        question: Question,
        seed: u64,
        is_watched: bool,
    ) -> Option<Thinking> {
        let jobs = if is_watched {
            &self.watched
        } else {
            &self.unwatched
        };
        let place = jobs.try_reserve().ok()?;
        let (answer, awaited) = oneshot::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            game: game.clone(),
            question,
            seed,
            stop: Arc::clone(&stop),
            asked: Instant::now(),
            answer,
        };
        place.send(job);
        Some(Thinking {
            stop,
            answer: awaited,
        })
    }
}

impl Thinking {
    /// The answer; `None` if the thinker failed. Cancel-safe.
    pub(crate) async fn answer(&mut self) -> Option<Answer> {
        (&mut self.answer).await.ok()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

async fn run(
    mut watched: mpsc::Receiver<Job>,
    mut unwatched: mpsc::Receiver<Job>,
    threads: Arc<Semaphore>,
    meters: PoolMeters,
) {
    loop {
        // First a thread, then the question: whoever is asked last may be served first.
        // The semaphore is never closed.
        let Ok(thread) = Arc::clone(&threads).acquire_owned().await else {
            return;
        };
        let job = tokio::select! {
            biased;
            Some(job) = watched.recv() => job,
            Some(job) = unwatched.recv() => job,
            else => return,
        };
        if job.stop.load(Ordering::Relaxed) {
            continue;
        }
        let meters = meters.clone();
        tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            meters.waited.observe((begun - job.asked).as_secs_f64());
            let answer = think(&job);
            meters.thought.observe(begun.elapsed().as_secs_f64());
            drop(thread);
            // Whoever asked may have moved on.
            let _ = job.answer.send(answer);
        });
    }
}

fn think(job: &Job) -> Answer {
    let Job {
        game,
        question,
        seed,
        stop,
        asked,
        ..
    } = job;
    let search = |level: Level, most: Duration| {
        let limits = level.limits().and(Limits::until(Instant::now() + most));
        Search::new(level, *seed).run(game, &limits, stop)
    };
    match *question {
        Question::Move { level, left } => {
            // Whatever it waited for a thread is gone from its clock.
            let left = left
                .map(|left| Duration::from_millis(u64::from(left)).saturating_sub(asked.elapsed()));
            let share = left.map_or(MOST, |left| left / PART_OF_CLOCK);
            Answer::Move(search(level, share.min(MOST)))
        }
        Question::Hint => Answer::Move(search(Level::ALL[Level::ALL.len() - 1], HINT)),
        Question::Vote {
            seat,
            what: ProposalKind::Draw,
        } => Answer::Vote(judge_draw(game, seat)),
        Question::Vote {
            seat,
            what: ProposalKind::Takeback,
        } => Answer::Vote(judge_takeback(game, seat)),
    }
}

#[cfg(test)]
mod tests {
    use halma_core::{Rules, Ruleset};

    use super::*;

    fn game() -> Game {
        Game::new(Rules::new(Ruleset::default()).unwrap())
    }

    fn a_move(level: u8) -> Question {
        let level = Level::new(level).unwrap();
        Question::Move { level, left: None }
    }

    #[tokio::test]
    async fn one_thread_thinks_about_one_thing_and_first_of_what_is_watched() {
        let bots = Bots::start(1);
        let ask = |level, is_watched| bots.ask(&game(), a_move(level), 1, is_watched).unwrap();
        let first = ask(8, false);
        let mut unwatched = ask(8, false);
        let mut watched = ask(1, true);
        // Nobody wants its answer any more: the thread is free at once.
        drop(first);
        tokio::select! {
            biased;
            _ = unwatched.answer() => panic!("asked before, but nobody watches"),
            answer = watched.answer() => assert!(matches!(answer, Some(Answer::Move(Some(_))))),
        }
        assert!(unwatched.answer().await.is_some(), "its turn comes too");
    }

    #[tokio::test]
    async fn too_many_questions_are_refused_at_once() {
        let bots = Bots::start(1);
        let ask = || bots.ask(&game(), a_move(8), 1, false);
        // Nothing has been awaited yet, so that none has left the queue.
        let asked: Vec<_> = (0..WAITING + 8).filter_map(|_| ask()).collect();
        assert_eq!(asked.len(), WAITING);
        assert!(
            bots.ask(&game(), a_move(1), 1, true).is_some(),
            "a watched one has room"
        );
    }
}
