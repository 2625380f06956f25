//! The layers of lowering: every arrow goes down, and no files use each other in a circle.
//!
//! Methods of one type stand in many files there, so that an arrow is a path or the call of a method: on `self`, on the `s` that a block is
//! emitted with, or on the program.
//!
//! *Invariant:* the only way up is a trait that a low layer declares; what calls its methods has an arrow to the declaration alone.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, code_lines, floors};

/// Where the layers lie.
const ROOT: &str = "compiler/middle/src/lower/";

/// The layers, from the ground up: a layer uses only itself and layers before it. `lower/mod.rs` has the same table.
const LAYERS: &[&str] = &[
    "tree", "emit", "numbers", "memory", "kernels", "frame", "arrays", "places", "calls",
    "launches", "language", "program",
];

/// The types whose methods stand in many files.
const TYPES: &[&str] = &["FunctionLowering", "Emitter", "ProgramLowering"];

/// What such a type is called where its methods are called.
const RECEIVERS: &[&str] = &["self", "s", "program"];

/// A use of another file, by name of the file below [`ROOT`].
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arrow {
    line: usize,
    to: String,
    /// The path or the method.
    by: String,
}

pub fn every_file_is_in_a_layer(sources: &[Source]) -> Vec<String> {
    let stray = |source: &&Source| {
        let path = source.path.strip_prefix(ROOT);
        path.is_some_and(|path| layer(path).is_none() && !is_beside(path))
    };
    let told = |source: &Source| format!("{}: in no layer", source.path);
    sources.iter().filter(stray).map(told).collect()
}

pub fn arrows_go_down(sources: &[Source]) -> Vec<String> {
    let files = files(sources);
    let methods = methods(&files);
    let mut violations = Vec::new();
    for (path, text) in &files {
        let is_up = |arrow: &Arrow| layer(&arrow.to).is_none_or(|to| Some(to) > layer(path));
        let up = arrows(path, text, &methods).into_iter().filter(is_up);
        violations.extend(
            up.map(|Arrow { line, to, by }| format!("{ROOT}{path}:{line}: {by} of {to} is above")),
        );
        let named = code_lines(text).filter(|(_, code)| code.contains("super::"));
        violations
            .extend(named.map(|(line, _)| format!("{ROOT}{path}:{line}: super names no layer")));
    }
    violations
}

pub fn no_circles(sources: &[Source]) -> Vec<String> {
    let files = files(sources);
    let methods = methods(&files);
    let mut left: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in &files {
        let to = arrows(path, text, &methods)
            .into_iter()
            .map(|arrow| arrow.to);
        left.insert(path, to.collect());
    }
    while trim(&mut left) {}
    let circle: Vec<&str> = left.into_keys().collect();
    match circle.is_empty() {
        true => Vec::new(),
        false => vec![format!("{ROOT}: in circles: {}", circle.join(", "))],
    }
}

pub fn table_is_in_the_map(sources: &[Source]) -> Vec<String> {
    let path = format!("{ROOT}mod.rs");
    let map = sources.iter().find(|source| source.path == path);
    let rows = map.into_iter().flat_map(|source| source.text.lines());
    let rows = rows.filter_map(|line| line.strip_prefix("//! | `"));
    let named: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    match named == LAYERS {
        true => Vec::new(),
        false => vec![format!("{path} has the layers {named:?}")],
    }
}

pub fn arrows_are_found(_: &[Source]) -> Vec<String> {
    let low = "impl Emitter<'_, '_> {\n    pub(in crate::lower) fn add(&mut self) {}\n}\nimpl Blocks for Emitter<'_, '_> {\n    fn block(&mut self) {}\n}\n";
    let high = "use crate::lower::emit::types::{A, B};\nimpl Emitter<'_, '_> {\n    fn sum(&mut self) {\n        // self.add()\n        let x = other.add(self.sum());\n        s\n            .add(self.block());\n    }\n}\n";
    let files = vec![("numbers/low.rs", low), ("calls/high.rs", high)];
    let arrow = |line, to: &str, by: &str| Arrow {
        line,
        to: to.to_owned(),
        by: by.to_owned(),
    };
    let expected = [
        arrow(1, "emit/types.rs", "crate::lower"),
        arrow(7, "numbers/low.rs", "add"),
    ];
    let found = arrows("calls/high.rs", high, &methods(&files));
    match found == expected {
        true => Vec::new(),
        false => vec![format!("found {found:?}")],
    }
}

/// Takes files away that are in no circle: those that use none of the others, or that none uses. False when there is none.
fn trim(left: &mut BTreeMap<&str, BTreeSet<String>>) -> bool {
    let before = left.len();
    let known: BTreeSet<String> = left.keys().map(|&path| path.to_owned()).collect();
    left.retain(|_, to| to.iter().any(|to| known.contains(to)));
    let used: BTreeSet<String> = left.values().flatten().cloned().collect();
    left.retain(|path, _| used.contains(*path));
    left.len() < before
}

/// The files of the layers, without the lists of their files.
fn files(sources: &[Source]) -> Vec<(&str, &str)> {
    let of_lowering = sources.iter().filter_map(|source| {
        let path = source.path.strip_prefix(ROOT)?;
        (layer(path).is_some() && !path.ends_with("/mod.rs")).then_some((path, &*source.text))
    });
    of_lowering.collect()
}

fn layer(path: &str) -> Option<usize> {
    let (folder, _) = path.split_once('/')?;
    LAYERS.iter().position(|layer| *layer == folder)
}

/// The list of the layers and the tests are in none.
fn is_beside(path: &str) -> bool {
    path == "mod.rs" || path.starts_with("tests/")
}

/// The files that define each method of [`TYPES`].
fn methods<'a>(files: &[(&'a str, &'a str)]) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, text) in files {
        let mut inherent = false;
        for (_, code) in code_lines(text) {
            if code.starts_with("impl") {
                inherent = !code.contains(" for ") && TYPES.iter().any(|ty| code.contains(ty));
            }
            if let Some(name) = method(code).filter(|_| inherent) {
                found.entry(name).or_default().insert(path);
            }
        }
    }
    found
}

/// The name of the method that a line defines.
fn method(code: &str) -> Option<&str> {
    let code = code.strip_prefix("    ")?;
    let code = match code.strip_prefix("pub(in crate::lower) ") {
        Some(code) => code,
        None => code,
    };
    floors::name(code.strip_prefix("fn ")?)
}

/// The arrows of a file to other files.
fn arrows(path: &str, text: &str, methods: &BTreeMap<&str, BTreeSet<&str>>) -> Vec<Arrow> {
    let own: BTreeSet<&str> = code_lines(text)
        .filter_map(|(_, code)| method(code))
        .collect();
    let mut found = Vec::new();
    for (line, code) in code_lines(text) {
        for (at, _) in code.match_indices("crate::lower::") {
            let (to, by) = (file_of(&code[at..]), "crate::lower".to_owned());
            found.push(Arrow { line, to, by });
        }
        let begin = code.as_ptr().addr() - text.as_ptr().addr();
        for (at, _) in code.match_indices('.') {
            let called = called(text, begin + at).filter(|name| !own.contains(name));
            let to = called.and_then(|name| methods.get(name)).into_iter();
            found.extend(to.flatten().map(|&to| Arrow {
                line,
                to: to.to_owned(),
                by: called.unwrap_or_default().to_owned(),
            }));
        }
    }
    found.retain(|arrow| arrow.to != path);
    found
}

/// The file that a path leads into; of a path that does not say it, what stands there, which is in no layer.
fn file_of(path: &str) -> String {
    let mut names = path.split("::").skip(2).map(floors::name);
    match (names.next().flatten(), names.next().flatten()) {
        (Some(layer), Some(file)) => format!("{layer}/{file}.rs"),
        (layer, _) => layer.unwrap_or("a group").to_owned(),
    }
}

/// The method that is called on one of [`RECEIVERS`] by the dot at a place.
fn called(text: &str, dot: usize) -> Option<&str> {
    let name = floors::name(&text[dot + 1..])?;
    let behind = &text[dot + 1 + name.len()..];
    let before = text[..dot].trim_end();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let receiver = &before[before.trim_end_matches(is_part).len()..];
    let calls = behind.starts_with('(') || behind.starts_with("::<");
    (calls && RECEIVERS.contains(&receiver)).then_some(name)
}
