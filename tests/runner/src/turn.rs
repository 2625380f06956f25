//! Slow tests that take turns: an ordinary run makes a share of them, chosen by the commit, and `tests/run --deep` all.
//!
//! *Invariant:* the same commit makes the same choice on every machine, and each test has its turn in one commit of `one_in` on average.

use crate::outcome;
use crate::repository;
use std::process::Command;
use std::sync::OnceLock;

/// Whether everything is asked for: `tests/run --deep` sets `QC_TEST_DEEP=1`.
pub fn deep() -> bool {
    std::env::var_os("QC_TEST_DEEP").is_some_and(|value| value == "1")
}

/// Whether it is the turn of this test: always in a deep run and where names select tests, otherwise in one commit of `one_in`.
pub fn has_come(name: &str, one_in: u8) -> bool {
    deep() || !outcome::is_complete_run() || share(&format!("{} {name}", commit()), one_in) == 0
}

/// Whether it is the turn of one of very many points, of which a run that names select makes no more than an ordinary one.
pub fn has_come_of_many(name: &str, one_in: usize) -> bool {
    let hash = blake3::hash(format!("{} {name}", commit()).as_bytes());
    let first = u32::from_le_bytes(*hash.as_bytes().first_chunk().expect("four bytes"));
    deep() || (first as usize).is_multiple_of(one_in)
}

/// Which of `count` cases of a test has its turn.
pub fn choice(name: &str, count: usize) -> usize {
    let hash = blake3::hash(format!("{} case of {name}", commit()).as_bytes());
    usize::from(hash.as_bytes()[0]) % count
}

/// A number below `one_in` that follows from the text alone.
fn share(text: &str, one_in: u8) -> u8 {
    blake3::hash(text.as_bytes()).as_bytes()[0] % one_in
}

/// The commit of the sources, or an empty text where there is no repository of git.
fn commit() -> &'static str {
    static COMMIT: OnceLock<String> = OnceLock::new();
    COMMIT.get_or_init(|| {
        let mut git = Command::new("git");
        git.current_dir(repository::root())
            .args(["rev-parse", "HEAD"]);
        let output = git.output().ok().filter(|output| output.status.success());
        output.map_or_else(String::new, |output| {
            String::from_utf8_lossy(&output.stdout).trim().to_string()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn every_test_has_its_turn_within_some_commits() {
        for name in ["a", "b", "c"] {
            let turns = (0..160).filter(|commit| share(&format!("{commit} {name}"), 16) == 0);
            let count = turns.count();
            assert!((3..30).contains(&count), "{name} has {count} turns of 160");
        }
    }
}
