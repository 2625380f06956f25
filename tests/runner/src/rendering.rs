//! Rendering tests: `tests/rendering/*.q` and the picture that qc draws of
//! their diagnostics in `*.stderr` beside them.
//!
//! *Invariant:* colour is off; `QC_BLESS=1` rewrites the pictures.

use crate::engines;
use crate::outcome::Outcome;
use crate::process;
use crate::repository;
use std::path::Path;

/// Compares one picture.
pub fn run(path: &Path) -> Outcome {
    let mut command = engines::qc_command();
    command.arg("--check").arg(repository::relative(path));
    let finished = process::run(&mut command);
    if !finished.is_orderly() {
        return Outcome::Failed(finished.describe());
    }
    compare_or_bless(&path.with_extension("stderr"), &finished.stderr)
}

/// Compares a text with a file, or writes the file when blessing.
pub fn compare_or_bless(path: &Path, text: &str) -> Outcome {
    if repository::blessing() {
        return match std::fs::write(path, text) {
            Ok(()) => Outcome::Passed,
            Err(error) => Outcome::Failed(format!("{}: {error}", path.display())),
        };
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    if expected == text {
        return Outcome::Passed;
    }
    let name = repository::relative(path);
    Outcome::Failed(format!(
        "differs from {name} (QC_BLESS=1 rewrites it)\n{}",
        difference(&expected, text)
    ))
}

/// Where two texts part, with a few lines of both.
fn difference(expected: &str, actual: &str) -> String {
    const SHOWN: usize = 12;
    let same = expected
        .lines()
        .zip(actual.lines())
        .take_while(|(a, b)| a == b)
        .count();
    let part = |text: &str| {
        text.lines()
            .skip(same)
            .take(SHOWN)
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    format!(
        "line {}, expected:\n{}got:\n{}",
        same + 1,
        part(expected),
        part(actual)
    )
}
