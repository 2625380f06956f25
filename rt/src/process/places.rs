//! Where the files that a program names are.
//!
//! *Invariant:* nothing is opened here.

use std::path::PathBuf;

use nvrtc_bridge::environment;

/// Where a file is: in the working folder, else in a folder of `QUASAR_DATA`.
pub fn locate(path: &str) -> PathBuf {
    let direct = PathBuf::from(path);
    if direct.is_absolute() || direct.exists() {
        return direct;
    }
    let folders = environment::variable("QUASAR_DATA").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .map(|folder| folder.join(path))
        .find(|candidate| candidate.exists());
    found.unwrap_or(direct)
}

/// The bytes of an ordinary file; none of anything else.
pub(crate) fn length(path: &str) -> Option<u64> {
    let details = locate(path).metadata().ok()?;
    details.is_file().then_some(details.len())
}
