//! The patches of planted defects (`tests/oracle/planted`) fit the sources: whoever changes a line near one changes the patch.
//!
//! *Invariant:* what a hunk takes for granted stands in its file, in one piece.

use super::Source;
use quasar_tests::repository;

pub fn patches_fit(sources: &[Source]) -> Vec<String> {
    let patches = repository::files("tests/oracle/planted", "patch");
    if patches.is_empty() {
        return vec!["there are no patches of planted defects".to_owned()];
    }
    let patches = patches.into_iter().map(super::read);
    patches.flat_map(|patch| misfits(&patch, sources)).collect()
}

pub fn misfits_are_found(_: &[Source]) -> Vec<String> {
    let file = |path: &str, text: &str| Source {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    let sources = [file("a.rs", "one\ntwo\nthree\n")];
    let patch = "Words.\n\ndiff --git a/a.rs b/a.rs\n--- a/a.rs\n+++ b/a.rs\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n@@ -2,2 +2,3 @@\n two\n+2.5\n 3\ndiff --git a/b.rs b/b.rs\n--- a/b.rs\n+++ b/b.rs\n@@ -1,1 +1,2 @@\n one\n+two\n";
    let found = misfits(&file("p", patch), &sources);
    let expected = [
        "p: a.rs has nothing like @@ -2,2 +2,3 @@",
        "p: there is no b.rs",
    ];
    match found == expected {
        true => Vec::new(),
        false => vec![format!("found {found:?}")],
    }
}

/// Hunks whose old text is not in the file that they change.
fn misfits(patch: &Source, sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for part in patch.text.split("\ndiff --git ").skip(1) {
        let path = part.lines().find_map(|line| line.strip_prefix("--- a/"));
        let file = sources
            .iter()
            .find(|source| Some(source.path.as_str()) == path);
        let Some(file) = file else {
            let path = path.unwrap_or("such file");
            found.push(format!("{}: there is no {path}", patch.path));
            continue;
        };
        for hunk in part.split("\n@@ ").skip(1) {
            let old = hunk
                .lines()
                .skip(1)
                .filter_map(|line| line.strip_prefix([' ', '-']));
            let old: String = old.map(|line| format!("{line}\n")).collect();
            if !file.text.contains(&old) {
                let place = hunk.split(" @@").next().unwrap_or_default();
                let (patch, file) = (&patch.path, &file.path);
                found.push(format!("{patch}: {file} has nothing like @@ {place} @@"));
            }
        }
    }
    found
}
