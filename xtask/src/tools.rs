//! What the tests need besides Rust: finding it, naming what is missing, installing it.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::command::{cargo, output, program, run, succeeds};

/// Something that must be on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    Rustfmt,
    Clippy,
    Make,
    Taskset,
    Postgres,
    Python,
    Node,
    Npm,
    Chromium,
    Chromedriver,
    Mojolicious,
}

/// How a tool is had.
enum Source {
    /// Packages of Debian and its relatives.
    Apt(&'static [&'static str]),
    /// A component of the Rust toolchain.
    Rustup(&'static str),
}

impl Tool {
    fn name(self) -> &'static str {
        match self {
            Self::Rustfmt => "rustfmt",
            Self::Clippy => "clippy",
            Self::Make => "make",
            Self::Taskset => "taskset",
            Self::Postgres => "PostgreSQL server (initdb, pg_ctl)",
            Self::Python => "Python 3.11 or newer with venv",
            Self::Node => "Node 18 or newer",
            Self::Npm => "npm",
            Self::Chromium => "Chromium",
            Self::Chromedriver => "ChromeDriver",
            Self::Mojolicious => "Perl with Mojolicious",
        }
    }

    fn source(self) -> Source {
        match self {
            Self::Rustfmt => Source::Rustup("rustfmt"),
            Self::Clippy => Source::Rustup("clippy"),
            Self::Make => Source::Apt(&["make"]),
            Self::Taskset => Source::Apt(&["util-linux"]),
            Self::Postgres => Source::Apt(&["postgresql"]),
            Self::Python => Source::Apt(&["python3", "python3-venv"]),
            Self::Node => Source::Apt(&["nodejs"]),
            Self::Npm => Source::Apt(&["npm"]),
            Self::Chromium => Source::Apt(&["chromium"]),
            Self::Chromedriver => Source::Apt(&["chromium-driver"]),
            Self::Mojolicious => Source::Apt(&["libmojolicious-perl"]),
        }
    }

    fn is_there(self) -> bool {
        match self {
            Self::Rustfmt => succeeds(cargo().args(["fmt", "--version"])),
            Self::Clippy => succeeds(cargo().args(["clippy", "--version"])),
            Self::Make => succeeds(program("make").arg("--version")),
            Self::Taskset => succeeds(program("taskset").arg("--version")),
            Self::Postgres => postgres_bin().is_some(),
            Self::Python => {
                let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
                succeeds(program("python3").args(["-c", check]))
            }
            Self::Node => {
                let check = "process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)";
                succeeds(program("node").args(["-e", check]))
            }
            Self::Npm => succeeds(program("npm").arg("--version")),
            Self::Chromium => ["chromium", "chromium-browser", "google-chrome"]
                .into_iter()
                .any(|name| on_path(name).is_some()),
            Self::Chromedriver => chromedriver().is_some(),
            Self::Mojolicious => succeeds(program("perl").args(["-MMojolicious", "-e", "1"])),
        }
    }

    fn how_to_get(self) -> String {
        match self.source() {
            Source::Apt(packages) => format!("apt-get install {}", packages.join(" ")),
            Source::Rustup(component) => format!("rustup component add {component}"),
        }
    }
}

/// Checks that the tools are there; installs those that are not, if that is wanted.
pub(crate) fn require(tools: &[Tool], install: bool) -> Result<()> {
    let missing = missing(tools);
    if missing.is_empty() {
        return Ok(());
    }
    println!("missing:");
    for tool in &missing {
        println!("  {:<36} {}", tool.name(), tool.how_to_get());
    }
    if !install {
        bail!("install what is missing, or let `cargo xtask test --install` do it");
    }
    install_all(&missing)?;
    match self::missing(tools).first() {
        Some(tool) => bail!("{} is still not there after its installation", tool.name()),
        None => Ok(()),
    }
}

fn missing(tools: &[Tool]) -> Vec<Tool> {
    tools
        .iter()
        .copied()
        .filter(|tool| !tool.is_there())
        .collect()
}

fn install_all(tools: &[Tool]) -> Result<()> {
    let mut packages: Vec<&str> = Vec::new();
    for tool in tools {
        match tool.source() {
            Source::Rustup(component) => {
                run(program("rustup").args(["component", "add", component]))?
            }
            Source::Apt(names) => packages.extend(names),
        }
    }
    if packages.is_empty() {
        return Ok(());
    }
    if !succeeds(program("apt-get").arg("--version")) {
        bail!("only Debian's apt-get can be used here; install what is missing another way");
    }
    if output(program("id").arg("-u"))? != "0" {
        bail!(
            "only root may install packages: sudo apt-get install --no-install-recommends {}",
            packages.join(" ")
        );
    }
    let apt = |words: &[&str]| {
        let mut command = program("apt-get");
        // Another installation may be running; wait for it.
        command
            .args(["-o", "DPkg::Lock::Timeout=300"])
            .args(words)
            .env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    run(&mut apt(&["update"]))?;
    run(apt(&["install", "-y", "--no-install-recommends"]).args(&packages))
}

/// The directory of PostgreSQL's server programs. Debian keeps it off the PATH, one for each version.
pub(crate) fn postgres_bin() -> Option<PathBuf> {
    let whole = |dir: &Path| dir.join("initdb").is_file() && dir.join("pg_ctl").is_file();
    if let Some(dir) = path_dirs().into_iter().find(|dir| whole(dir)) {
        return Some(dir);
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let numbered = versions.filter_map(|entry| {
        let version: u32 = entry.file_name().to_str()?.parse().ok()?;
        Some((version, entry.path().join("bin")))
    });
    numbered
        .filter(|(_, dir)| whole(dir))
        .max()
        .map(|(_, dir)| dir)
}

/// The program that drives Chromium.
pub(crate) fn chromedriver() -> Option<PathBuf> {
    on_path("chromedriver")
}

fn on_path(name: &str) -> Option<PathBuf> {
    path_dirs()
        .into_iter()
        .map(|dir| dir.join(name))
        .find(|file| file.is_file())
}

fn path_dirs() -> Vec<PathBuf> {
    std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect())
        .unwrap_or_default()
}
