//! `qc fmt`: gives sources the one layout, or tells which have another.
//!
//! *Invariant:* a file is replaced as a whole or left as it is. What cannot be read, parsed or written is told, and the other files are done.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::files;
use super::messages::Messages;
use super::options::Options;
use super::output;
use crate::base::{Interner, decode};
use crate::syntax::format::{Refusal, format};

/// What stands for standard input among the files.
const STANDARD_INPUT: &str = "-";

/// How a run ended, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// Every file has the layout now.
    Done,
    /// A file has a mistake, cannot be read or written, or would change.
    Failed,
    /// The formatter has a mistake.
    Broken,
}

/// Formats what the options name, without any of it standard input; messages go to standard error.
pub fn run(options: &Options) -> Ending {
    let named: Vec<&PathBuf> = options.input.iter().chain(&options.more_inputs).collect();
    if named.is_empty() {
        return standard_input(options);
    }
    let mut ending = Ending::Done;
    for path in named {
        ending = ending.max(match path {
            _ if path == Path::new(STANDARD_INPUT) => standard_input(options),
            _ if path.is_dir() => folder(path, options),
            _ => told(file(path, options)),
        });
    }
    ending
}

/// Why a file is not done.
enum Problem {
    /// What is wrong, and what to do about it.
    Plain(String, Option<String>),
    /// It was told already.
    Told(Ending),
}

impl Problem {
    fn of(what: &str, path: &Path, why: &io::Error) -> Problem {
        Problem::Plain(format!("cannot {what} {}: {why}", path.display()), None)
    }
}

fn told(result: Result<Ending, Problem>) -> Ending {
    match result {
        Ok(ending) | Err(Problem::Told(ending)) => ending,
        Err(Problem::Plain(message, help)) => {
            eprintln!("qc: error: {message}");
            if let Some(help) = help {
                eprintln!("  help: {help}");
            }
            Ending::Failed
        }
    }
}

/// Formats standard input to standard output.
fn standard_input(options: &Options) -> Ending {
    let name = Path::new(STANDARD_INPUT);
    let result = || {
        let read = files::read_whole(io::stdin().lock());
        let bytes = read.map_err(|error| Problem::of("read", name, &error))?;
        let text = formatted("<standard input>", &bytes, options)?;
        if options.check_only {
            return told_difference(name, text.as_bytes() != bytes);
        }
        let written = output::print(&text);
        written.map_err(|error| Problem::of("write", name, &error))?;
        Ok(Ending::Done)
    };
    told(result())
}

/// Formats the sources in a folder and the folders in it.
fn folder(folder: &Path, options: &Options) -> Ending {
    let mut found = Vec::new();
    let mut ending = gather(folder, &mut found);
    if found.is_empty() && ending == Ending::Done {
        let message = format!("there is no .q file in the folder {}", folder.display());
        return told(Err(Problem::Plain(message, None)));
    }
    for path in found {
        ending = ending.max(told(file(&path, options)));
    }
    ending
}

/// Finds the sources in a folder and the folders in it, in the order of their names. Links are passed over: what they lead to is elsewhere, or is found where it is.
fn gather(folder: &Path, found: &mut Vec<PathBuf>) -> Ending {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return told(Err(Problem::of("read", folder, &error))),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut ending = Ending::Done;
    for entry in entries {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => ending = ending.max(gather(&path, found)),
            Ok(kind) if kind.is_file() && path.extension() == Some(OsStr::new("q")) => {
                found.push(path);
            }
            Ok(_) => {}
            Err(error) => ending = ending.max(told(Err(Problem::of("read", &path, &error)))),
        }
    }
    ending
}

/// Formats a file in its place.
fn file(path: &Path, options: &Options) -> Result<Ending, Problem> {
    let source = files::read_named(path).map_err(|error| Problem::of("read", path, &error))?;
    let text = formatted(&source.name, &source.bytes, options)?;
    let differs = text.as_bytes() != source.bytes;
    if options.check_only {
        return told_difference(path, differs);
    }
    if differs {
        replace(path, &text)?;
    }
    Ok(Ending::Done)
}

/// Names a file that would change.
fn told_difference(path: &Path, differs: bool) -> Result<Ending, Problem> {
    if !differs {
        return Ok(Ending::Done);
    }
    let written = output::print(&format!("{}\n", path.display()));
    written.map_err(|error| Problem::of("write", Path::new(STANDARD_INPUT), &error))?;
    Ok(Ending::Failed)
}

/// Gives a file another text. A link stays one: what it leads to is replaced.
fn replace(path: &Path, text: &str) -> Result<(), Problem> {
    let refused = |why: &str, help: String| {
        let message = format!("cannot write {}: {why}", path.display());
        Err(Problem::Plain(message, Some(help)))
    };
    let failed = |error| Problem::of("write", path, &error);
    let real = path.canonicalize().map_err(failed)?;
    let metadata = fs::metadata(&real).map_err(failed)?;
    if !metadata.is_file() {
        let help = format!("`qc fmt < {}` writes to standard output", path.display());
        return refused("it is no ordinary file", help);
    }
    if metadata.permissions().readonly() {
        let help = format!("`chmod u+w {}` makes it writable", path.display());
        return refused("it is read-only", help);
    }
    output::write_file(&real, text.as_bytes()).map_err(failed)
}

/// The formatted text of a source.
fn formatted(name: &str, bytes: &[u8], options: &Options) -> Result<String, Problem> {
    if std::str::from_utf8(bytes).is_err() {
        let message = format!("cannot format {name}: it is not UTF-8");
        let help = "`iconv -f latin1 -t utf-8 OLD > NEW` converts a file with letters of one byte";
        return Err(Problem::Plain(message, Some(help.to_owned())));
    }
    let mut messages = Messages::new(options);
    let file = messages.sources.add(name, decode(bytes));
    format(&messages.sources, file, &mut Interner::new()).map_err(|refusal| match refusal {
        Refusal::Mistakes(reports) => {
            messages.show(reports);
            Problem::Told(Ending::Failed)
        }
        Refusal::Changed(what) => {
            eprintln!(
                "qc: internal error: formatting {name} would change its {what}; it is left as it is\n  \
                 This is a mistake in qc {}, not in the program. Please report it with the source.",
                env!("CARGO_PKG_VERSION")
            );
            Problem::Told(Ending::Broken)
        }
    })
}
