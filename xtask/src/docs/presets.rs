//! The table of named rulesets in the rules page.

use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result};
use halma_core::{PRESETS, Preset, Rules, Seat};

use super::Document;
use crate::command::root;

const PAGE: &str = "docs/RULES.md";
const BEGIN: &str = "<!-- presets: written by cargo xtask docs -->\n";
const END: &str = "<!-- end of presets -->\n";

/// The rules page, with the table as it is to be.
pub(super) fn in_rules_page() -> Result<Document> {
    let page =
        fs::read_to_string(root().join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let marks = || format!("{PAGE} has lost its marks for the presets");
    let (before, rest) = page.split_once(BEGIN).with_context(marks)?;
    let (_, after) = rest.split_once(END).with_context(marks)?;
    let table = table()?;
    Ok(Document {
        path: PAGE.to_owned(),
        text: format!("{before}{BEGIN}\n{table}\n{END}{after}"),
    })
}

fn table() -> Result<String> {
    let mut table = String::from("| Name | Board | Pieces | How it plays |\n|---|---|---|---|\n");
    for Preset {
        name,
        description,
        ruleset,
    } in PRESETS
    {
        let rules = Rules::new(*ruleset)?;
        let size = rules.board().size();
        let pieces = |seat: &Seat| rules.pieces(*seat).to_string();
        let pieces: Vec<_> = rules.seats().iter().map(pieces).collect();
        let pieces = pieces.join(" · ");
        writeln!(
            table,
            "| `{name}` | {size}×{size} | {pieces} | {description} |"
        )?;
    }
    Ok(table)
}
