//! `halma completions` and `halma man`: what shells and readers of manuals want.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Command;
use clap_complete::Shell;

/// Print a completion script for a shell
///
/// For bash: halma completions bash > ~/.local/share/bash-completion/completions/halma
#[derive(clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print the manual page, or write one for every command
#[derive(clap::Args)]
pub(crate) struct ManArgs {
    /// The folder for the pages, such as ~/.local/share/man/man1
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

pub(crate) fn completions(args: &CompletionsArgs, mut command: Command, out: &mut impl Write) {
    clap_complete::generate(args.shell, &mut command, "halma", out);
}

pub(crate) fn man(args: &ManArgs, command: Command, out: &mut impl Write) -> anyhow::Result<()> {
    match &args.folder {
        Some(folder) => {
            let shown = || folder.display().to_string();
            std::fs::create_dir_all(folder).with_context(shown)?;
            clap_mangen::generate_to(command, folder).with_context(shown)
        }
        None => Ok(clap_mangen::Man::new(command).render(out)?),
    }
}
