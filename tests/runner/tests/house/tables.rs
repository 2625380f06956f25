//! Rules on tables, maps and several files at once have texts that break them, too.
//!
//! *Invariant:* each rule here is given what breaks it in one place, and must tell of that place alone; a table is given no sources at all, and
//! must tell of every row.

use super::{LONGEST_MAP, Rule, UNSAFE_ROOMS, map, other_rooms, unsafe_rooms_are_needed};
use super::{Source, arms, built, circles, floors, layers, lengths, signatures};

/// Without sources no row is needed.
pub fn needless_rows_are_found(_: &[Source]) -> Vec<String> {
    let long = lengths::LONG_FUNCTIONS.len() + lengths::LONG_FILES.len();
    let tables: [(&str, Rule, usize); 6] = [
        ("arms", arms::kept_arms_are_needed, arms::KEPT.len()),
        (
            "circles",
            circles::kept_arrows_are_needed,
            circles::KEPT.len(),
        ),
        ("lengths", lengths::kept_lengths_are_needed, long),
        (
            "signatures",
            signatures::kept_tuples_are_needed,
            signatures::KEPT.len(),
        ),
        ("built", built::mir_is_read_from_texts, built::BUILT.len()),
        ("unsafe", unsafe_rooms_are_needed, UNSAFE_ROOMS.len()),
    ];
    let missed = tables.iter().filter(|(_, rule, rows)| {
        let found = rule(&[]).len();
        found != *rows
    });
    missed
        .map(|(name, ..)| format!("rows that nothing needs are not found: {name}"))
        .collect()
}

/// Maps, and files of which one alone breaks nothing.
pub fn breaches_are_found(_: &[Source]) -> Vec<String> {
    let found = [
        (
            "a floor that is missing",
            floors::other_floors(&without("| `rt/src/text`")).len(),
        ),
        (
            "a room that is missing",
            other_rooms(&without("| `compiler/front/src/hir`")).len(),
        ),
        ("a long map", other_rooms(&long_map()).len()),
        (
            "a circle of files",
            circles::no_circles(&circle("rt/src/")).len(),
        ),
        (
            "a circle of lowering",
            layers::no_circles(&circle("compiler/middle/src/lower/tree/")).len(),
        ),
        (
            "long functions",
            lengths::most_functions_are_of_usual_length(&[long_functions()]).len(),
        ),
        (
            "a test that builds MIR",
            built::mir_is_read_from_texts(&[building()]).len() - built::BUILT.len(),
        ),
    ];
    let missed = found.iter().filter(|(_, violations)| *violations != 1);
    missed
        .map(|(name, _)| format!("not found, or more than once: {name}"))
        .collect()
}

/// ARCHITECTURE.md without the line that begins so.
fn without(row: &str) -> String {
    let map = map();
    let lines = map.lines().filter(|line| !line.starts_with(row));
    lines.map(|line| format!("{line}\n")).collect()
}

/// ARCHITECTURE.md with too many lines, but no row more.
fn long_map() -> String {
    map() + &"\n".repeat(LONGEST_MAP)
}

/// Two files that use each other.
fn circle(folder: &str) -> [Source; 2] {
    let module = match folder.contains("lower") {
        true => "crate::lower::tree",
        false => "crate",
    };
    [("a", "b"), ("b", "a")].map(|(own, other)| Source {
        path: format!("{folder}{own}.rs"),
        text: format!("use {module}::{other}::x;\n"),
    })
}

/// A crate of ten functions of 36 lines.
fn long_functions() -> Source {
    let one = format!("fn f() {{\n{}}}\n", "    g();\n".repeat(34));
    Source {
        path: "rt/src/a.rs".to_owned(),
        text: one.repeat(10),
    }
}

/// A test that builds MIR, in no table.
fn building() -> Source {
    Source {
        path: "compiler/tests/a.rs".to_owned(),
        text: "FunctionBuilder::host(name)".to_owned(),
    }
}
