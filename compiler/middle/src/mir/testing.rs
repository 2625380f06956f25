//! Helpers of this room's tests.
//!
//! *Invariant:* only tests use it.

use super::build::{FunctionBuilder, ProgramBuilder};
use super::data::*;
use super::interpret::{Options, Outcome, execute};
use super::passes::ownership::ownership;
use super::print;
use super::verify::verify;
use crate::base::{FileId, Id, Span};

/// Row 0 of a location table.
pub fn nowhere() -> Location {
    location(0)
}

/// A row of a location table at a line.
pub fn location(line: u32) -> Location {
    Location {
        span: Span::point(FileId::from_index(0), 0),
        file: "test.q".to_string(),
        line,
        column: 1,
        function: "main".to_string(),
        call: None,
    }
}

/// An element of an array.
pub fn access(array: Value, index: &[Value], mode: AccessMode, name: Option<StrId>) -> Access {
    Access {
        array,
        index: index.to_vec(),
        mode,
        name,
    }
}

/// A program whose entry function `build` fills in. Row `n` of the location table is line `n`, for n up to 9.
pub fn program(build: impl FnOnce(&mut ProgramBuilder, &mut FunctionBuilder)) -> Program {
    let mut program = ProgramBuilder::new(nowhere());
    for line in 1..10 {
        program.location(location(line));
    }
    let entry = program.declare();
    let mut b = FunctionBuilder::host("main", vec![], Loc::from_index(0));
    build(&mut program, &mut b);
    program.define(entry, b.finish());
    let program = program.finish(entry);
    verify(&program, "the test built it");
    program
}

/// The place in line `n` of [`program`]'s table.
pub fn line(n: usize) -> Loc {
    Loc::from_index(n)
}

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
