//! `halma engine`: the computer player on standard input and output.

mod command;
mod outside;
mod session;

use std::io::{self, BufRead};

pub(crate) use outside::{Budget, Outside};
use session::Session;

/// Play by lines on standard input and output, for other programs to drive
///
/// The protocol is described in proto-docs/ENGINE.md. Type `halma` to begin.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> anyhow::Result<()> {
    let mut session = Session::new(io::stdout());
    for line in io::stdin().lock().lines() {
        if !session.hear(&line?)? {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}
