//! How fast the computer player searches, how deep it comes, and how late it is: one table.

#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use halma_core::{Game, Position, Preset, Rules};
use halma_engine::{Limits, Search, Strength};

/// Positions of a game between two at full strength, by `standard`.
const POSITIONS: [(&str, &str); 3] = [
    (
        "start",
        "wwwww11/wwwww11/wwww12/www13/ww14/16/16/16/16/16/16/14bb/13bbb/12bbbb/11bbbbb/11bbbbb w 0,0",
    ),
    (
        "middle",
        "5w10/16/2w1bw10/6w9/7b8/1w5b8/2w2bbb8/1w5bb7/3w5b6/2w1w3b7/3w6b3b1/2w1w4bb1b2b/4w1w9/3w1w1w2b2b2/4w5b5/16 w 25,25",
    ),
    (
        "end",
        "b2bb11/bbb1bb10/bb1b12/5b10/b3b11/b4b10/4b2w8/3b12/10w5/16/1b13w/16/12w1ww/8ww1wwww1/10w1wwww/11w2w1 w 75,75",
    ),
];

const TIME: Duration = Duration::from_millis(200);
const STOP_AFTER: Duration = Duration::from_millis(50);
const RUNS: u64 = 25;

fn main() {
    let preset = Preset::by_name("standard").unwrap();
    let rules = Rules::new(preset.ruleset).unwrap();
    println!("In 200 ms, {RUNS} times, best / median; late and stopped in µs, median / worst");
    println!(
        "{:<8} {:>17} {:>8} {:>15} {:>15}",
        "", "nodes a second", "depth", "late", "stopped"
    );
    for (name, position) in POSITIONS {
        let game = Game::from_position(Position::parse(&rules, position).unwrap());
        let (mut rates, mut depths) = (Vec::new(), Vec::new());
        let (mut late, mut stopped) = (Vec::new(), Vec::new());
        for seed in 0..RUNS {
            let search = Search::new(Strength::FULL, seed);
            let begun = Instant::now();
            let never = AtomicBool::new(false);
            let limits = Limits::until(begun + TIME);
            let found = search.run(&game, &limits, &never).unwrap();
            let took = begun.elapsed();
            rates.push((found.nodes as f64 / took.as_secs_f64()) as u128);
            depths.push(found.depth);
            late.push(took.saturating_sub(TIME).as_micros());
            stopped.push(time_to_stop(&search, &game).as_micros());
        }
        let [rates, late, stopped] = [rates, late, stopped].map(spread);
        depths.sort_unstable();
        println!(
            "{name:<8} {:>17} {:>8} {:>15} {:>15}",
            format!("{} / {}", rates.2, rates.1),
            format!(
                "{} / {}",
                depths[depths.len() - 1],
                depths[depths.len() / 2]
            ),
            format!("{} / {}", late.1, late.2),
            format!("{} / {}", stopped.1, stopped.2),
        );
    }
    let (_, median, worst) = spread((0..RUNS).map(|_| machine_is_late()).collect());
    println!(
        "{:<8} {:>17} {:>8} {:>15}",
        "nothing",
        "",
        "",
        format!("{median} / {worst}")
    );
}

/// The least, the median and the most.
fn spread(mut numbers: Vec<u128>) -> (u128, u128, u128) {
    numbers.sort_unstable();
    let last = numbers.len() - 1;
    (numbers[0], numbers[last.div_ceil(2)], numbers[last])
}

/// How long after the stop flag was raised a search without limits has answered; none at all if
/// it had answered before.
fn time_to_stop(search: &Search, game: &Game) -> Duration {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let searching = scope.spawn(|| {
            search.run(game, &Limits::default(), &stop).unwrap();
            Instant::now()
        });
        thread::sleep(STOP_AFTER);
        let raised = Instant::now();
        stop.store(true, Ordering::Relaxed);
        searching.join().unwrap().saturating_duration_since(raised)
    })
}

/// How late, in microseconds, the machine lets somebody be who does nothing but watch the clock.
fn machine_is_late() -> u128 {
    let deadline = Instant::now() + TIME;
    while Instant::now() < deadline {}
    deadline.elapsed().as_micros()
}
