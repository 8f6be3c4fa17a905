//! What the tests take from other languages: third-party clients, installed as their users would,
//! and what looks over pages and documents.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::command::{program, root, run, target_dir};

/// Where the clients are.
pub(crate) struct Clients {
    /// The Python that has `halma_client`.
    pub(crate) python: PathBuf,
    /// The directory with `play.mjs` and what it needs.
    pub(crate) node: PathBuf,
    /// The directory with the scripts that read the documents, and what they need.
    pub(crate) doc_tools: PathBuf,
    /// The program that tries the REST API out.
    pub(crate) schemathesis: PathBuf,
}

/// Installs all of it under the target directory, or finds it there as it should be.
pub(crate) fn install() -> Result<Clients> {
    let tools = target_dir().join("test-tools");
    Ok(Clients {
        python: install_python(&tools.join("python"))?,
        node: install_node("proto-docs/clients/js", &tools.join("js"))?,
        doc_tools: install_node("tests/tools", &tools.join("documents"))?,
        schemathesis: install_schemathesis(&tools.join("schemathesis"))?,
    })
}

/// Installs axe, which finds what keeps people out of pages; gives its script.
pub(crate) fn install_axe() -> Result<PathBuf> {
    let dir = install_node("tests/axe", &target_dir().join("test-tools/axe"))?;
    Ok(dir.join("node_modules/axe-core/axe.min.js"))
}

fn install_python(dir: &Path) -> Result<PathBuf> {
    let source = root().join("proto-docs/clients/python");
    let python = dir.join("bin/python");
    up_to_date(&source, dir, || {
        println!("installing the Python client into {}", dir.display());
        run(program("python3").args(["-m", "venv", "--clear"]).arg(dir))?;
        run(program(&python)
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
            ])
            .arg(&source))
    })?;
    Ok(python)
}

/// A virtual environment of its own, since what it needs is none of our clients' business.
fn install_schemathesis(dir: &Path) -> Result<PathBuf> {
    let source = root().join("tests/tools/python");
    up_to_date(&source, dir, || {
        println!("installing Schemathesis into {}", dir.display());
        run(program("python3").args(["-m", "venv", "--clear"]).arg(dir))?;
        let pip = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--requirement",
        ];
        let requirements = source.join("requirements.txt");
        run(program(dir.join("bin/python")).args(pip).arg(requirements))
    })?;
    Ok(dir.join("bin/schemathesis"))
}

fn install_node(source: &str, dir: &Path) -> Result<PathBuf> {
    let source = root().join(source);
    up_to_date(&source, dir, || {
        println!("installing {} into {}", source.display(), dir.display());
        for file in files(&source)? {
            let copy = dir.join(file.strip_prefix(&source)?);
            fs::create_dir_all(copy.parent().unwrap_or(dir))?;
            fs::copy(&file, copy)?;
        }
        let npm = [
            "ci",
            "--omit=dev",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ];
        run(program("npm").args(npm).current_dir(dir))
    })?;
    Ok(dir.to_owned())
}

/// Runs `install` unless it ran before with the same sources: their whole text
/// is kept beside the installation, which is little and needs no hash.
fn up_to_date(source: &Path, dir: &Path, install: impl FnOnce() -> Result<()>) -> Result<()> {
    let mut wanted = Vec::new();
    for file in files(source)? {
        wanted.extend_from_slice(file.to_string_lossy().as_bytes());
        wanted.extend(fs::read(&file)?);
    }
    let stamp = dir.join("installed-from");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    install()?;
    fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))
}

/// The files of a client's folder, without what running it there may have left.
fn files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        if name == "node_modules"
            || name == "__pycache__"
            || name.to_string_lossy().starts_with('.')
        {
            continue;
        }
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path())?);
        } else {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}
