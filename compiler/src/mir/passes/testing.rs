//! Helpers of the passes' tests.
//!
//! *Invariant:* only tests use it.

use crate::mir::data::Program;
use crate::mir::interpret::{Options, execute};
use crate::mir::passes::ownership::ownership;
use crate::mir::print;
use crate::mir::random_program::{random_program, seeds};
use crate::mir::verify::verify;

/// Runs both programs before `ownership`, and the second after it too; all must do the same. A pass that inlines (`moves_code`) may change
/// the calls in the trace of an error, not its place.
pub fn agree(before: &Program, after: &Program, moves_code: bool) {
    verify(after, "the pass under test");
    let uncounted = Options {
        counted: false,
        ..Options::default()
    };
    let mut expected = execute(before, uncounted);
    let mut found = execute(after, uncounted);
    let mut counted = after.clone();
    ownership(&mut counted);
    verify(&counted, "ownership");
    let mut released = execute(&counted, Options::default());
    for outcome in [&mut expected, &mut found, &mut released] {
        if let Some(failure) = &mut outcome.failure
            && moves_code
        {
            failure.trace.truncate(1);
        }
    }
    let texts = || format!("{}\n{}", print::program(before), print::program(after));
    assert_eq!(found, expected, "{}", texts());
    assert_eq!(released, expected, "{}", texts());
}

/// Random programs do the same before and after the pass.
pub fn random_programs_agree(pass: impl Fn(&mut Program)) {
    for seed in seeds(0, 300) {
        let before = random_program(seed);
        let mut after = before.clone();
        pass(&mut after);
        agree(&before, &after, true);
    }
}
