//! `cargo xtask pictures`: the page as real browsers draw it.

use std::path::{self, PathBuf};

use anyhow::{Context, Result};

use crate::command::{cargo, root, run as run_program};
use crate::tools::{self, Tool};

/// Which pictures.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Draw every page into this folder instead, on screens of three widths, light and dark, in all
    /// languages, to be looked at
    #[arg(long, value_name = "FOLDER")]
    every: Option<PathBuf>,
}

/// Draws the README's pictures anew, or every page.
pub(crate) fn run(options: &Options) -> Result<()> {
    tools::require(&[Tool::Chromium, Tool::Chromedriver], false)?;
    let (test, folder) = match &options.every {
        Some(folder) => ("every_page", path::absolute(folder)?),
        None => ("for_the_readme", root().join("docs/images")),
    };
    let mut cargo = cargo();
    cargo
        .args([
            "test",
            "--package",
            "halma-tests",
            "--test",
            "browser",
            "--",
        ])
        .args(["--ignored", "--exact", &format!("pictures::{test}")])
        .env("HALMA_PICTURES", &folder);
    if let Some(chromedriver) = tools::chromedriver() {
        cargo.env("CHROMEDRIVER", chromedriver);
    }
    run_program(&mut cargo).with_context(|| format!("no pictures in {}", folder.display()))
}
