//! `cargo xtask test`: everything that must hold, one step after the other.

use std::env;
use std::fmt::Write as _;
use std::process::Command;
use std::time::Instant;

use anyhow::Result;
use clap::ValueEnum;

use crate::clients;
use crate::command::{self, cargo};
use crate::deny;
use crate::tools::{self, Tool};

/// What to test.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Install what is missing (needs root and apt-get)
    #[arg(long)]
    install: bool,
    /// Run only this step; may be given several times
    #[arg(long, value_name = "STEP")]
    only: Vec<Step>,
    /// Passed on to `cargo test`, after `--`
    #[arg(last = true)]
    test_args: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    /// The sources are formatted
    Fmt,
    /// Clippy has nothing to say
    Clippy,
    /// Licences and sources of the dependencies are allowed; left out where cargo-deny is not installed
    Deny,
    /// The page's own modules do what they say
    Page,
    /// The documents are what the sources make of them
    Docs,
    /// All programs build; the tests start them
    Build,
    /// All tests pass
    Test,
}

impl Step {
    const ALL: [Self; 7] = [
        Self::Fmt,
        Self::Clippy,
        Self::Deny,
        Self::Page,
        Self::Docs,
        Self::Build,
        Self::Test,
    ];

    fn needs(self) -> &'static [Tool] {
        match self {
            Self::Fmt => &[Tool::Rustfmt],
            Self::Clippy => &[Tool::Clippy, Tool::Make],
            Self::Page => &[Tool::Node],
            Self::Deny | Self::Docs => &[],
            // The server's allocator is built by it.
            Self::Build => &[Tool::Make],
            Self::Test => &[
                Tool::Make,
                Tool::Postgres,
                Tool::Python,
                Tool::Node,
                Tool::Npm,
                Tool::Chromium,
                Tool::Chromedriver,
                Tool::Mojolicious,
            ],
        }
    }

    fn command(self, test_args: &[String]) -> Result<Command> {
        let mut cargo = cargo();
        match self {
            Self::Page => {
                let mut node = command::program("node");
                node.args(["--test", "web/tests/"]);
                return Ok(node);
            }
            Self::Deny => return Ok(deny::offline()),
            Self::Fmt => cargo.args(["fmt", "--all", "--check"]),
            Self::Clippy => cargo.args([
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ]),
            Self::Docs => cargo.args(["xtask", "docs", "--check"]),
            Self::Build => cargo.args(["build", "--workspace", "--bins"]),
            Self::Test => {
                equip(&mut cargo)?;
                cargo
                    .args(["test", "--workspace", "--no-fail-fast"])
                    .args(test_args)
            }
        };
        Ok(cargo)
    }
}

/// Runs the steps up to the first that fails and sums up.
pub(crate) fn run(options: &Options) -> Result<()> {
    let wanted = |step: &Step| options.only.is_empty() || options.only.contains(step);
    let steps: Vec<Step> = Step::ALL.into_iter().filter(wanted).collect();
    let needed: Vec<Tool> = steps
        .iter()
        .flat_map(|step| step.needs())
        .copied()
        .collect();
    tools::require(&needed, options.install)?;

    let mut summary = String::from("\n== summary\n");
    let mut outcome = Ok(());
    for step in steps {
        if step == Step::Deny && options.only.is_empty() && !deny::is_there() {
            writeln!(summary, "  left out         {}", deny::missing())?;
            continue;
        }
        let mut command = step.command(&options.test_args)?;
        let words: Vec<_> = command
            .get_args()
            .map(|word| word.to_string_lossy())
            .collect();
        let program = command.get_program().to_string_lossy();
        let name = format!("{program} {}", words.join(" "));
        println!("\n== {name}");
        let begun = Instant::now();
        outcome = command::run(&mut command);
        let word = if outcome.is_ok() { "ok" } else { "FAILED" };
        writeln!(
            summary,
            "  {word:<6} {:>7.1} s  {name}",
            begun.elapsed().as_secs_f64()
        )?;
        if outcome.is_err() {
            break;
        }
    }
    print!("{summary}");
    outcome
}

/// Tells the tests, through the environment, where their tools are.
pub(crate) fn equip(cargo: &mut Command) -> Result<()> {
    let clients = clients::install()?;
    cargo
        .env("HALMA_TEST_PYTHON", clients.python)
        .env("HALMA_TEST_NODE_CLIENT", clients.node)
        .env("HALMA_TEST_DOC_TOOLS", clients.doc_tools)
        .env("HALMA_TEST_SCHEMATHESIS_BIN", clients.schemathesis)
        .env("HALMA_TEST_AXE", clients::install_axe()?);
    with_postgres(cargo)?;
    if let Some(chromedriver) = tools::chromedriver() {
        cargo.env("CHROMEDRIVER", chromedriver);
    }
    Ok(())
}

/// Lets the tests find PostgreSQL's programs, wherever they are installed.
pub(crate) fn with_postgres(cargo: &mut Command) -> Result<()> {
    if let Some(bin) = tools::postgres_bin() {
        let path = env::var_os("PATH").unwrap_or_default();
        cargo.env(
            "PATH",
            env::join_paths(env::split_paths(&path).chain([bin]))?,
        );
    }
    Ok(())
}
