//! The table of `tests/tables/functions.tsv`: every function that a program may call, where it works, where it is described, and
//! which test shows what it does.
//!
//! *Invariant:* the table and the compiler have the same functions: one that either lacks is a failure.

use crate::repository;
use std::collections::BTreeSet;
use std::fmt::Write;

/// One line of the table.
#[derive(Debug)]
struct Row {
    name: String,
    /// `H` or `HDK`: host code alone, or all code.
    place: String,
    /// The file that describes it, from the root of the repository.
    page: String,
    /// The file that uses it with an expectation.
    test: String,
}

/// Where the functions that are rows of the compiler are described; made from these rows, so that it tells which there are.
const BUILT_IN: &str = "docs/functions.md";
/// Where those of the library are listed, file by file.
const LIBRARY: &str = "docs/library.md";

fn read(path: &str) -> Result<String, String> {
    let full = repository::root().join(path);
    std::fs::read_to_string(full).map_err(|error| format!("{path}: {error}"))
}

fn rows() -> Result<Vec<Row>, String> {
    let text = read("tests/tables/functions.tsv")?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(
            |line| match line.split('\t').collect::<Vec<_>>().as_slice() {
                [name, place, page, test] => Ok(Row {
                    name: (*name).into(),
                    place: (*place).into(),
                    page: (*page).into(),
                    test: (*test).into(),
                }),
                _ => Err(format!("not four columns: {line}")),
            },
        )
        .collect()
}

/// Compares the table with the compiler's own list, and looks for what it names. `listed` is what `qc --help=functions` prints.
///
/// # Errors
/// All that is wrong, a line each.
pub fn check(listed: &str) -> Result<(), String> {
    let rows = rows()?;
    let mut wrong = String::new();
    let built_in: BTreeSet<(String, String)> = listed.lines().filter_map(listed_function).collect();
    let in_library = library_functions()?;
    let mut seen = BTreeSet::new();
    for row in &rows {
        if !seen.insert(row.name.clone() + " " + &row.page) {
            let _ = writeln!(wrong, "{}: twice in the table", row.name);
        }
        if let Err(why) = row.check(&built_in, &in_library) {
            let _ = writeln!(wrong, "{}: {why}", row.name);
        }
    }
    let tabled =
        |name: &str, page: &str| rows.iter().any(|row| row.name == name && row.page == page);
    for (name, _) in built_in.iter().filter(|(name, _)| !tabled(name, BUILT_IN)) {
        let _ = writeln!(wrong, "{name}: the compiler has it, the table does not");
    }
    for (name, page) in in_library.iter().filter(|(name, page)| !tabled(name, page)) {
        let _ = writeln!(wrong, "{name}: {page} has it, the table does not");
    }
    match wrong.is_empty() && built_in.len() > 100 {
        true => Ok(()),
        false => Err(format!("{wrong}{} functions are built in", built_in.len())),
    }
}

/// The name and the place in a line "| `name`: `signature` | place | meaning |".
fn listed_function(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix("| `")?.split_once("`: `")?;
    let place = match rest.split_once("` | ")?.1.split_once(" | ")?.0 {
        "host" => "H",
        _ => "HDK",
    };
    Some((name.to_owned(), place.to_owned()))
}

/// A program that ends with an error where an example of the page does not hold; none without examples.
pub fn examples(listed: &str) -> Option<String> {
    let mut text = String::new();
    for line in listed.lines() {
        let example = line.split_once(" `> ").map(|(_, rest)| rest);
        let Some(example) = example.and_then(|rest| rest.strip_suffix("` |")) else {
            continue;
        };
        let (name, _) = listed_function(line)?;
        let condition = example.replace("\\|", "|");
        let _ = writeln!(
            text,
            "if !({condition})\n    error(\"{name}: its example does not hold\")\nend"
        );
    }
    (!text.is_empty()).then_some(text)
}

/// The functions that files of the library describe, with the files.
fn library_functions() -> Result<BTreeSet<(String, String)>, String> {
    let mut found = BTreeSet::new();
    for path in repository::files("stdlib", "q") {
        let name = path
            .file_name()
            .expect("a file")
            .to_string_lossy()
            .into_owned();
        let page = format!("stdlib/{name}");
        for line in read(&page)?.lines() {
            if let Some(function) = line.strip_prefix("% Function: ") {
                found.insert((function.trim().to_owned(), page.clone()));
            }
        }
    }
    Ok(found)
}

impl Row {
    fn check(
        &self,
        built_in: &BTreeSet<(String, String)>,
        in_library: &BTreeSet<(String, String)>,
    ) -> Result<(), String> {
        let Row {
            name,
            place,
            page,
            test,
        } = self;
        if page == BUILT_IN {
            if !built_in.contains(&(name.clone(), place.clone())) {
                return Err(format!(
                    "the compiler does not have it with the place {place}"
                ));
            }
            if !read(page)?.contains(&format!("| `{name}`: `")) {
                return Err(format!("{page} does not describe it"));
            }
        } else {
            if !in_library.contains(&(name.clone(), page.clone())) {
                return Err(format!("{page} does not describe it"));
            }
            if !read(LIBRARY)?.contains(&format!("`{name}`")) {
                return Err(format!("{LIBRARY} does not name it"));
            }
        }
        let text = read(test)?;
        let expects = ["% =>", "%~", "% > ", "assert", "check(", "reference"];
        if !expects.iter().any(|mark| text.contains(mark)) {
            return Err(format!("{test} expects nothing"));
        }
        match uses(&text, name) {
            true => Ok(()),
            false => Err(format!("{test} does not call it")),
        }
    }
}

/// Whether a program has the word outside of comments, or in an example.
fn uses(text: &str, name: &str) -> bool {
    // Methods and groups are words behind a point: of `figure.connect` the last part is what programs write.
    let word = name.rsplit('.').next().unwrap_or(name);
    let code = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("% > ")
            .or_else(|| (!line.starts_with('%')).then_some(line))
    });
    let part = |symbol: char| symbol.is_alphanumeric() || symbol == '_' || symbol == '$';
    code.into_iter().any(|line| {
        line.split(|symbol: char| !part(symbol))
            .any(|found| found == word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_page() {
        let line = "| `mod`: `y = mod(x, y)` | all | Remainder. |";
        assert_eq!(listed_function(line), Some(("mod".into(), "HDK".into())));
        let line = "| `min`: `y = min(x) \\| min(a, b)` | host | Least. |";
        assert_eq!(listed_function(line), Some(("min".into(), "H".into())));
        assert_eq!(listed_function("| function | code | meaning |"), None);
    }

    #[test]
    fn uses_are_words_of_code() {
        assert!(uses("x = mod(3, 2)\n", "mod"));
        assert!(uses("% > mod(3, 2) == 1\n", "mod"));
        assert!(!uses("% mod\nx = modulo(3)\n", "mod"));
    }
}
