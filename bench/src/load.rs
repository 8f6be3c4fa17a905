//! Who plays: `halma load` on the load's core.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use tokio::process::Command;

use crate::process::{Serving, program};

/// How long it may take beyond what it was told to count.
const PATIENCE: Duration = Duration::from_secs(120);

/// What it reports, as far as it is of use here.
#[derive(Debug, Deserialize)]
pub(crate) struct Report {
    pub(crate) seconds: f64,
    pub(crate) moves_a_second: f64,
    pub(crate) deliveries_to_watchers: u64,
    pub(crate) seen_by_the_other: Times,
    pub(crate) own_processor_share: f64,
    pub(crate) server: Used,
}

/// In microseconds.
#[derive(Debug, Deserialize)]
pub(crate) struct Times {
    median: u64,
    p99: u64,
}

impl Times {
    pub(crate) fn median(&self) -> Duration {
        Duration::from_micros(self.median)
    }

    pub(crate) fn p99(&self) -> Duration {
        Duration::from_micros(self.p99)
    }
}

/// What the process at the other end used.
#[derive(Debug, Deserialize)]
pub(crate) struct Used {
    /// Microseconds.
    pub(crate) processor_a_move: f64,
    /// Of one core.
    pub(crate) processor_share: f64,
    /// Bytes.
    pub(crate) memory_after: u64,
}

/// Plays on what serves, as these flags say.
pub(crate) async fn play(on: &Serving, seconds: u64, flags: &[&str]) -> Result<Report> {
    let load = Command::new(program("halma")?)
        .args(["load", "--url", &on.url, "--json"])
        .args(["--pid", &on.pid.to_string()])
        .args(["--seconds", &seconds.to_string()])
        .args(flags)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let bound = Duration::from_secs(seconds) + PATIENCE;
    let output = tokio::time::timeout(bound, load)
        .await
        .context("halma load does not end")??;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "halma load failed: {told}");
    Ok(serde_json::from_slice(&output.stdout)?)
}
