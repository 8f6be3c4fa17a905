//! `cargo xtask docs`: the documents that are made from the sources.

mod picture;
mod pictures;
mod presets;
mod wire;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::command::root;

/// Whether to write the documents.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write nothing; fail if a document is not what the sources make of it
    #[arg(long)]
    check: bool,
}

/// A file and what is to be in it.
struct Document {
    path: String,
    text: String,
}

/// Writes what has changed, or only tells.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut stale = Vec::new();
    for Document { path, text } in documents()? {
        let file = root().join(&path);
        if fs::read(&file).is_ok_and(|found| found == text.as_bytes()) {
            continue;
        }
        if !options.check {
            write(&file, &text)?;
            println!("wrote {path}");
        }
        stale.push(path);
    }
    if options.check && !stale.is_empty() {
        let stale = stale.join(", ");
        bail!("not what the sources make of it: {stale}; cargo xtask docs writes it anew");
    }
    Ok(())
}

/// Everything that is made.
fn documents() -> Result<Vec<Document>> {
    let mut documents = pictures::all()?;
    documents.push(presets::in_rules_page()?);
    documents.extend(wire::documents()?);
    Ok(documents)
}

fn write(file: &Path, text: &str) -> Result<()> {
    let shown = file.display();
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(file, text).with_context(|| format!("cannot write {shown}"))
}
