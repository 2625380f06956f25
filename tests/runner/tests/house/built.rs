//! Tests that build MIR in Rust: those of the table. Others read a text (`mir::parse`), or are one (`tests/mir`).
//!
//! *Invariant:* a file in the table needs its row.

use super::{Source, is_test};

/// What makes a function of MIR, and the helper of tests that makes a program.
const BUILDERS: [&str; 3] = [
    "FunctionBuilder::host(",
    "FunctionBuilder::kernel(",
    "program(|",
];

/// Files of tests that build MIR: what a text cannot be, or what lies below the text.
const BUILT: &[(&str, &str)] = &[
    (
        "compiler/codegen/src/cpu/homes.rs",
        "asks for the frame of functions by their values",
    ),
    (
        "compiler/codegen/src/cuda/tests/cases.rs",
        "kernels that the test calls with arrays of its own",
    ),
    ("compiler/codegen/src/cuda/tests/emulated.rs", "likewise"),
    (
        "compiler/codegen/src/cuda/tests/privatisation.rs",
        "likewise",
    ),
    ("compiler/codegen/src/cuda/tests/totals.rs", "likewise"),
    (
        "compiler/codegen/src/cuda/tile.rs",
        "asks about single values of a kernel",
    ),
    ("compiler/middle/src/mir/build.rs", "tests of the builder"),
    (
        "compiler/middle/src/mir/passes/dominating_conditions/tests.rs",
        "proofs about terms, against all numbers of a small range",
    ),
    (
        "compiler/middle/src/mir/interpret/provenance/tests.rs",
        "pairs of programs that differ in one place, and the place that is told",
    ),
    (
        "compiler/middle/src/mir/print.rs",
        "a test of the printer, without the parser",
    ),
    (
        "compiler/middle/src/mir/testing.rs",
        "what these tests share",
    ),
    (
        "compiler/middle/src/mir/verify.rs",
        "programs that the parser refuses",
    ),
    (
        "compiler/middle/tests/passes/language.rs",
        "random programs of functions and kernels",
    ),
    (
        "compiler/src/driver/loops.rs",
        "loops at lines that the report sorts",
    ),
    (
        "compiler/tests/foreign.rs",
        "machine code that a program in C calls",
    ),
    (
        "compiler/tests/host_code.rs",
        "machine code that the test calls with arrays of its own",
    ),
    ("compiler/tests/kernels.rs", "likewise"),
    (
        "compiler/tests/validated/rules.rs",
        "a function for each rule and type, made from the table of rules",
    ),
];

pub fn mir_is_read_from_texts(sources: &[Source]) -> Vec<String> {
    let building = building(sources);
    let mut violations = Vec::new();
    for path in &building {
        if !BUILT.iter().any(|(known, _)| known == path) {
            violations.push(format!("{path} builds MIR where a text would do"));
        }
    }
    for (path, _) in BUILT {
        if !building.contains(path) {
            violations.push(format!("{path} builds no MIR and needs no row"));
        }
    }
    violations
}

pub fn builders_are_found(_: &[Source]) -> Vec<String> {
    let file = |path: &str, text: &str| Source {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let call = "FunctionBuilder::host(name)";
    let sources = [
        file("compiler/a.rs", call),
        file(
            "compiler/b.rs",
            &format!("fn f() {{}}\n#[cfg(test)]\nmod tests {{\n    {call}\n}}\n"),
        ),
        file("compiler/tests/c.rs", call),
        file("compiler/tests/d.rs", &format!("// {call}")),
        file("rt/tests/e.rs", call),
    ];
    let found = building(&sources);
    match found == ["compiler/b.rs", "compiler/tests/c.rs"] {
        true => Vec::new(),
        false => vec![format!("found {found:?}")],
    }
}

/// The files of the compiler whose tests build MIR; random programs are for tests, but are no test.
fn building(sources: &[Source]) -> Vec<&str> {
    let found = sources.iter().filter(|source| {
        let is_ours =
            source.path.starts_with("compiler/") && !source.path.contains("random_program");
        let tests = match is_test(source) {
            true => source.text.as_str(),
            false => &source.text[super::before_tests(&source.text).len()..],
        };
        let mut code = super::code_lines(tests);
        is_ours && code.any(|(_, line)| BUILDERS.iter().any(|builder| line.contains(builder)))
    });
    found.map(|source| source.path.as_str()).collect()
}
