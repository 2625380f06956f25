//! The packages that are declared are those that are used, and each has a licence that the house takes.
//!
//! *Invariant:* only files of this machine are read: the manifests, the lock file, and what cargo has unpacked.

use super::notices;
use super::{Source, before_tests, code_lines, is_test};
use quasar_tests::{process, repository};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::{Table, Value};

/// Packages that no Rust file names: who declares them, their name, and what for.
const UNNAMED: &[(&str, &str, &str)] = &[(
    "tests/mutants",
    "proc-macro2",
    "its feature gives the lines of what syn reads",
)];

/// Tables of a manifest, and which files of the package must name what they list.
const TABLES: &[(&str, Files)] = &[
    ("dependencies", Files::Code),
    ("dev-dependencies", Files::Any),
    ("build-dependencies", Files::BuildScript),
];

/// Files of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Files {
    /// What is built without tests.
    Code,
    /// All.
    Any,
    /// The script that runs before the build.
    BuildScript,
}

/// A manifest of the repository.
struct Manifest {
    folder: String,
    table: Table,
}

/// Every dependency is named by a file that it is declared for.
pub fn declared_is_used(sources: &[Source]) -> Vec<String> {
    let (root, members) = manifests();
    let mut violations = Vec::new();
    for manifest in members.iter().chain([&root]) {
        for (table, files) in TABLES {
            for (package, _) in section(&manifest.table, table) {
                let is_named = named(
                    sources,
                    &members,
                    manifest,
                    *files,
                    &package.replace('-', "_"),
                );
                if is_named == is_unnamed(manifest, package) {
                    violations.push(complaint(manifest, table, package, is_named));
                }
            }
        }
    }
    violations.extend(inherited_by_none(&root, &members));
    violations
}

/// The lints of the workspace, `missing_docs` among them, hold in every package; that of a workspace of its own cannot take them.
pub fn lints_are_shared(_: &[Source]) -> Vec<String> {
    let (_, members) = manifests();
    let others = members
        .iter()
        .filter(|manifest| manifest.folder != "tests/mutants");
    let stray = others.filter(|manifest| !takes_lints(&manifest.table));
    stray
        .map(|manifest| {
            format!(
                "{}/Cargo.toml takes no lints of the workspace",
                manifest.folder
            )
        })
        .collect()
}

fn takes_lints(table: &Table) -> bool {
    let row = section(table, "lints").into_iter();
    let mut row = row.filter(|(name, _)| *name == "workspace");
    row.any(|(_, value)| *value == Value::Boolean(true))
}

/// Manifests and lines that break the rules on packages, beside some that keep them.
pub fn breaches_are_found(_: &[Source]) -> Vec<String> {
    let mut violations = Vec::new();
    let manifests = [
        ("[lints]\nworkspace = true\n", true),
        ("[lints]\nworkspace = false\n", false),
        ("[lints.rust]\nmissing_docs = \"deny\"\n", false),
        ("[package]\nname = \"a\"\n", false),
    ];
    for (text, expected) in manifests {
        let table: Table = text.parse().expect("a manifest");
        if takes_lints(&table) != expected {
            violations.push(format!("wrongly told of the lints of: {text}"));
        }
    }
    let lines = [
        ("use half::f16;", true),
        ("let x = ::half::f16::ONE;", true),
        ("use half as h;", true),
        ("let half = 2;", false),
        ("use crate::half::f16;", false),
        ("behalf::f()", false),
    ];
    for (line, expected) in lines {
        if names_crate(line, "half") != expected {
            violations.push(format!("wrongly told whether a crate is named: {line}"));
        }
    }
    let licences = [("MIT OR Apache-2.0", true), ("GPL-3.0-only", false)];
    for (licence, expected) in licences {
        if notices::chosen(licence).is_empty() == expected {
            violations.push(format!("wrongly told of the licence {licence}"));
        }
    }
    violations
}

fn complaint(manifest: &Manifest, table: &str, package: &str, is_named: bool) -> String {
    let what = match is_named {
        true => "is named, so it is no exception any more",
        false => "is named by no file that it is declared for",
    };
    format!(
        "{}/Cargo.toml: {package} of [{table}] {what}",
        manifest.folder
    )
}

fn is_unnamed(manifest: &Manifest, package: &str) -> bool {
    UNNAMED
        .iter()
        .any(|(folder, name, _)| *folder == manifest.folder && *name == package)
}

/// Rows of the workspace's table that no member takes.
fn inherited_by_none(root: &Manifest, members: &[Manifest]) -> Vec<String> {
    let workspace = root.table.get("workspace").and_then(Value::as_table);
    let rows = workspace.map(|table| section(table, "dependencies"));
    let taken = |package: &str| {
        let mut tables = members
            .iter()
            .flat_map(|member| TABLES.iter().map(|(name, _)| section(&member.table, name)));
        tables.any(|table| table.iter().any(|(name, _)| *name == package))
    };
    let stray = rows.into_iter().flatten().filter(|(name, _)| !taken(name));
    stray
        .map(|(name, _)| format!("Cargo.toml: no package takes {name}"))
        .collect()
}

/// The manifest of the workspace, and those of its packages and of the workspaces beside it.
fn manifests() -> (Manifest, Vec<Manifest>) {
    let root = manifest("");
    let workspace = root.table.get("workspace").and_then(Value::as_table);
    let members = workspace.and_then(|table| table.get("members")?.as_array());
    let folders = members.into_iter().flatten().filter_map(Value::as_str);
    let folders = folders.chain(["tests/mutants"]);
    let members = folders.map(manifest).collect();
    (root, members)
}

fn manifest(folder: &str) -> Manifest {
    Manifest {
        folder: folder.to_owned(),
        table: table_of(&repository::root().join(folder).join("Cargo.toml")),
    }
}

fn table_of(path: &Path) -> Table {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let table = text.parse::<Table>();
    table.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn section<'t>(table: &'t Table, name: &str) -> Vec<(&'t str, &'t Value)> {
    let rows = table.get(name).and_then(Value::as_table);
    let rows = rows.into_iter().flatten();
    rows.map(|(name, row)| (name.as_str(), row)).collect()
}

/// Whether a file of a package names a crate.
fn named(
    sources: &[Source],
    members: &[Manifest],
    of: &Manifest,
    files: Files,
    name: &str,
) -> bool {
    let inner = |path: &str| {
        members.iter().any(|other| {
            other.folder.len() > of.folder.len()
                && other.folder.starts_with(&of.folder)
                && path.starts_with(&format!("{}/", other.folder))
        })
    };
    let own = sources.iter().filter(|source| {
        source.path.starts_with(&format!("{}/", of.folder)) && !inner(&source.path)
    });
    let mut texts = own.filter_map(|source| text_for(source, sources, of, files));
    texts.any(|text| {
        code_lines(text).any(|(_, line)| names_crate(line, name)) && !has_module(text, name)
    })
}

/// The part of a file that counts.
fn text_for<'s>(
    source: &'s Source,
    sources: &[Source],
    of: &Manifest,
    files: Files,
) -> Option<&'s str> {
    let path = source.path.strip_prefix(&format!("{}/", of.folder))?;
    let script = format!("{}/build.rs", of.folder);
    let includes = format!("#[path = \"{path}\"]");
    let is_included = |other: &Source| other.path == script && other.text.contains(&includes);
    match files {
        Files::Any => Some(&source.text),
        Files::BuildScript => {
            let counts = path == "build.rs" || sources.iter().any(is_included);
            counts.then_some(&source.text)
        }
        Files::Code => {
            let counts = path.starts_with("src/") && !is_test(source);
            counts.then(|| before_tests(&source.text))
        }
    }
}

/// Whether a file has a module of its own by that name.
fn has_module(text: &str, name: &str) -> bool {
    text.contains(&format!("mod {name};")) || text.contains(&format!("mod {name} "))
}

/// `name::`, `use name;`, `use name as …`, `extern crate name`, where `name` is no part of another path.
fn names_crate(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&line[..at], &line[at + name.len()..]);
        let goes_on = |c: char| c.is_alphanumeric() || c == '_';
        let is_inner = before.ends_with(goes_on) || before.trim_start_matches(' ').ends_with("::");
        let is_use = before.ends_with("use ") || before.ends_with("extern crate ");
        let ends = behind.starts_with(';') || behind.starts_with(" as ");
        (!is_inner || is_absolute(before)) && (behind.starts_with("::") || is_use && ends)
    })
}

/// Whether what stands in front of a name is `::` alone, which begins a path of crates.
fn is_absolute(before: &str) -> bool {
    let Some(front) = before.strip_suffix("::") else {
        return false;
    };
    !front.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '>'))
}

/// Every package of the lock files has a licence of the table that `--licenses` prints from. Those of other systems, which cargo
/// does not unpack here, are left to the machines that do.
pub fn licences_are_taken(_: &[Source]) -> Vec<String> {
    let mut violations = Vec::new();
    let mut absent = Vec::new();
    for lock in ["Cargo.lock", "tests/mutants/Cargo.lock"] {
        for (name, version) in locked(&repository::root().join(lock)) {
            match folder_of(&name, &version) {
                Some(folder) => violations.extend(without_licence(&folder)),
                None if lock == "Cargo.lock" => absent.push(format!("{name} v{version}")),
                None => {}
            }
        }
    }
    violations.extend(built_but_absent(&absent));
    violations
}

/// Name and version of the packages of a lock file that come from elsewhere.
fn locked(path: &Path) -> Vec<(String, String)> {
    let table = table_of(path);
    let packages = table.get("package").and_then(Value::as_array);
    let foreign = packages
        .into_iter()
        .flatten()
        .filter(|package| package.get("source").is_some());
    let text = |package: &Value, key: &str| Some(package.get(key)?.as_str()?.to_owned());
    foreign
        .filter_map(|package| Some((text(package, "name")?, text(package, "version")?)))
        .collect()
}

fn folder_of(name: &str, version: &str) -> Option<PathBuf> {
    let names = [format!("{name}-{version}"), name.to_owned()];
    let folders = notices::sources(repository::root());
    let mut places = folders
        .iter()
        .flat_map(|folder| names.each_ref().map(|name| folder.join(name)));
    places.find(|place| place.join("Cargo.toml").exists())
}

fn without_licence(folder: &Path) -> Option<String> {
    let table = table_of(&folder.join("Cargo.toml"));
    let licence = table
        .get("package")
        .and_then(|package| package.get("license")?.as_str());
    let is_taken = licence.is_some_and(|licence| !notices::chosen(licence).is_empty());
    (!is_taken).then(|| format!("{}: licence {licence:?}", folder.display()))
}

/// Packages that builds on this machine need and whose folders were not found.
fn built_but_absent(absent: &[String]) -> Vec<String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let arguments = "tree --locked --offline --workspace --edges all --prefix none --format {p}";
    let tree = process::run(
        cargo
            .current_dir(repository::root())
            .args(arguments.split(' ')),
    );
    if !tree.exited(0) {
        return vec![tree.describe()];
    }
    let is_built = |package: &&String| {
        tree.stdout
            .lines()
            .any(|line| line.starts_with(&***package))
    };
    let built = absent.iter().filter(is_built);
    built
        .map(|package| format!("{package} is built here and lies in no folder of sources"))
        .collect()
}
