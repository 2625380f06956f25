//! Runs the tests of a build: `cargo test --no-run --message-format=json-render-diagnostics | run-built`.
//!
//! *Invariant:* it succeeds only if the build and every executable of tests does.

use std::process::ExitCode;

fn main() -> ExitCode {
    match quasar_tests::schedule::run(std::io::stdin().lock()) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
