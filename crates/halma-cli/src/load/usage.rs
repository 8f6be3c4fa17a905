//! What a process uses, as the system tells.

use std::fs;
use std::time::Duration;

use anyhow::Context;

/// What a process has used, and what it holds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    /// The processor time of all its threads that still run.
    pub(crate) processor: Duration,
    /// The memory it holds, in bytes.
    pub(crate) memory: u64,
    /// How many files and sockets it has open.
    pub(crate) files: usize,
    pub(crate) threads: usize,
}

impl Usage {
    /// Of this process now.
    pub(crate) fn of(pid: u32) -> anyhow::Result<Self> {
        let gone = || format!("process {pid} cannot be read");
        let mut nanos = 0;
        let mut threads = 0;
        for thread in fs::read_dir(format!("/proc/{pid}/task")).with_context(gone)? {
            // A thread may end while we look.
            let Ok(times) = fs::read_to_string(thread?.path().join("schedstat")) else {
                continue;
            };
            let on_processor = times.split_whitespace().next();
            nanos += on_processor
                .and_then(|time| time.parse::<u64>().ok())
                .with_context(gone)?;
            threads += 1;
        }
        let status = fs::read_to_string(format!("/proc/{pid}/status")).with_context(gone)?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = resident.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        let files = fs::read_dir(format!("/proc/{pid}/fd")).with_context(gone)?;
        Ok(Self {
            processor: Duration::from_nanos(nanos),
            memory: 1024 * kib.with_context(gone)?,
            files: files.count(),
            threads,
        })
    }
}
