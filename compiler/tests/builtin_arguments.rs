//! Calls of every builtin with arguments that it may not be made for: the compiler reports the mistake or compiles the call, and never panics.
//!
//! *Invariant:* every row of the table is called, with each kind of argument at each place.

use qc::builtins::{ROWS, Row, Where};
use std::panic::catch_unwind;

/// What is hardly ever right. All are names, so that a constant is not folded away in front of the check.
const STRANGE: &[&str] = &[
    "texts",
    "text",
    "cell",
    "function",
    "pointer",
    "truth",
    "several",
    "record",
    "complexes",
];

/// What is right somewhere.
const ORDINARY: &[&str] = &["1", "[1,2]", "text"];

/// The most arguments that are tried of a function that takes any number.
const MOST_ARGUMENTS: usize = 3;

/// Values of all kinds, under the names of [`STRANGE`].
const VALUES: &str = "\
type node : class
    x : int
endtype
texts = [\"a\", \"b\"]
text = \"a\"
cell = {\"a\", [1,2]}
lambda = x -> x
pointer : ^node = nullptr
truth = true
several = {1, \"a\"}[numel(texts)-2]
record = node(x := 1)
complexes = [1+2i, 3i]
";

/// The calls of a row in which one argument is strange.
fn calls(row: &Row) -> Vec<String> {
    let (least, most) = (usize::from(row.arity.0), usize::from(row.arity.1));
    let mut calls = Vec::new();
    for count in least.max(1)..=most.min(MOST_ARGUMENTS.max(least)) {
        for place in 0..count {
            for strange in STRANGE {
                calls.extend(around(row.name, count, place, strange));
            }
        }
    }
    calls
}

/// The calls with a strange argument at a place: what stands before it is of one ordinary kind, what stands behind of one.
fn around(name: &str, count: usize, place: usize, strange: &str) -> Vec<String> {
    let mut calls = Vec::new();
    for before in ORDINARY {
        for behind in ORDINARY {
            let argument = |index: usize| match index.cmp(&place) {
                std::cmp::Ordering::Less => *before,
                std::cmp::Ordering::Equal => strange,
                std::cmp::Ordering::Greater => *behind,
            };
            let arguments: Vec<&str> = (0..count).map(argument).collect();
            calls.push(format!("{name}({})", arguments.join(", ")));
        }
    }
    calls.sort();
    calls.dedup();
    calls
}

/// The call in host code, once for its value and once for its effect.
fn on_host(call: &str) -> String {
    format!("{VALUES}{call}\nresult = {call}\nprint result\n")
}

/// The call in a kernel that captures the values.
fn in_kernel(call: &str) -> String {
    format!(
        "{VALUES}y = zeros(4)\nfunction [] = __kernel__ k(y : vec, pos : int)\n    result = {call}\n    y[pos] = result\nend\nparallel_do(4, y, k)\n"
    )
}

/// The sources on which the compiler panics.
fn panics(sources: impl Iterator<Item = String>) -> Vec<String> {
    let panics =
        |source: &String| catch_unwind(|| drop(qc::compile_for_test(source, true))).is_err();
    sources.filter(panics).collect()
}

fn assert_none(place: &str, found: &[String]) {
    let calls: Vec<&str> = found
        .iter()
        .filter_map(|source| {
            source
                .lines()
                .find(|line| line.trim_start().starts_with("result = "))
        })
        .collect();
    assert!(
        found.is_empty(),
        "the compiler panics on {} calls {place}:\n{}",
        found.len(),
        calls.join("\n")
    );
}

#[test]
fn host_code_survives_strange_arguments() {
    let sources = ROWS.iter().flat_map(calls).map(|call| on_host(&call));
    assert_none("in host code", &panics(sources));
}

#[test]
fn kernels_survive_strange_arguments() {
    let anywhere = ROWS.iter().filter(|row| row.place == Where::Anywhere);
    let sources = anywhere.flat_map(calls).map(|call| in_kernel(&call));
    assert_none("in kernels", &panics(sources));
}

#[test]
fn the_values_are_right_in_themselves() {
    let source = format!("{VALUES}print texts, text, cell, truth, complexes\n");
    assert!(!qc::diag::has_errors(&qc::compile_for_test(&source, true)));
}
