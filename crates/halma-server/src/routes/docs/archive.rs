//! A client as one archive, in the form that `pip` and `npm` install from an address.

use std::io;

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, Header};

use super::Files;

/// The only folder of an archive, as both installers want it.
const TOP: &str = "halma-client";

/// When every file was written, in Unix seconds: some day in 2001. Wheels cannot hold what is
/// older than 1980.
const WRITTEN: u64 = 1_000_000_000;

/// The files of a folder, without the folder; empty if there is none.
#[expect(
    clippy::expect_used,
    reason = "nothing fails that is written into memory"
)]
pub(super) fn of(folder: &str) -> Vec<u8> {
    written(folder).expect("memory takes what is written into it")
}

fn written(folder: &str) -> io::Result<Vec<u8>> {
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for name in Files::iter() {
        let within = name
            .strip_prefix(folder)
            .and_then(|rest| rest.strip_prefix('/'));
        let (Some(within), Some(file)) = (within, Files::get(&name)) else {
            continue;
        };
        let mut header = Header::new_gnu();
        header.set_size(file.data.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(WRITTEN);
        archive.append_data(&mut header, format!("{TOP}/{within}"), &*file.data)?;
    }
    archive.into_inner()?.finish()
}
