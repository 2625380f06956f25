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

/// Files of tests that build MIR: what is made from tables or at random, and what lies below the text.
pub const BUILT: &[(&str, &str)] = &[
    (
        "compiler/codegen/src/cuda/tests/cases.rs",
        "a kernel for each kind of elements, operation and function, made from their tables: a new row is tested without a word",
    ),
    (
        "compiler/codegen/src/cuda/tests/emulated.rs",
        "the host function around any of these kernels, with arrays of its kinds and shapes",
    ),
    (
        "compiler/codegen/src/cuda/tests/totals.rs",
        "kernels with any number of totals of any types, combined at positions of any shape",
    ),
    (
        "compiler/middle/src/mir/build.rs",
        "the builder itself, and what it does by itself, such as sharing constants",
    ),
    (
        "compiler/middle/src/mir/passes/dominating_conditions/tests.rs",
        "each chain of comparisons between small terms, of which brute force tells what follows, and random conditions",
    ),
    (
        "compiler/middle/src/mir/print.rs",
        "the printer by itself: what it and the parser had wrong alike would be read back as it was",
    ),
    (
        "compiler/middle/src/mir/testing.rs",
        "the function around what random conditions and programs build",
    ),
    (
        "compiler/middle/tests/passes/language.rs",
        "random programs of functions and kernels",
    ),
    (
        "compiler/tests/host_code.rs",
        "each operation on each type for numbers at its limits, with what its definition gives: the operands come from tables",
    ),
    (
        "compiler/tests/kernels.rs",
        "kernels for each mode, offset, shape, kind of elements and operation, made from their tables, and random control flow",
    ),
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
