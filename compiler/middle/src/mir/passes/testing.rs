//! Helpers of the passes' tests.
//!
//! *Invariant:* only tests use it.

use crate::mir::data::Program;
use crate::mir::interpret::{Options, Outcome, execute};
use crate::mir::passes::ownership::ownership;
use crate::mir::print;
use crate::mir::random_program::{random_program, seeds};
use crate::mir::verify::verify;
use crate::opt::pipeline::{Settings, walk_part};

/// Runs both programs before `ownership`, and the second after it too; all must do the same.
pub fn agree(before: &Program, after: &Program) {
    verify(after, "the pass under test");
    let uncounted = Options {
        counted: false,
        ..Options::default()
    };
    let expected = run(before, uncounted);
    let found = run(after, uncounted);
    let mut counted = after.clone();
    ownership(&mut counted);
    verify(&counted, "ownership");
    let released = run(&counted, Options::default());
    let texts = || format!("{}\n{}", print::program(before), print::program(after));
    assert_eq!(found, expected, "{}", texts());
    assert_eq!(released, expected, "{}", texts());
}

/// What a run came to, and the lines of the trace of its error.
fn run(program: &Program, options: Options) -> (Outcome, Vec<u32>) {
    let mut outcome = execute(program, options);
    let mut lines = Vec::new();
    if let Some(failure) = &mut outcome.failure {
        // Rows are other ones after inlining, their lines are not.
        let trace = std::mem::take(&mut failure.trace);
        lines.extend(trace.iter().map(|&row| program.locations[row].line));
    }
    (outcome, lines)
}

/// Random programs do the same before and after the pass.
pub fn random_programs_agree(pass: impl Fn(&mut Program)) {
    for seed in seeds(0, 300) {
        let before = random_program(seed);
        let mut after = before.clone();
        pass(&mut after);
        agree(&before, &after);
    }
}

/// The same for a pass that stands behind the early ones and before the simplification of its result.
pub fn random_programs_agree_between(pass: impl Fn(&mut Program)) {
    random_programs_agree(|program| {
        walk_part(
            program,
            &Settings::optimised(),
            ("regions", "dominating-conditions"),
        );
        pass(program);
        super::simplify::simplify(program);
    });
}
