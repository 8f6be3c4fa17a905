//! `cargo xtask bench server`: what the server carries, and at what cost, on both stores.

use anyhow::Result;

use crate::command::{cargo, program, run, target_dir};

/// What is measured, who plays, and who measures.
const PROGRAMS: [&str; 3] = ["halma-server", "halma", "halma-bench"];

/// Builds the programs as they are released, and has the server measured.
pub(crate) fn measure(how: &[String]) -> Result<()> {
    let programs = PROGRAMS.iter().flat_map(|name| ["--bin", name]);
    run(cargo()
        .args(["build", "--release", "--workspace"])
        .args(programs))?;
    let bench = target_dir().join("release/halma-bench");
    run(program(bench).arg("server").args(how))
}
