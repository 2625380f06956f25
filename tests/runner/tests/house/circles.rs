//! Files that use each other: none do in a circle.
//!
//! An arrow is a path by `crate` or `super` to what another file defines. What a file takes from the `mod.rs` of a folder that it lies in is
//! none: that is where a folder names what its files share. Methods are none either, as far as no path names their file.
//!
//! *Invariant:* an arrow that stays, although it closes a circle, stands in a table here, with its reason.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, before_tests, code_lines, floors, is_test};

/// The crates, by their folders.
pub const CRATES: &[&str] = &[
    "compiler/front/src/",
    "compiler/middle/src/",
    "compiler/codegen/src/",
    "compiler/lsp/src/",
    "compiler/src/",
    "rt/abi/src/",
    "rt/fourier/src/",
    "rt/src/",
    "nvrtc-bridge/src/",
    "nvrtc-bridge/ptx/src/",
    "nvrtc-bridge/emulator/src/",
    "tests/runner/src/",
];

/// Arrows that close a circle: from, to, why they stay.
pub const KEPT: &[(&str, &str, &str)] = &[
    (
        "rt/src/text/display.rs",
        "rt/src/text/cell.rs",
        "arrays hold cells, and cells arrays",
    ),
    (
        "nvrtc-bridge/emulator/src/world.rs",
        "nvrtc-bridge/emulator/src/managed.rs",
        "the world owns the pages, which ask it for the memory behind them",
    ),
    (
        "nvrtc-bridge/emulator/src/world.rs",
        "nvrtc-bridge/emulator/src/queue.rs",
        "the world owns the streams, whose work changes it",
    ),
];

/// The files that each file uses.
type Uses<'s> = BTreeMap<&'s str, BTreeSet<&'s str>>;

pub fn no_circles(sources: &[Source]) -> Vec<String> {
    let mut violations = Vec::new();
    for root in CRATES {
        let mut uses = uses(sources, root);
        for (from, to, _) in KEPT {
            uses.entry(from).and_modify(|used| {
                used.remove(to);
            });
        }
        violations.extend(circle(uses).map(|files| format!("in circles: {files}")));
    }
    violations
}

/// An arrow of the table that is gone, or that closes no circle any more, is a row too many.
pub fn kept_arrows_are_needed(sources: &[Source]) -> Vec<String> {
    let needless = KEPT.iter().filter(|&&(from, to, _)| {
        let root = CRATES.iter().find(|root| from.starts_with(**root));
        let uses = uses(sources, root.expect("a file of a crate"));
        let mut reached = BTreeSet::new();
        reach(to, &uses, &mut reached);
        let is_used = uses.get(from).is_some_and(|used| used.contains(to));
        !is_used || !reached.contains(from)
    });
    needless
        .map(|(from, to, _)| format!("{from} and {to} are in no circle"))
        .collect()
}

pub fn circles_are_found(_: &[Source]) -> Vec<String> {
    let file = |path: &str, text: &str| Source {
        path: format!("rt/src/{path}"),
        text: text.to_owned(),
    };
    let sources = [
        file("a/mod.rs", "mod b;\nuse crate::a::b::x;\n"),
        file("a/b.rs", "use super::{own, c::{self, y as z}};\n"),
        file(
            "a/c.rs",
            "// crate::d\nfn f() { super::super::d::g::<u8>() }\n",
        ),
        file("d.rs", "use crate::{\n    e,\n    a::b,\n};\n"),
        file("e.rs", "#[cfg(test)]\nmod tests { use crate::d; }\n"),
    ];
    let found = circle(uses(&sources, "rt/src/"));
    match found.as_deref() {
        Some("rt/src/a/b.rs, rt/src/a/c.rs, rt/src/d.rs") => Vec::new(),
        other => vec![format!("found {other:?}")],
    }
}

/// The files that are in circles, or between two.
fn circle(mut uses: Uses<'_>) -> Option<String> {
    loop {
        let known: BTreeSet<&str> = uses.keys().copied().collect();
        uses.retain(|_, to| to.iter().any(|to| known.contains(to)));
        let used: BTreeSet<&str> = uses.values().flatten().copied().collect();
        uses.retain(|path, _| used.contains(path));
        if uses.len() == known.len() {
            break;
        }
    }
    let files: Vec<&str> = uses.into_keys().collect();
    (!files.is_empty()).then(|| files.join(", "))
}

/// Everything that a file uses, and what that uses.
fn reach<'s>(from: &str, uses: &Uses<'s>, found: &mut BTreeSet<&'s str>) {
    for &to in uses.get(from).into_iter().flatten() {
        if found.insert(to) {
            reach(to, uses, found);
        }
    }
}

fn uses<'s>(sources: &'s [Source], root: &str) -> Uses<'s> {
    let of_crate = sources.iter().filter(|source| {
        let path = source.path.strip_prefix(root);
        path.is_some_and(|path| path != "lib.rs") && !is_test(source)
    });
    let files: Vec<&Source> = of_crate.collect();
    let by_module = files
        .iter()
        .map(|source| (module(source, root), source.path.as_str()));
    let by_module: BTreeMap<Vec<&str>, &str> = by_module.collect();
    let of = |source: &&'s Source| {
        let own = module(source, root);
        let to = paths(&source.text, &own).into_iter();
        let to = to.filter_map(|path| file_of(&path, &by_module));
        let to = to.filter(|to| *to != source.path && !encloses(to, &source.path));
        (source.path.as_str(), to.collect())
    };
    files.iter().map(of).collect()
}

/// The names that lead to a file.
fn module<'s>(source: &'s Source, root: &str) -> Vec<&'s str> {
    let path = &source.path[root.len()..];
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').collect()
}

/// The file that defines what a path names, as far as the path tells.
fn file_of<'s>(path: &[&str], by_module: &BTreeMap<Vec<&str>, &'s str>) -> Option<&'s str> {
    let mut lengths = (1..=path.len()).rev();
    lengths.find_map(|length| by_module.get(&path[..length]).copied())
}

/// Whether a file is the `mod.rs` of a folder that another one lies in.
fn encloses(file: &str, other: &str) -> bool {
    let folder = file.strip_suffix("mod.rs");
    folder.is_some_and(|folder| other.starts_with(folder))
}

/// The paths in a file that has this module, from the root of the crate.
fn paths<'s>(text: &'s str, own: &[&'s str]) -> Vec<Vec<&'s str>> {
    let mut found = Vec::new();
    for (_, code) in code_lines(before_tests(text)) {
        let begin = code.as_ptr().addr() - text.as_ptr().addr();
        for (at, word) in begins(code) {
            let behind = &text[begin + at..];
            match word {
                "crate" => expand(&behind["crate::".len()..], &[], &mut found),
                _ => expand(behind, own, &mut found),
            };
        }
    }
    found
}

/// Where paths begin in a line: with `crate`, or with the first of several `super`.
fn begins(code: &str) -> Vec<(usize, &'static str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$';
    let starts = |word: &'static str, sign: &str| {
        let places = code.match_indices(sign).map(|(at, _)| at);
        let places = places.filter(|&at| !code[..at].ends_with(is_part));
        places.map(|at| (at, word)).collect::<Vec<_>>()
    };
    [starts("crate", "crate::"), starts("super", "super::")].concat()
}

/// Adds the paths that a text begins with, behind some names; gives what stands behind them.
fn expand<'s>(text: &'s str, before: &[&'s str], found: &mut Vec<Vec<&'s str>>) -> &'s str {
    let text = text.trim_start();
    if let Some(group) = text.strip_prefix('{') {
        return expand_group(group, before, found);
    }
    let Some(name) = floors::name(text) else {
        found.push(before.to_vec());
        return text;
    };
    let names = match name {
        "super" => before[..before.len().saturating_sub(1)].to_vec(),
        name => [before, &[name]].concat(),
    };
    let rest = &text[name.len()..];
    match rest.strip_prefix("::") {
        Some(rest) => expand(rest, &names, found),
        None => {
            found.push(names);
            rest
        }
    }
}

/// The same for the members of a group.
fn expand_group<'s>(text: &'s str, before: &[&'s str], found: &mut Vec<Vec<&'s str>>) -> &'s str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if let Some(behind) = rest.strip_prefix('}') {
            return behind;
        }
        let behind = expand(rest, before, found);
        if behind.len() == rest.len() {
            return behind;
        }
        rest = behind;
    }
}
