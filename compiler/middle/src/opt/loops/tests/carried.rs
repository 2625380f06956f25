//! Loops that stay serial and keep what one iteration leaves for the next in a variable.

use super::language::program;
use super::parallelise;
use crate::analysis::loops::Options;
use crate::mir::{Op, Program};

/// How many reads of elements the loops of a nest make.
fn reads(program: &Program) -> usize {
    let nest = program.functions.iter().find(|one| one.name == "nest");
    let mut count = 0;
    nest.expect("the nest").body.for_each_stmt(&mut |stmt| {
        if let Op::For { body, .. } = &stmt.op {
            body.for_each_stmt(&mut |inner| count += usize::from(matches!(inner.op, Op::Load(_))));
        }
    });
    count
}

#[test]
fn only_what_the_round_before_has_written_is_kept() {
    let table = [
        (
            "fn (x[1], n) { for i = 1 to n-1 { x[i] = x[i] + x[i-1] } }",
            1,
        ),
        (
            "fn (x[1], n) { for i = n-1 to 1 step -1 { x[i] = x[i] + x[i+1] } }",
            1,
        ),
        (
            "fn (x[2], n, m) { for i = 1 to n-1 { x[m,2*i+1] = x[m,2*i-1] + x[m,2*i] } }",
            1,
        ),
        (
            "fn (x[1], y[1], n) { for i = 1 to n-1 { x[i] = x[i] + y[i-1] + x[i-1] } }",
            2,
        ),
        // Two iterations before, the iteration behind, another row.
        (
            "fn (x[1], n) { for i = 2 to n-1 { x[i] = x[i] + x[i-2] } }",
            2,
        ),
        (
            "fn (x[1], n) { for i = 0 to n-2 { x[i] = x[i] + x[i+1] + x[0] } }",
            3,
        ),
        (
            "fn (x[2], n, m) { for i = 1 to n-1 { x[m,i] = x[m,i] + x[n,i-1] } }",
            2,
        ),
        // A second write, one that not all iterations make, one that goes elsewhere outside of the array, a step that is not known.
        (
            "fn (x[1], y[1], n) { for i = 1 to n-1 { x[i] = x[i-1]; y[i] = x[i] } }",
            2,
        ),
        (
            "fn (x[1], n) { for i = 1 to n-1 { if i > n-3 { x[i] = x[i-1] } } }",
            1,
        ),
        (
            "fn (x[1] circular, n) { for i = 1 to n-1 { x[i] = x[i] + x[i-1] } }",
            2,
        ),
        (
            "fn (x[1], n, m) { for i = 1 to n-1 step m { x[i] = x[i] + x[i-m] } }",
            2,
        ),
        ("fn (x[1], n) { for i = 1 to n-1 { x[i] += x[i-1] } }", 1),
    ];
    for (text, expected) in table {
        let mut program = program(text, &[]);
        parallelise(&mut program, Options::default());
        let found = reads(&program);
        assert_eq!(
            found,
            expected,
            "{text}\n{}",
            crate::mir::print::program(&program)
        );
    }
}
