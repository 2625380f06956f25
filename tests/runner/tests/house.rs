//! The rules of the house, checked on the sources themselves.
//!
//! *Invariant:* an exception to a rule stands in a table here, with its reason.

#[path = "house/arms.rs"]
mod arms;
#[path = "house/built.rs"]
mod built;
#[path = "house/circles.rs"]
mod circles;
#[path = "house/committed.rs"]
mod committed;
#[path = "house/dependencies.rs"]
mod dependencies;
#[path = "house/floors.rs"]
mod floors;
#[path = "house/layers.rs"]
mod layers;
#[path = "house/lengths.rs"]
mod lengths;
#[path = "../../../rt/notices.rs"]
#[allow(dead_code, reason = "only its table of licences is used here")]
mod notices;
#[path = "house/planted.rs"]
mod planted;
#[path = "house/signatures.rs"]
mod signatures;
#[path = "house/tables.rs"]
mod tables;

use quasar_tests::outcome::{self, Needs, Outcome, Test};
use quasar_tests::repository;
use std::path::{Path, PathBuf};

/// The rooms of the compiler by crate, from the bottom up: a room uses only rooms before it. Between crates Cargo sees to that.
const CRATES: &[(&str, &[&str])] = &[
    (
        "compiler/front/src/",
        &[
            "base", "diag", "syntax", "doc", "types", "builtins", "hir", "resolve", "check", "sroa",
        ],
    ),
    (
        "compiler/middle/src/",
        &["machine", "mir", "lower", "analysis", "opt"],
    ),
    (
        "compiler/codegen/src/",
        &[
            "proofs",
            "arithmetic",
            "cuda",
            "description",
            "cpu",
            "spmd",
            "division",
        ],
    ),
    (
        "compiler/lsp/src/",
        &[
            "host",
            "text",
            "names",
            "document",
            "program",
            "answers",
            "workspace",
            "server",
        ],
    ),
    ("compiler/src/", &["driver", "cli"]),
];

/// Where `unsafe` may stand, and why. Everything else is safe Rust.
const UNSAFE_ROOMS: &[(&str, &str)] = &[
    (
        "rt/",
        "exports to generated code, array storage, the thread pool",
    ),
    (
        "nvrtc-bridge/src/",
        "functions of libraries that are loaded at run time",
    ),
    (
        "nvrtc-bridge/emulator/",
        "exports to programs in C, and tests that call them and launch kernels",
    ),
    (
        "tests/shim/",
        "functions of the C library that tests replace",
    ),
    (
        "compiler/src/driver/foreign.rs",
        "a file of its own mapped into memory",
    ),
    (
        "compiler/middle/src/mir/interpret/",
        "calls runtime functions by address",
    ),
    (
        "compiler/tests/",
        "calls the machine code that it tests by address",
    ),
    (
        "compiler/examples/",
        "calls the kernels that it measures by address",
    ),
    (
        "compiler/codegen/src/cuda/tests/",
        "calls the text that a C++ compiler made of it",
    ),
];

/// Who may touch the disk, the environment and other processes.
const INPUT_OUTPUT_ROOMS: &[&str] = &[
    "compiler/src/driver/",
    "compiler/src/cli",
    "compiler/src/main.rs",
    // Which proofs have their turn, in builds for tests alone.
    "compiler/codegen/src/proofs.rs",
];

type Rule = fn(&[Source]) -> Vec<String>;

const RULES: &[(&str, Rule)] = &[
    (
        "every folder of the compiler is a room",
        every_folder_is_a_room,
    ),
    ("a room uses only rooms before it", rooms_in_order),
    (
        "every file of the runtime is in a room",
        floors::every_file_is_in_a_room,
    ),
    (
        "a room of the runtime uses only rooms before it",
        floors::arrows_go_down,
    ),
    (
        "what rooms use is found in every form of paths",
        floors::arrows_are_found,
    ),
    (
        "ARCHITECTURE.md has the rooms of the runtime in their order",
        floors::map_of_floors,
    ),
    (
        "every file of lowering is in a layer",
        layers::every_file_is_in_a_layer,
    ),
    (
        "a layer of lowering uses only layers before it",
        layers::arrows_go_down,
    ),
    (
        "no files of lowering use each other in a circle",
        layers::no_circles,
    ),
    (
        "calls of methods in other files are found",
        layers::arrows_are_found,
    ),
    (
        "lower/mod.rs has the layers in their order",
        layers::table_is_in_the_map,
    ),
    ("no files use each other in a circle", circles::no_circles),
    (
        "arrows that close a circle, and stay, are needed",
        circles::kept_arrows_are_needed,
    ),
    ("circles of files are found", circles::circles_are_found),
    ("every file opens with its purpose", files_open_with_purpose),
    ("every file states an invariant", files_state_invariant),
    (
        "a technique is named with its source",
        techniques_have_sources,
    ),
    (
        "techniques without a source are found",
        techniques_without_sources_are_found,
    ),
    ("unsafe stands in named rooms only", unsafe_in_named_rooms),
    ("rooms of unsafe code have some", unsafe_rooms_are_needed),
    (
        "every unsafe block says why it is sound",
        unsafe_is_justified,
    ),
    (
        "no reason for unsafe is that of another place alone",
        reasons_say_something,
    ),
    ("only diag/render.rs names miette", miette_in_one_file),
    (
        "only driver and cli do input and output",
        input_output_in_driver,
    ),
    (
        "programs read the environment in one place",
        one_environment,
    ),
    ("nothing is left for later without a word", no_todo),
    (
        "ARCHITECTURE.md has the rooms in their order, and is short",
        map_of_rooms,
    ),
    (
        "blocks in comments are marked as text: nobody compiles them",
        blocks_are_text,
    ),
    (
        "parameters are not taken apart from tuples, but for a function's only one",
        signatures::no_tuples_taken_apart,
    ),
    (
        "parameters are not tuples of different things",
        signatures::no_tuples_of_different_things,
    ),
    (
        "tuples of different things that stay are needed",
        signatures::kept_tuples_are_needed,
    ),
    (
        "parameters that are tuples of different things are found",
        signatures::mixed_tuples_are_found,
    ),
    (
        "parameters that are tuples are found",
        signatures::tuples_are_found,
    ),
    (
        "no catch-all decides over our own enums",
        arms::no_catch_all_decides,
    ),
    (
        "catch-all arms that stay are needed",
        arms::kept_arms_are_needed,
    ),
    ("catch-all arms are found", arms::catch_alls_are_found),
    ("tests read MIR from texts", built::mir_is_read_from_texts),
    ("tests that build MIR are found", built::builders_are_found),
    (
        "the patches of planted defects fit the sources",
        planted::patches_fit,
    ),
    (
        "patches that do not fit are found",
        planted::misfits_are_found,
    ),
    (
        "functions have at most 80 lines",
        lengths::functions_are_short,
    ),
    (
        "nine of ten functions have at most 35 lines",
        lengths::most_functions_are_of_usual_length,
    ),
    ("files have at most 1000 lines", lengths::files_are_short),
    (
        "lengths that stay are needed",
        lengths::kept_lengths_are_needed,
    ),
    ("lengths are found", lengths::lengths_are_found),
    (
        "every package that is declared is used",
        dependencies::declared_is_used,
    ),
    (
        "every package takes the lints of the workspace",
        dependencies::lints_are_shared,
    ),
    (
        "every package has a licence of the table",
        dependencies::licences_are_taken,
    ),
    (
        "packages that break a rule are found",
        dependencies::breaches_are_found,
    ),
    (
        "nothing that a compiler made is committed",
        committed::nothing_made,
    ),
    (
        "files that a compiler made are found",
        committed::made_files_are_found,
    ),
    ("texts that break a rule are found", breaches_are_found),
    (
        "rows of tables that nothing needs are found",
        tables::needless_rows_are_found,
    ),
    (
        "maps and pairs of files that break a rule are found",
        tables::breaches_are_found,
    ),
];

/// A Rust file of the repository.
struct Source {
    path: String,
    text: String,
}

fn main() {
    let sources = sources();
    let test = |&(name, rule): &(&'static str, Rule)| {
        let sources = &sources;
        Test::new(name, move || outcome(rule(sources))).needing(Needs::Files)
    };
    let tests: Vec<Test> = RULES.iter().map(test).collect();
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("house", &results));
}

fn outcome(violations: Vec<String>) -> Outcome {
    if violations.is_empty() {
        Outcome::Passed
    } else {
        Outcome::Failed(violations.join("\n"))
    }
}

fn sources() -> Vec<Source> {
    let folders = [
        "compiler",
        "rt",
        "nvrtc-bridge",
        "tests/runner",
        "tests/mutants",
        "tests/shim",
        "bench",
    ];
    let paths = folders
        .iter()
        .flat_map(|folder| repository::files(folder, "rs"));
    let sources: Vec<Source> = paths.filter(|path| is_ours(path)).map(read).collect();
    assert!(
        sources.len() > 20,
        "the sources are not where this test looks for them"
    );
    sources
}

/// Build folders of nested builds are not sources.
fn is_ours(path: &Path) -> bool {
    !path.components().any(|part| part.as_os_str() == "target")
}

fn read(path: PathBuf) -> Source {
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Source {
        path: repository::relative(&path),
        text,
    }
}

/// The crate that a file is of.
fn crate_of(source: &Source) -> Option<&'static (&'static str, &'static [&'static str])> {
    let mut crates = CRATES.iter();
    crates.find(|(folder, _)| source.path.starts_with(folder))
}

/// The rooms of the crate that a file is of, and the number of its own among them.
fn room(source: &Source) -> Option<(&'static [&'static str], usize)> {
    let (folder, rooms) = crate_of(source)?;
    let first = source.path[folder.len()..].split('/').next()?;
    let name = first.trim_end_matches(".rs");
    Some((rooms, rooms.iter().position(|room| *room == name)?))
}

fn every_folder_is_a_room(sources: &[Source]) -> Vec<String> {
    let stray = |source: &&Source| {
        let is_in_a_folder = |(folder, _): &(&str, _)| source.path[folder.len()..].contains('/');
        crate_of(source).is_some_and(is_in_a_folder) && room(source).is_none()
    };
    sources
        .iter()
        .filter(stray)
        .map(|source| source.path.clone())
        .collect()
}

fn rooms_in_order(sources: &[Source]) -> Vec<String> {
    sources.iter().flat_map(later_rooms).collect()
}

/// The paths of a file into rooms behind its own, and its ways out of its room without naming where.
fn later_rooms(source: &Source) -> Vec<String> {
    let Some((rooms, rank)) = room(source) else {
        return Vec::new();
    };
    let arrows = floors::arrows(&source.text).into_iter();
    let is_later = |to: &str| rooms[rank + 1..].contains(&to);
    let later = arrows.filter(|arrow| is_later(arrow.to));
    let later = later.map(|arrow| (arrow.line, format!("{} uses {}", rooms[rank], arrow.to)));
    let (folder, _) = crate_of(source).expect("a room is of a crate");
    let left = floors::leaves(&source.path[folder.len()..], &source.text).into_iter();
    later
        .chain(left.map(|line| (line, "super leaves the room".to_owned())))
        .map(|(line, what)| format!("{}:{line}: {what}", source.path))
        .collect()
}

/// Lines that are not comments, with their numbers.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

fn files_open_with_purpose(sources: &[Source]) -> Vec<String> {
    let lacking = sources
        .iter()
        .filter(|source| !source.text.starts_with("//! "));
    lacking.map(|source| source.path.clone()).collect()
}

/// Files of tests and what only tests use.
const TEST_FILES: &[&str] = &["/tests.rs", "/testing.rs", "/random_program.rs"];

fn is_test(source: &Source) -> bool {
    source.path.contains("/tests/") || TEST_FILES.iter().any(|name| source.path.ends_with(name))
}

fn files_state_invariant(sources: &[Source]) -> Vec<String> {
    let head = |source: &Source| {
        source
            .text
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let lacking = sources
        .iter()
        .filter(|source| !is_test(source) && !head(source).contains("*Invariant"));
    lacking.map(|source| source.path.clone()).collect()
}

/// The line of a head that says which technique of the field the file implements gives its source, with the year.
fn techniques_have_sources(sources: &[Source]) -> Vec<String> {
    let named = sources.iter().filter_map(|source| {
        let technique = technique(&source.text)?;
        Some((source, technique))
    });
    let mut violations: Vec<String> = named
        .clone()
        .filter(|(_, technique)| !has_year(technique))
        .map(|(source, _)| format!("{}: a technique without a year", source.path))
        .collect();
    if named.count() < 50 {
        violations.push(
            "the lines that name techniques are not where this test looks for them".to_owned(),
        );
    }
    violations
}

/// What the head of a file says of its technique.
fn technique(text: &str) -> Option<String> {
    let (_, technique) = text.split_once("\n//! *Technique:*")?;
    let more = technique.lines().skip(1);
    let more = more.take_while(|line| line.starts_with("//! "));
    let first = technique.lines().take(1);
    Some(first.chain(more).collect::<Vec<_>>().join("\n"))
}

fn has_year(text: &str) -> bool {
    let is_year =
        |word: &str| word.len() == 4 && word.starts_with(['1', '2']) && word.parse::<u16>().is_ok();
    text.split(|c: char| !c.is_alphanumeric()).any(is_year)
}

fn techniques_without_sources_are_found(_: &[Source]) -> Vec<String> {
    let has_source = |text: &str| technique(text).map(|technique| has_year(&technique));
    let expected = [
        ("//! A pass.\n//!\n//! *Invariant:* of 1994.\n", None),
        (
            "//! A pass.\n//!\n//! *Technique:* hoisting (Muchnick, 1997).\n",
            Some(true),
        ),
        (
            "//! A pass.\n//!\n//! *Technique:* hoisting (Muchnick,\n//! 1997).\n",
            Some(true),
        ),
        (
            "//! A pass.\n//!\n//! *Technique:* hoisting.\n\nconst MOST: u32 = 2000;\n//!\n",
            Some(false),
        ),
        (
            "//! A pass.\n//!\n//! *Technique:* hoisting.\n//!\n//! *Invariant:* of 1994.\n",
            Some(false),
        ),
    ];
    let wrong = expected
        .iter()
        .filter(|(text, found)| has_source(text) != *found);
    wrong
        .map(|(text, _)| format!("wrongly told of: {text}"))
        .collect()
}

fn unsafe_in_named_rooms(sources: &[Source]) -> Vec<String> {
    let outside = sources.iter().filter(|source| {
        !UNSAFE_ROOMS
            .iter()
            .any(|(room, _)| source.path.starts_with(room))
    });
    outside
        .flat_map(|source| {
            unsafe_lines(source)
                .into_iter()
                .map(|line| format!("{}:{line}", source.path))
        })
        .collect()
}

/// A room of the table without unsafe code is a row too many.
fn unsafe_rooms_are_needed(sources: &[Source]) -> Vec<String> {
    let is_needed = |room: &str| {
        let mut files = sources
            .iter()
            .filter(|source| source.path.starts_with(room));
        files.any(|source| !unsafe_lines(source).is_empty())
    };
    let needless = UNSAFE_ROOMS.iter().filter(|(room, _)| !is_needed(room));
    needless
        .map(|(room, _)| format!("{room} has no unsafe code"))
        .collect()
}

/// Numbers of the lines whose code says `unsafe`, apart from lints, strings and function types.
fn unsafe_lines(source: &Source) -> Vec<usize> {
    let is_use = |line: &str| {
        line.split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == "unsafe")
            && !line.contains('"')
    };
    code_lines(&source.text)
        .filter(|(_, line)| is_use(line))
        .map(|(number, _)| number)
        .collect()
}

fn unsafe_is_justified(sources: &[Source]) -> Vec<String> {
    sources.iter().flat_map(unjustified_blocks).collect()
}

/// `unsafe {` needs the word SAFETY in the comment before it or in the line itself.
fn unjustified_blocks(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().collect();
    let has_reason = |number: usize| {
        let before = lines[..number - 1]
            .iter()
            .rev()
            .take(12)
            .take_while(|line| !line.trim().is_empty());
        lines[number - 1].contains("SAFETY")
            || before.into_iter().any(|line| line.contains("SAFETY"))
    };
    let blocks = unsafe_lines(source)
        .into_iter()
        .filter(|number| lines[number - 1].contains("unsafe {"));
    blocks
        .filter(|number| !has_reason(*number))
        .map(|number| format!("{}:{number}", source.path))
        .collect()
}

/// Words that say no more than that there is a reason.
const EMPTY_REASONS: [&str; 5] = ["by contract", "by the contract", "safe", "sound", "it is"];

/// How far above the reason is that a note goes back to.
const ABOVE: usize = 14;

/// A note may go back to one that stands near it, and says which condition holds otherwise.
fn reasons_say_something(sources: &[Source]) -> Vec<String> {
    sources.iter().flat_map(empty_reasons).collect()
}

fn empty_reasons(source: &Source) -> Vec<String> {
    let reason = |line: &str| {
        Some(
            line.split_once("// SAFETY: ")?
                .1
                .trim_end_matches('.')
                .to_owned(),
        )
    };
    let reasons: Vec<Option<String>> = source.text.lines().map(reason).collect();
    let goes_back = |text: &str| matches!(text, "as above" | "likewise");
    let is_empty = |at: usize, text: &str| {
        let before = reasons[at.saturating_sub(ABOVE)..at].iter().flatten();
        let lacks = goes_back(text) && before.clone().all(|text| goes_back(text));
        lacks || EMPTY_REASONS.contains(&text)
    };
    let all = reasons.iter().enumerate();
    let empty = all.filter(|(at, text)| text.as_ref().is_some_and(|text| is_empty(*at, text)));
    empty
        .map(|(at, _)| format!("{}:{}", source.path, at + 1))
        .collect()
}

fn miette_in_one_file(sources: &[Source]) -> Vec<String> {
    let others = sources.iter().filter(|source| {
        source.path.starts_with("compiler/") && !source.path.ends_with("diag/render.rs")
    });
    lines_with(others, &["miette::"])
}

fn input_output_in_driver(sources: &[Source]) -> Vec<String> {
    let is_pure = |source: &&Source| {
        crate_of(source).is_some()
            && !is_test(source)
            && !INPUT_OUTPUT_ROOMS
                .iter()
                .any(|room| source.path.starts_with(room))
    };
    lines_with(
        sources.iter().filter(is_pure),
        &[
            "std::fs",
            "std::env::",
            "std::process::",
            "println!(",
            "eprintln!(",
        ],
    )
}

/// A program with raised rights must not look at its caller's environment, which `environment.rs` sees to.
fn one_environment(sources: &[Source]) -> Vec<String> {
    let asks = ["env::var", "env::vars", "libc::getenv"];
    let rooms = ["rt/src/", "nvrtc-bridge/src/"];
    let (place, tests) = (
        "nvrtc-bridge/src/environment.rs",
        ["tests.rs", "testing.rs"],
    );
    let of_programs = sources.iter().filter(|source| {
        let path = source.path.as_str();
        rooms.iter().any(|room| path.starts_with(room))
            && path != place
            && !tests.iter().any(|name| path.ends_with(name))
    });
    lines_with(of_programs, &asks)
}

fn no_todo(sources: &[Source]) -> Vec<String> {
    // Put together here, so that this file passes its own rule.
    let needles = [
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
        concat!("dbg", "!("),
    ];
    lines_with(sources.iter(), &needles)
}

/// `tests/run` runs no tests of documentation; an example that is to hold is a test.
fn blocks_are_text(sources: &[Source]) -> Vec<String> {
    sources.iter().flat_map(unmarked_blocks).collect()
}

/// Lines that open a block with another mark. A block ends with as many backquotes as it opens with and may have shorter ones inside.
fn unmarked_blocks(source: &Source) -> Vec<String> {
    let (mut open, mut found) = (None, Vec::new());
    for (index, line) in source.text.lines().enumerate() {
        let Some((quotes, mark)) = fence(line) else {
            continue;
        };
        match open {
            None => {
                open = Some(quotes);
                found.extend((mark != "text").then(|| format!("{}:{}", source.path, index + 1)));
            }
            Some(opening) if opening == quotes => open = None,
            Some(_) => {}
        }
    }
    found
}

/// The number of backquotes that open or close a block in a comment of documentation, and what stands behind them.
fn fence(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let text = line.strip_prefix("//!").or(line.strip_prefix("///"))?;
    let mark = text.trim().trim_start_matches('`');
    let quotes = text.trim().len() - mark.len();
    (quotes >= 3).then_some((quotes, mark))
}

fn lines_with<'a>(sources: impl Iterator<Item = &'a Source>, needles: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        for (number, line) in code_lines(before_tests(&source.text)) {
            if let Some(needle) = needles.iter().find(|needle| line.contains(**needle)) {
                found.push(format!("{}:{number}: {needle}", source.path));
            }
        }
    }
    found
}

/// A text for each rule that is checked here, which breaks that one, and the file that it would stand in.
fn breaches_are_found(_: &[Source]) -> Vec<String> {
    let pass = "compiler/middle/src/mir/passes/hoist.rs";
    // Put together here, so that this file passes its own rules.
    let todo = concat!("todo", "!()");
    let long = format!("fn f() {{\n{}}}\n", "    g();\n".repeat(80));
    let file = "\n".repeat(1001);
    let (low, floor) = ("compiler/middle/src/lower/tree/a.rs", "rt/src/array/a.rs");
    let map = "compiler/middle/src/lower/mod.rs";
    let decides = "enum A {\n    B,\n    C,\n}\nfn f(a: A) {\n    match a {\n        A::B => 1,\n        _ => 0,\n    }\n}\n";
    let breaches: [(&str, Rule, &str, &str); 24] = [
        (
            "a folder that is no room",
            every_folder_is_a_room,
            "compiler/src/other/a.rs",
            "",
        ),
        (
            "a later room",
            rooms_in_order,
            pass,
            "use crate::lower::a;\n",
        ),
        (
            "super out of a room",
            rooms_in_order,
            "compiler/middle/src/mir/a.rs",
            "use super::super::a;\n",
        ),
        (
            "no purpose",
            files_open_with_purpose,
            pass,
            "use crate::base;\n",
        ),
        (
            "no invariant",
            files_state_invariant,
            pass,
            "//! A pass.\n\n// *Invariant:* late.\n",
        ),
        (
            "unsafe",
            unsafe_in_named_rooms,
            pass,
            "// SAFETY: it is.\nunsafe { f() }\n",
        ),
        (
            "no reason",
            unsafe_is_justified,
            "rt/src/array/a.rs",
            "// SAFETY: far.\n\nunsafe { f() }\n",
        ),
        (
            "a reason that says nothing",
            reasons_say_something,
            "rt/src/array/a.rs",
            "// SAFETY: by contract.\nunsafe { f() }\n",
        ),
        (
            "a reason that is nowhere",
            reasons_say_something,
            "rt/src/array/a.rs",
            "// SAFETY: as above.\nunsafe { f() }\n",
        ),
        ("miette", miette_in_one_file, pass, "use miette::Report;\n"),
        (
            "input and output",
            input_output_in_driver,
            pass,
            "println!(\"here\");\n",
        ),
        (
            "the environment",
            one_environment,
            "rt/src/process/a.rs",
            "std::env::var(\"A\");\n",
        ),
        ("work that is left", no_todo, pass, todo),
        (
            "a block of code",
            blocks_are_text,
            pass,
            "//! ```rust\n//! f()\n//! ```\n",
        ),
        (
            "a file of the runtime in no room",
            floors::every_file_is_in_a_room,
            "rt/src/a.rs",
            "",
        ),
        (
            "a later room of the runtime",
            floors::arrows_go_down,
            floor,
            "use crate::start::a;\n",
        ),
        (
            "a file in no layer",
            layers::every_file_is_in_a_layer,
            "compiler/middle/src/lower/a.rs",
            "",
        ),
        (
            "a later layer",
            layers::arrows_go_down,
            low,
            "use crate::lower::emit::types::A;\n",
        ),
        (
            "layers that are missing",
            layers::table_is_in_the_map,
            map,
            "//! | `tree` | |\n",
        ),
        (
            "a tuple taken apart",
            signatures::no_tuples_taken_apart,
            pass,
            concat!("f", "n f(x: X, (a, b): (A, B)) {}\n"),
        ),
        (
            "a mixed tuple",
            signatures::no_tuples_of_different_things,
            pass,
            "fn f(x: X, at: (A, B)) {}\n",
        ),
        ("a catch-all", arms::no_catch_all_decides, pass, decides),
        ("a long function", lengths::functions_are_short, pass, &long),
        ("a long file", lengths::files_are_short, pass, &file),
    ];
    let is_missed = |(_, rule, path, text): &&(&str, Rule, &str, &str)| {
        let source = Source {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        rule(&[source]).len() != 1
    };
    let missed = breaches.iter().filter(is_missed);
    missed
        .map(|(name, ..)| format!("not found, or more than once: {name}"))
        .collect()
}

/// The part of a file before its unit tests, if they stand in it; tests in a file of their own, or an item for them, end nothing.
fn before_tests(text: &str) -> &str {
    let tests = text.match_indices("#[cfg(test)]\nmod ");
    let mut here = tests.filter(|(at, found)| {
        let name = text[at + found.len()..].lines().next();
        name.is_some_and(|name| name.contains('{'))
    });
    here.next().map_or(text, |(at, _)| &text[..at])
}

/// Lines that ARCHITECTURE.md may have: a map for a newcomer; what was decided, and why, stands in docs/decisions.
const LONGEST_MAP: usize = 150;

fn map() -> String {
    read(repository::root().join("ARCHITECTURE.md")).text
}

/// The names in backquotes that rows of the tables of a map begin with.
fn first_paths(map: &str) -> Vec<&str> {
    let rows = map.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split('`').next()).collect()
}

fn map_of_rooms(_: &[Source]) -> Vec<String> {
    other_rooms(&map())
}

/// Whether a map has other rooms of the compiler, or in another order, and whether it is too long.
fn other_rooms(map: &str) -> Vec<String> {
    let first = first_paths(map).into_iter();
    let rooms: Vec<&str> = first
        .filter(|name| name.starts_with("compiler/"))
        .map(|name| name.trim_end_matches(".rs"))
        .collect();
    let known = CRATES.iter().flat_map(|(folder, rooms)| {
        let path = move |room: &&str| format!("{folder}{room}");
        rooms.iter().map(path)
    });
    let mut violations = Vec::new();
    if rooms != known.collect::<Vec<String>>() {
        violations.push(format!("ARCHITECTURE.md has the rooms {rooms:?}"));
    }
    let length = map.lines().count();
    if length > LONGEST_MAP {
        violations.push(format!("ARCHITECTURE.md has {length} lines"));
    }
    violations
}
