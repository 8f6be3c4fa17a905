//! `cargo xtask bench server`: what the server carries, and at what cost, on both stores.

use anyhow::Result;

use crate::command::{become_program, cargo, program, run, target_dir};
use crate::tools::{self, Tool};

/// What is measured, who plays, and who measures.
const PROGRAMS: [&str; 3] = ["halma-server", "halma", "halma-bench"];

/// Builds the programs as they are released, and becomes the one that measures.
pub(crate) fn measure(how: &[String]) -> Result<()> {
    tools::require(&[Tool::Make, Tool::Taskset], false)?;
    let programs = PROGRAMS.iter().flat_map(|name| ["--bin", name]);
    run(cargo()
        .args(["build", "--release", "--workspace"])
        .args(programs))?;
    let bench = target_dir().join("release/halma-bench");
    become_program(program(bench).arg("server").args(how))
}
