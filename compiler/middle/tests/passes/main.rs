//! Passes against the interpreter: random programs and nests do the same before and after them, and what analyses say of small nests is
//! compared with what those touch. Known results stand in `tests/mir`.
//!
//! These tests compute for long, so they are apart from the unit tests, which are compiled without optimisation (`tests/rustc.sh`).
//!
//! *Invariant:* a transformed program is always verified.

mod exact;
mod language;
mod nests;
mod pairs;
mod programs;
mod sequences;
#[path = "../../../tests/shared/turn.rs"]
mod turn;

use qc_middle::analysis::loops::Options;
use qc_middle::analysis::loops::verdict::LoopVerdict;
use qc_middle::mir::Program;
use qc_middle::opt::pipeline::{Nobody, Settings, Watcher, watch_part};
use qc_middle::opt::validation::{Sum, Validator};
use std::ops::Range;

/// The numbers of the random nests of a run: as many as are asked for, else a half of `ordinary` in turn where `QC_TEST_TURN` numbers the run, else
/// all of these.
fn half(asked: Option<u64>, ordinary: u64) -> Range<u64> {
    match (asked, turn::of_run()) {
        (Some(count), _) => 0..count,
        (None, None) => 0..ordinary,
        (None, Some(turn)) if turn % 2 == 0 => 0..ordinary / 2,
        (None, Some(_)) => ordinary / 2..ordinary,
    }
}

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

/// Every read of a random program sees what it saw before each pass; adds the figures of that to a sum.
fn validated(validator: &Validator, seed: u64, text: &str, sum: &mut Sum) {
    sum.add(validator);
    let failures = validator.failures.join("");
    assert!(failures.is_empty(), "seed {seed}: {text}\n{failures}");
}
