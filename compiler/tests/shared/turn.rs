//! Test programs that take turns; several test targets have this file as a module.
//!
//! *Invariant:* the same commit makes the same choice on every machine.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// Whether everything is asked for: `tests/run --deep` sets `QC_TEST_DEEP=1`.
#[allow(dead_code, reason = "not every target has a deep run of its own")]
pub fn is_deep() -> bool {
    std::env::var_os("QC_TEST_DEEP").is_some_and(|value| value == "1")
}

/// The number of this run of all tests, which `tests/run` sets; none where names select tests or everything is asked for.
#[allow(dead_code, reason = "not every target takes turns by the run")]
pub fn of_run() -> Option<usize> {
    std::env::var("QC_TEST_TURN").ok()?.parse().ok()
}

/// A number that follows from the commit of the sources; 0 where there is no repository of git.
#[allow(dead_code, reason = "not every target takes turns by the commit")]
pub fn commit() -> usize {
    static NUMBER: LazyLock<usize> = LazyLock::new(|| {
        let mut git = Command::new("git");
        git.current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["rev-parse", "HEAD"]);
        let output = git.output().map(|output| output.stdout).unwrap_or_default();
        let text = String::from_utf8_lossy(&output);
        usize::from_str_radix(text.get(..12).unwrap_or("0"), 16).unwrap_or(0)
    });
    *NUMBER
}

/// All files below a folder, sorted.
#[allow(dead_code, reason = "not every target has files")]
pub fn gather(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of tests") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(gather(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

/// All files below a folder with an extension, sorted.
#[allow(dead_code, reason = "not every target has files of one kind")]
pub fn gather_files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = gather(folder);
    found.retain(|path| path.extension().is_some_and(|one| one == extension));
    found
}
