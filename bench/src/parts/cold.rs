//! A start with very many games under way, and the first who comes to one that sleeps.

use std::time::Instant;

use anyhow::Result;

use super::{Bench, Store, millis, recorded};
use crate::copies::{self, Copies, Wish};
use crate::listener::Listener;
use crate::process::Serving;
use crate::table::Table;

/// Games of a few moves, and of many.
const SHORT: u64 = 100_000;
const LONG: u64 = 200;

/// How many moves the short ones have.
const FEW: u64 = 10;

pub(super) async fn measure(bench: &Bench, stores: &[Store]) -> Result<Table> {
    let mut table = Table::new(
        "A start with 100,000 games under way, and first joins of sleeping games of 200 moves",
        &[
            "store",
            "until it serves, s",
            "wanted",
            "join: median, ms",
            "99 %",
            "wanted",
        ],
    );
    for store in stores {
        let (data, recorded) = recorded(bench, *store).await?;
        let short = Wish {
            game: recorded.game,
            copies: Copies::UnderWay,
            events: recorded.before + FEW,
            first: 1,
            count: SHORT,
        };
        copies::make(&data, short).await?;
        let long = Wish {
            events: recorded.events(),
            first: SHORT + 1,
            count: LONG,
            ..short
        };
        copies::make(&data, long).await?;

        let begun = Instant::now();
        let server = Serving::server(&data).await?;
        let served = begun.elapsed();
        let (mut watcher, _) = Listener::open(&server.url, None).await?;
        let mut joins = Vec::new();
        for number in long.first..long.first + long.count {
            let begun = Instant::now();
            watcher.join(copies::copy(number), false).await?;
            joins.push(begun.elapsed());
        }
        joins.sort();
        table.row([
            store.name().to_owned(),
            format!("{:.2}", served.as_secs_f64()),
            "2".to_owned(),
            millis(joins[joins.len() / 2]),
            millis(joins[joins.len() * 99 / 100]),
            "5".to_owned(),
        ]);
    }
    Ok(table)
}
