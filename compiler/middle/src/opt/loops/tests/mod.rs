//! Tests of the paralleliser: random nests against the interpreter, and small ones against what they touch. Known verdicts stand in
//! `tests/mir/parallel`.
//!
//! *Invariant:* a transformed program is always verified.

mod exact;
mod fusion;
mod language;
mod pairs;
mod random;

use crate::analysis::loops::Options;
use crate::analysis::loops::verdict::LoopVerdict;
use crate::mir::Program;
use crate::opt::pipeline::{Nobody, Settings, Watcher, watch_part};
use crate::opt::validation::Validator;

/// Makes kernels from loops, by the passes of the pipeline.
fn parallelise(program: &mut Program, options: Options) -> Vec<LoopVerdict> {
    parallelise_watched(program, options, &mut Nobody)
}

/// The same, watched.
fn parallelise_watched(
    program: &mut Program,
    options: Options,
    watcher: &mut dyn Watcher,
) -> Vec<LoopVerdict> {
    let settings = Settings {
        loops: options,
        ..Settings::optimised()
    };
    let part = ("producer-consumer", "patterns");
    let found = watch_part(program, &settings, part, watcher);
    found.expect("the watchers of tests go on").verdicts
}

/// Every read of a random program sees what it saw before each pass.
fn validated(validator: &Validator, seed: u64, text: &str) {
    let failures = validator.failures.join("");
    assert!(failures.is_empty(), "seed {seed}: {text}\n{failures}");
}
