//! The programs of the repository: every name of one without mistakes has a meaning, and a program whose names are others is the same program.
//!
//! `QC_LSP_RENAMES` makes more renamings, `QC_LSP_SEED` other ones.
//!
//! *Invariant:* what a program is, is what the checker makes of it: the typed tree, printed.

mod shared;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use qc_front::base::stack::on_deep_stack;
use qc_front::diag::has_errors;
use qc_front::hir;
use qc_lsp::answers::meaning::{self, Meaning};
use qc_lsp::answers::renaming;
use qc_lsp::answers::view::View;
use qc_lsp::names::{Role, Sense};
use qc_lsp::text::Encoding;
use qc_lsp::workspace::Workspace;
use shared::{Memory, uri};

/// What is put behind a name: no program has such names, and they are in the same order.
const MARK: &str = "_0_";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

/// The files of the library, as qc carries them.
fn library() -> Vec<(String, String)> {
    sources(&root().join("stdlib"))
        .into_iter()
        .map(|path| {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (format!("<qc>/{name}"), read(&path))
        })
        .collect()
}

fn read(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The sources in a folder and the folders in it, in the order of their names.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false if path.extension().is_some_and(|it| it == "q") => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

/// The programs, each with the number of its text.
fn programs() -> Vec<(PathBuf, String)> {
    let folders = ["samples", "bench/quasar", "tests/programs"];
    let paths = folders
        .iter()
        .flat_map(|folder| sources(&root().join(folder)));
    let programs: Vec<_> = paths.map(|path| (path.clone(), read(&path))).collect();
    assert!(
        programs.len() > 500,
        "the programs are not where this test looks for them"
    );
    programs
}

/// A program with the files beside it.
fn opened(path: &Path, text: &str, library: &[(String, String)]) -> Workspace {
    let mut files = library.to_vec();
    let folder = path.parent().expect("it is in a folder");
    if text.contains("import") {
        files.extend(
            sources(folder)
                .into_iter()
                .filter(|it| it != path)
                .map(|it| {
                    let name = it.strip_prefix(folder).expect("it is below");
                    (name.display().to_string(), read(&it))
                }),
        );
    }
    let mut workspace = Workspace::new(Arc::new(Memory(files)), Encoding::Utf16);
    workspace.open(&uri("a.q"), Some(1), text);
    workspace
}

fn view(workspace: &Workspace) -> Option<View> {
    let view = workspace.view(&uri("a.q")).expect("it is open");
    (!has_errors(&view.program.reports)).then_some(view)
}

#[test]
fn every_name_of_a_program_without_mistakes_has_a_meaning() {
    let unknown = on_deep_stack(|| {
        let library = library();
        let mut unknown: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut names = 0;
        for (path, text) in programs() {
            let workspace = opened(&path, &text, &library);
            let Some(view) = view(&workspace)
                .filter(|it| !text.contains("eval(") && it.program.reports.is_empty())
            else {
                continue;
            };
            let own = view.own();
            for it in &view.document.syntax().names.occurrences {
                names += 1;
                if let (Sense::Scoped, Meaning::Unknown(name)) =
                    (it.sense, meaning::of(&view, &own, it))
                {
                    let line = view.document.range(it.span).start.line + 1;
                    let place = format!("{}:{line}", path.display());
                    unknown.entry(name).or_default().push(place);
                }
            }
        }
        println!("{names} names");
        unknown
    });
    let told: Vec<String> = unknown
        .iter()
        .map(|(name, places)| format!("{name}: {} places, {}", places.len(), places[0]))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// A text with one word in place of another one.
fn replaced(text: &str, old: &str, new: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(old) {
        let behind = &rest[at + old.len()..];
        let is_whole = !rest[..at].ends_with(is_part) && !behind.starts_with(is_part);
        out.push_str(&rest[..at]);
        out.push_str(if is_whole { new } else { old });
        rest = behind;
    }
    out + rest
}

/// A printed tree with variables of the script that functions mention as its others: a function that has a variable of that name on one way only
/// mentions it, too, and no longer does when that is renamed.
fn with_variables_for_globals(tree: &str) -> String {
    let mut text = String::new();
    let mut globals = Vec::new();
    for line in tree.lines() {
        let mut words = line.split(' ');
        match (words.next(), words.next(), words.next()) {
            (Some("global"), Some(number), Some(name)) => globals.push((number, name)),
            _ => text = text + line + "\n",
        }
    }
    for (number, name) in globals {
        text = replaced(&text, number, &format!("{name}.x"));
    }
    text
}

/// The lines of a printed tree without the numbers of variables, in the order of texts: both follow from which name was seen first.
fn without_numbers(tree: &str) -> Vec<String> {
    let line = |line: &str| {
        let mut parts = line.split(".x");
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            out.push_str(".x");
            out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        out
    };
    let tree = with_variables_for_globals(tree);
    let mut lines: Vec<String> = tree.lines().map(line).collect();
    lines.sort();
    lines
}

/// Renames what stands at an offset, and compares; whether it could be renamed.
fn compare(path: &Path, text: &str, library: &[(String, String)], offset: u32) -> bool {
    let mut workspace = opened(path, text, library);
    let Some(before) = view(&workspace) else {
        return false;
    };
    let views = workspace.views_with(&before, offset);
    let (it, _) = meaning::at(&before, offset).expect("it is a name");
    let name = before.document.spelled(it.span).to_owned();
    let other = format!("{name}{MARK}");
    let Ok(edits) = renaming::edits(&before, &views, offset, &other) else {
        return false;
    };
    let mut changes = edits.changes.expect("there are changes").into_iter();
    let (Some((address, mut edits)), None) = (changes.next(), changes.next()) else {
        return false;
    };
    if address.as_str() != uri("a.q") {
        return false;
    }
    let tree = hir::print::program(before.tree().expect("it has no mistakes"));
    drop((before, views));
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    let edits: Vec<_> = edits
        .into_iter()
        .map(|it| (Some(it.range), it.new_text))
        .collect();
    workspace.change(&uri("a.q"), None, &edits);
    let line = text[..offset as usize].lines().count();
    let place = format!("{}:{line}: `{name}`", path.display());
    let Some(after) = view(&workspace) else {
        let view = workspace.view(&uri("a.q")).expect("it is open");
        panic!("{place} makes {:?}", view.program.reports);
    };
    let found = hir::print::program(after.tree().expect("it has no mistakes"));
    let found = replaced(&found, &other, &name);
    // Names that the checker makes up keep away from those of the program.
    let makes_up = text.contains("reduction");
    let (one, other) = (without_numbers(&tree), without_numbers(&found));
    let mut lines = one.iter().zip(&other);
    let differ = lines.find(|(one, other)| one != other);
    assert!(
        makes_up || one == other,
        "{place} makes another program: {differ:?}"
    );
    true
}

#[test]
fn a_program_with_other_names_is_the_same_program() {
    let wanted = number("QC_LSP_RENAMES", 400) as usize;
    let seed = number("QC_LSP_SEED", 1) as usize;
    let done = on_deep_stack(|| {
        let library = library();
        let programs = programs();
        let mut done = 0;
        for round in 0..wanted * 3 {
            let (path, text) = &programs[(round * 37 + seed * 101) % programs.len()];
            let workspace = opened(path, text, &library);
            let Some(view) = view(&workspace) else {
                continue;
            };
            let names = &view.document.syntax().names.occurrences;
            let defined: Vec<_> = names
                .iter()
                .filter(|it| matches!(it.role, Role::Define(_)))
                .collect();
            if defined.is_empty() || text.contains("eval") {
                continue;
            }
            let it = defined[(round * 7919 + seed) % defined.len()];
            done += usize::from(compare(path, text, &library, it.span.lo));
            if done == wanted {
                break;
            }
        }
        println!("{done} renamings");
        done
    });
    assert!(done * 2 > wanted, "{done} renamings only");
}
