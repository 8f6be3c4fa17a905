//! A small disk of the test's own, which can be filled up.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How large it is.
const SIZE: &str = "size=768m";

/// A file system in memory; gone when dropped.
#[derive(Debug)]
pub(crate) struct Disk {
    dir: PathBuf,
}

impl Disk {
    /// A new one; none unless we are root, who alone may mount.
    pub(crate) fn new() -> Option<Self> {
        let dir = tempfile::Builder::new().prefix("halma-disk-").tempdir();
        let dir = dir.unwrap().keep();
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", SIZE, "halma-test"])
            .arg(&dir);
        let mounted = mount.status().is_ok_and(|status| status.success());
        if !mounted {
            println!("only root may mount a disk to fill it; leaving that out");
            fs::remove_dir(&dir).unwrap();
        }
        mounted.then_some(Self { dir })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.dir
    }

    /// Takes all that is left, to the last byte.
    pub(crate) fn fill(&self) {
        let mut filler = File::create(self.filler()).unwrap();
        let mut piece = vec![1; 1024 * 1024];
        while !piece.is_empty() {
            match filler.write(&piece) {
                Ok(1..) => {}
                Ok(0) | Err(_) => piece.truncate(piece.len() / 2),
            }
        }
    }

    /// Gives it back.
    pub(crate) fn empty(&self) {
        fs::remove_file(self.filler()).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.dir.join("filler")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazily: a server that has just been killed may still hold a file.
        let _ = Command::new("umount").arg("-l").arg(&self.dir).status();
        let _ = fs::remove_dir(&self.dir);
    }
}
