//! The rooms of the runtime: every arrow of use goes down.
//!
//! *Invariant:* all forms of a path count: `crate::room`, `crate::{room, …}`, and `super` as often as it takes to leave a room.

use super::{Source, code_lines, first_paths, map};

/// The rooms of `rt/src`, from the ground up: a room uses only itself and rooms before it.
const FLOORS: &[&str] = &[
    "process",
    "threads",
    "array",
    "text",
    "numeric",
    "formats",
    "figure",
    "processor",
    "device",
    "launch",
    "start",
];

/// Files beside the rooms: the list of the rooms.
const BESIDE: &[&str] = &["lib.rs"];

/// Unit tests that compare arrays by the text that `print` would show.
const SHOWING: &[&str] = &[
    "rt/src/array/create.rs",
    "rt/src/array/shape.rs",
    "rt/src/array/slice.rs",
];

/// A path in code, as far as the rule looks at it.
#[derive(Debug, PartialEq, Eq)]
pub struct Arrow<'a> {
    /// Where it stands.
    pub line: usize,
    /// The first name behind `crate::`.
    pub to: &'a str,
}

pub fn every_file_is_in_a_room(sources: &[Source]) -> Vec<String> {
    let of_runtime = sources
        .iter()
        .filter_map(|source| source.path.strip_prefix("rt/src/"));
    let is_stray = |path: &&str| !BESIDE.contains(path) && rank(path).is_none();
    of_runtime
        .filter(is_stray)
        .map(|path| format!("rt/src/{path}: in no room"))
        .collect()
}

pub fn arrows_go_down(sources: &[Source]) -> Vec<String> {
    let of_runtime = sources
        .iter()
        .filter(|source| source.path.starts_with("rt/src/"));
    of_runtime.flat_map(upward).collect()
}

pub fn arrows_are_found(_: &[Source]) -> Vec<String> {
    let text = "use crate::array::x;\n// crate::start\nuse crate::{\n    text::{a, b},\n    device,\n};\nlet f = crate::launch::f($crate::figure::g);\n";
    let lines = [
        (1, "array"),
        (3, "text"),
        (3, "device"),
        (7, "launch"),
        (7, "figure"),
    ];
    let expected = lines.map(|(line, to)| Arrow { line, to });
    let mut violations = Vec::new();
    if arrows(text) != expected {
        violations.push(format!("found {:?}", arrows(text)));
    }
    let leaving = "use super::a;\nuse super::super::b;\nmod tests {\n    use super::super::b;\n    use super::super::super::b;\n}\n";
    if leaves("array/x.rs", leaving) != [2, 5] {
        violations.push(format!("left at {:?}", leaves("array/x.rs", leaving)));
    }
    violations
}

pub fn map_of_floors(_: &[Source]) -> Vec<String> {
    other_floors(&map())
}

/// Whether a map has other rooms of the runtime, or in another order.
pub fn other_floors(map: &str) -> Vec<String> {
    let rooms = first_paths(map).into_iter();
    let rooms: Vec<&str> = rooms
        .filter_map(|name| name.strip_prefix("rt/src/"))
        .collect();
    match rooms == FLOORS {
        true => Vec::new(),
        false => vec![format!("ARCHITECTURE.md has the rooms {rooms:?}")],
    }
}

/// The floor of a file below `rt/src`.
fn rank(path: &str) -> Option<usize> {
    let (folder, _) = path.split_once('/')?;
    FLOORS.iter().position(|room| *room == folder)
}

/// The arrows of a file that do not go down, and its ways out of its room.
fn upward(source: &Source) -> Vec<String> {
    let path = source.path.trim_start_matches("rt/src/");
    let Some(own) = rank(path) else {
        return Vec::new();
    };
    let is_up = |arrow: &Arrow<'_>| FLOORS[..=own].iter().all(|room| *room != arrow.to);
    let arrows = arrows(&source.text).into_iter();
    let arrows = arrows.filter(|arrow| is_up(arrow) && !shows(source, arrow));
    let told = arrows
        .map(|Arrow { line, to }| format!("{}:{line}: {} uses {to}", source.path, FLOORS[own]));
    let left = leaves(path, &source.text).into_iter();
    told.chain(left.map(|line| format!("{}:{line}: super leaves the room", source.path)))
        .collect()
}

/// Whether a unit test shows an array.
fn shows(source: &Source, arrow: &Arrow<'_>) -> bool {
    let mut before = source.text.lines().take(arrow.line);
    arrow.to == "text" && SHOWING.contains(&source.path.as_str()) && before.any(opens_module)
}

/// Whether a line begins a module within its file, as unit tests are.
fn opens_module(line: &str) -> bool {
    line.starts_with("mod ") && line.ends_with('{')
}

/// What stands behind `crate::` in code.
pub fn arrows(text: &str) -> Vec<Arrow<'_>> {
    const ROOT: &str = "crate::";
    let mut found = Vec::new();
    for (line, code) in code_lines(text) {
        // Groups go on behind the end of the line, so that the rest of the whole text is read.
        let begin = code.as_ptr().addr() - text.as_ptr().addr();
        for (at, _) in code.match_indices(ROOT) {
            let names = first_names(&text[begin + at + ROOT.len()..]);
            found.extend(names.into_iter().map(|to| Arrow { line, to }));
        }
    }
    found
}

/// The first names of a path, several where it begins with a group.
fn first_names(path: &str) -> Vec<&str> {
    let Some(group) = path.strip_prefix('{') else {
        return name(path).into_iter().collect();
    };
    let mut names: Vec<&str> = name(group.trim_start()).into_iter().collect();
    let mut depth = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.extend(name(group[at + 1..].trim_start())),
            _ => {}
        }
    }
    names
}

/// The name that a text begins with.
pub fn name(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then_some(name)
}

/// Lines where `super` comes to the root of the crate. Unit tests are one module deeper than their file.
pub fn leaves(path: &str, text: &str) -> Vec<usize> {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    let mut depth = path.split('/').count();
    let mut found = Vec::new();
    for (line, code) in code_lines(text) {
        depth += usize::from(opens_module(code));
        if code.contains(&"super::".repeat(depth)) {
            found.push(line);
        }
    }
    found
}
