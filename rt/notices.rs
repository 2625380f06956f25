//! The notices of what a program is made of, gathered when it is built: packages with their licences and copyright lines, and the text of
//! each licence once.
//!
//! A part of build scripts. Cargo tells the packages from the lock file; their folders have the texts.
//!
//! *Invariant:* every package that is linked in is named, with the licence that it is used under; a package without one fails the build.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A licence: its name in descriptions of packages, and words of its text by which files are told apart. In the order of preference
/// where a package leaves the choice: the shortest conditions first, and CC0, which has none but a long text, behind Apache's, which is there anyway.
const LICENCES: &[(&str, &str)] = &[
    ("MIT", "Permission is hereby granted, free of charge"),
    ("ISC", "Permission to use, copy, modify, and"),
    ("Zlib", "provided 'as-is'"),
    (
        "BSD-2-Clause",
        "Redistribution and use in source and binary forms",
    ),
    ("BSD-3-Clause", "Neither the name"),
    ("Unicode-3.0", "UNICODE LICENSE"),
    ("Apache-2.0", "Apache License"),
    ("CC0-1.0", "CC0 1.0"),
    ("Apache-2.0 WITH LLVM-exception", "LLVM Exceptions"),
    // Of packages for other systems alone; it asks for nothing where a program is given away as machine code.
    ("BSL-1.0", "Boost Software License"),
];

/// What is linked in and is no package.
const OTHERS: &str = "Rust standard library: MIT OR Apache-2.0, used under MIT
    Copyright (c) The Rust Project Contributors
unwinder of GCC (libgcc_eh): GPL-3.0-or-later WITH GCC-exception-3.1, which lets programs that it is linked into have any licence
    Copyright (c) Free Software Foundation, Inc.
";

/// A package that is linked in.
struct Package {
    name: String,
    version: String,
    licence: String,
    folder: Option<PathBuf>,
}

/// The notices of a package of this repository and of all that it needs; `title` is what they are of.
pub fn text(cargo: &Path, root: &Path, package: &str, target: &str, title: &str) -> String {
    println!(
        "cargo::rerun-if-changed={}",
        root.join("Cargo.lock").display()
    );
    let packages = packages(cargo, root, package, target);
    let mut out = format!(
        "{title} is made of the packages below, each under a licence that is printed behind them.\n\n"
    );
    let mut used = BTreeMap::new();
    for package in &packages {
        let chosen = chosen(&package.licence);
        assert!(!chosen.is_empty(), "{} has no known licence", package.name);
        let names: Vec<&str> = chosen.iter().map(|index| LICENCES[*index].0).collect();
        let (name, version) = (&package.name, &package.version);
        let _ = writeln!(
            out,
            "{name} {version}: {}, used under {}",
            package.licence,
            names.join(" and ")
        );
        let files = package.folder.as_deref().map(texts).unwrap_or_default();
        for line in copyrights(&files) {
            let _ = writeln!(out, "    {line}");
        }
        for index in chosen {
            let text = files.iter().find(|text| kind(text) == Some(index));
            let text = text.map(|text| without_copyright(text));
            let known = used.entry(index).or_insert(None);
            if known.is_none() {
                *known = text;
            }
        }
    }
    out.push_str(OTHERS);
    used.entry(0).or_insert(None);
    for (index, text) in used {
        let (name, _) = LICENCES[index];
        let own = || fs::read_to_string(root.join(format!("LICENSE-{}", name.to_uppercase()))).ok();
        let apache = || fs::read_to_string(root.join("LICENSE-APACHE")).ok();
        let text = text
            .or_else(own)
            .or_else(|| name.starts_with("Apache").then(apache).flatten());
        let text = text.unwrap_or_else(|| {
            "The text is in the sources of the packages that name it.".to_string()
        });
        let _ = write!(out, "\n---- {name}\n\n{}\n", text.trim());
    }
    out
}

/// What cargo tells of the packages that a package is made of; code that runs only while building is no part.
fn packages(cargo: &Path, root: &Path, package: &str, target: &str) -> Vec<Package> {
    let ask = |arguments: &[&str]| {
        let mut command = Command::new(cargo);
        command
            .current_dir(root)
            .args(arguments)
            .args(["--locked", "--offline"]);
        let output = command.output().expect("cargo runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let tree = ask(&[
        "tree",
        "--package",
        package,
        "--edges",
        "normal,no-proc-macro",
        "--target",
        target,
        "--prefix",
        "none",
        "--no-dedupe",
        "--format",
        "{p}\t{l}",
    ]);
    let sources = sources(root);
    let lines: BTreeSet<&str> = tree.lines().filter(|line| line.contains('\t')).collect();
    let found = lines.into_iter().filter_map(|line| {
        let (described, licence) = line.split_once('\t')?;
        let mut words = described.split(' ');
        let (name, version) = (
            words.next()?.to_string(),
            words.next()?.trim_start_matches('v').to_string(),
        );
        let names = [format!("{name}-{version}"), name.clone()];
        let mut places = sources
            .iter()
            .flat_map(|folder| names.each_ref().map(|name| folder.join(name)));
        let folder = places.find(|place| place.join("Cargo.toml").exists());
        let licence = licence.to_string();
        Some(Package {
            name,
            version,
            licence,
            folder,
        })
    });
    found.collect()
}

/// The folders that packages lie in: where cargo unpacks those of registries, or where they are kept with the sources.
pub fn sources(root: &Path) -> Vec<PathBuf> {
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cargo"));
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home);
    let registries = cargo.and_then(|folder| fs::read_dir(folder.join("registry/src")).ok());
    let registries = registries.into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = registries.map(|entry| entry.path()).collect();
    folders.push(root.join("vendor"));
    folders.sort();
    folders
}

/// The licences by which a package is used, as rows of the table: of several that it may be used by, the first. None: the table lacks one.
pub fn chosen(licence: &str) -> Vec<usize> {
    let all = licence.split(" AND ");
    let best = |choice: &str| {
        let choice = choice
            .replace(['(', ')'], "")
            .replace(" / ", " OR ")
            .replace('/', " OR ");
        let names: Vec<&str> = choice.split(" OR ").map(str::trim).collect();
        LICENCES.iter().position(|(name, _)| names.contains(name))
    };
    let chosen: Option<Vec<usize>> = all.map(best).collect();
    chosen.unwrap_or_default()
}

/// The texts of licences and notices in a folder.
fn texts(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"]
            .iter()
            .any(|start| name.starts_with(start))
    });
    paths.sort();
    paths
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect()
}

/// Which licence a text is.
fn kind(text: &str) -> Option<usize> {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // The later ones of the table contain words of the earlier ones.
    LICENCES.iter().rposition(|(_, words)| flat.contains(words))
}

/// The lines that say who has the rights; not those of a licence that speak of such lines.
fn copyrights(texts: &[String]) -> BTreeSet<String> {
    let lines = texts.iter().flat_map(|text| text.lines()).map(str::trim);
    lines
        .filter(|line| is_copyright(line))
        .map(str::to_string)
        .collect()
}

fn is_copyright(line: &str) -> bool {
    let line = line.trim();
    let starts = ["Copyright", "(c)", "(C)", "©"]
        .iter()
        .any(|start| line.starts_with(start));
    let speaks = [
        "[yyyy]",
        "{yyyy}",
        "copyright notice",
        "Copyright License",
        "copyright license",
        "Copyright and Related",
        "You must retain",
    ];
    starts && !speaks.iter().any(|words| line.contains(words))
}

fn without_copyright(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !is_copyright(line)).collect();
    lines.join("\n")
}
