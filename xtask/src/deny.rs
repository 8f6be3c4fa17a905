//! `cargo xtask deny`: whether what we depend on may be depended on, by `deny.toml`.

use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{self, cargo, run as run_program};

/// How it is had: it is not among the tools that are installed, because it takes minutes to build.
const INSTALL: &str = "cargo install --locked cargo-deny";

/// Checks everything; the database of known weaknesses is fetched anew.
pub(crate) fn run() -> Result<()> {
    if !is_there() {
        bail!("cargo-deny is not there: {INSTALL}");
    }
    run_program(cargo().args(["deny", "check"]))
}

/// Whether it is installed.
pub(crate) fn is_there() -> bool {
    command::succeeds(cargo().args(["deny", "--version"]))
}

/// What can be checked without asking anybody: licences, bans and sources.
pub(crate) fn offline() -> Command {
    let mut cargo = cargo();
    cargo.args([
        "deny",
        "--offline",
        "--log-level",
        "error",
        "check",
        "licenses",
        "bans",
        "sources",
    ]);
    cargo
}

/// Why it is left out.
pub(crate) fn missing() -> String {
    format!("cargo-deny is not installed ({INSTALL})")
}
