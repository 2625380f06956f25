//! What is committed is sources and data: nothing that a compiler made.
//!
//! *Invariant:* what is not committed is not looked at, so that a working folder may have anything.

use super::Source;
use quasar_tests::repository;
use std::path::Path;
use std::process::Command;

/// How programs, libraries and object files begin, and archives of them.
const MADE: [&[u8]; 2] = [b"\x7fELF", b"!<arch>\n"];

/// Files of the commit that a compiler made; none where the folder is no checkout.
pub fn nothing_made(_: &[Source]) -> Vec<String> {
    let list = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(repository::root())
        .output();
    let names = list.map(|list| list.stdout).unwrap_or_default();
    let names = String::from_utf8_lossy(&names);
    made(&repository::root(), names.split_terminator('\0'))
}

fn made<'n>(root: &Path, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let is_made = |name: &&str| {
        let bytes = std::fs::read(root.join(name)).unwrap_or_default();
        MADE.iter().any(|start| bytes.starts_with(start))
    };
    let told = |name: &str| format!("{name} is made by a compiler");
    names.filter(is_made).map(told).collect()
}

pub fn made_files_are_found(_: &[Source]) -> Vec<String> {
    let own = std::env::current_exe().expect("a path");
    let (folder, name) = (own.parent(), own.file_name());
    let name = name.and_then(|name| name.to_str()).expect("a name");
    match made(folder.expect("a folder"), [name].into_iter()).is_empty() {
        true => vec!["a program was not found".to_owned()],
        false => Vec::new(),
    }
}
