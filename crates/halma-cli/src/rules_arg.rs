//! Rules named on the command line.

use anyhow::{Context, bail};
use halma_core::{PRESETS, Preset, Rules};

/// Reads the name of a preset or a ruleset as JSON.
pub(crate) fn parse(text: &str) -> anyhow::Result<Rules> {
    let ruleset = if text.trim_start().starts_with('{') {
        serde_json::from_str(text).context("not a ruleset")?
    } else if let Some(preset) = Preset::by_name(text) {
        preset.ruleset
    } else {
        let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        bail!("no preset is called that; there are {}", names.join(", "));
    };
    Ok(Rules::new(ruleset)?)
}
