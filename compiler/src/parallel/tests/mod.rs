//! Tests of the paralleliser: a table of known verdicts, and random nests against the interpreter.
//!
//! *Invariant:* a transformed program is always verified.

mod carried;
mod exact;
mod fusion;
mod language;
mod pairs;
mod random;
mod verdicts;

use super::{LoopVerdict, Options};
use crate::mir::Program;
use crate::opt::pipeline::{Settings, walk_part};

/// Makes kernels from loops, by the passes of the pipeline.
fn parallelise(program: &mut Program, options: Options) -> Vec<LoopVerdict> {
    let settings = Settings {
        loops: options,
        ..Settings::optimised()
    };
    walk_part(program, &settings, ("expressions", "patterns")).verdicts
}
