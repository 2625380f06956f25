//! The program of a package: what `qc DIR` compiles.
//!
//! *Invariant:* a folder that has none is an error that says what to write, and where.

use std::path::{Path, PathBuf};

use super::files;
use super::manifest::{self, FILE, Package};
use super::usage::UsageError;
use crate::resolve::Mistake;

/// The file that is the program of a package that names none.
const MAIN: &str = "main.q";

/// A package's program.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// Its source.
    pub source: PathBuf,
    /// Where the executable goes, in the folder of the package with the name of the package.
    pub executable: PathBuf,
}

/// The program of the package in a folder.
///
/// # Errors
/// The folder is no package, or its package has no program.
pub fn of(folder: &Path) -> Result<Program, UsageError> {
    // Messages do without the point of `.`.
    let inner = match folder == Path::new(".") {
        true => PathBuf::new(),
        false => folder.to_path_buf(),
    };
    let (package, mistakes) = manifest::in_folder(&inner).unwrap_or_default();
    if let Some(mistake) = mistakes.first() {
        return Err(told(mistake));
    }
    let Some(package) = package else {
        return Err(no_package(folder, &inner));
    };
    let source = package.program.clone().or_else(|| main_of(&package));
    let Some(source) = source else {
        return Err(UsageError {
            message: format!("the package `{}` names no program", package.name),
            help: Some(format!(
                "a line `program = \"app.q\"` below `[package]` in {} says which file it is; without it, it is {MAIN} among the sources",
                inner.join(FILE).display()
            )),
        });
    };
    let executable = inner.join(&package.name);
    Ok(Program { source, executable })
}

fn main_of(package: &Package) -> Option<PathBuf> {
    let mut places = package.sources.iter().map(|folder| folder.join(MAIN));
    places.find(|path| path.is_file())
}

/// A mistake in the file, in a line.
fn told(mistake: &Mistake) -> UsageError {
    let before = mistake.source.bytes.iter().take(mistake.place.start);
    let line = 1 + before.filter(|byte| **byte == b'\n').count();
    let more = match mistake.help {
        Some(_) => String::new(),
        None => format!(": {}", mistake.label),
    };
    UsageError {
        message: format!("{}:{line}: {}{more}", mistake.source.name, mistake.message),
        help: mistake.help.clone(),
    }
}

fn no_package(folder: &Path, inner: &Path) -> UsageError {
    let files = files::sources_in(folder);
    let name = folder.canonicalize().ok();
    let name = name
        .as_deref()
        .and_then(Path::file_name)
        .unwrap_or_default();
    let name = manifest::name_like(&name.to_string_lossy());
    let program = files.first().map_or(MAIN, |file| file);
    let manifest = format!(
        "{} with `[package]`, `name = {:?}` and `program = {program:?}`, each on a line of its own, makes the folder one",
        inner.join(FILE).display(),
        name
    );
    let help = match files.as_slice() {
        [] => manifest,
        [first, ..] => {
            let first = inner.join(first);
            format!("`qc {}` compiles a file; {manifest}", first.display())
        }
    };
    UsageError {
        message: format!(
            "the folder {} is no package: it has {}",
            folder.display(),
            files::listed(&files)
        ),
        help: Some(help),
    }
}
