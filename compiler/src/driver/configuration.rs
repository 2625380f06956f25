//! Where settings come from when no option gives them: a file and the environment.
//!
//! The file is `qc.toml`: that of the folder of the source or of the nearest folder above it, otherwise the user's,
//! `$XDG_CONFIG_HOME/qc/qc.toml` or `~/.config/qc/qc.toml`. `QC_CONFIG` names another one; empty, it says that there is none. A line is
//! `NAME = value`: a text in quotes, `true` or `false`, a number, or a list of texts. Where there is no such file, that of the language's
//! original compiler counts, `~/.config/Quasar/Quasar.config.xml`. After the file come variables of the environment, `QC_` and the
//! setting's name.
//!
//! *Invariant:* what is not understood is an error that names the file and the line; of the original's file, settings that qc does not
//! have are kept for `qc config` to tell.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::arguments::UsageError;
use super::options::{Given, Options};
use super::{original_file, settings};

/// The file's name.
const FILE: &str = "qc.toml";
/// The name of the original compiler's file, and how such names end.
const ORIGINAL: &str = "Quasar.config.xml";
const XML: &str = "xml";
/// The variable that names another file.
const VARIABLE: &str = "QC_CONFIG";
/// Stands before the name of a setting in the environment.
const PREFIX: &str = "QC_";

/// A setting's value as a source gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The setting.
    pub name: String,
    /// The value as text.
    pub value: String,
    /// `qc.toml:3` or `QC_MODULE_DIR`.
    pub origin: String,
    /// Whether it is the original compiler's, which has settings that qc does not have.
    pub foreign: bool,
}

/// What the file and the environment say, in the order in which it counts.
///
/// # Errors
/// A file that cannot be read or that has a line which is not understood.
pub fn read(source: Option<&Path>) -> Result<Vec<Assignment>, UsageError> {
    let mut assignments = match file_for(source) {
        Some(path) => file(&path)?,
        None => Vec::new(),
    };
    assignments.extend(settings::TABLE.iter().filter_map(variable));
    Ok(assignments)
}

/// Stores assignments in the options.
///
/// # Errors
/// An unknown name or value.
pub fn apply(options: &mut Options, assignments: &[Assignment]) -> Result<(), UsageError> {
    for Assignment {
        name,
        value,
        origin,
        foreign,
    } in assignments
    {
        if *foreign && !settings::exists(name) {
            let (value, origin) = (value.clone(), origin.clone());
            let given = Given { value, origin };
            options.foreign_settings.push((name.clone(), given));
            continue;
        }
        settings::set(options, name, value, origin).map_err(|what| UsageError {
            message: format!("{origin}: {what}"),
            help: None,
        })?;
    }
    Ok(())
}

fn variable(row: &settings::Row) -> Option<Assignment> {
    let origin = format!("{PREFIX}{}", row.name);
    let value = std::env::var(&origin).ok()?;
    let name = row.name.to_owned();
    Some(Assignment {
        name,
        value,
        origin,
        foreign: false,
    })
}

/// The file that counts for a source.
fn file_for(source: Option<&Path>) -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        return (!named.is_empty()).then(|| named.into());
    }
    let beside = source
        .and_then(Path::parent)
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = beside.unwrap_or(Path::new(".")).canonicalize().ok();
    let above = folder.as_deref().into_iter().flat_map(Path::ancestors);
    let near = above
        .map(|folder| folder.join(FILE))
        .find(|path| path.is_file());
    let users = user_folder().map(|folder| {
        [
            folder.join("qc").join(FILE),
            folder.join("Quasar").join(ORIGINAL),
        ]
    });
    let users = || users.into_iter().flatten();
    near.or_else(|| users().find(|path| path.is_file()))
}

/// Where the user's programs keep their configuration.
fn user_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let home = || set("HOME").map(|home| PathBuf::from(home).join(".config"));
    set("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home)
}

fn file(path: &Path) -> Result<Vec<Assignment>, UsageError> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| UsageError {
        message: match error.kind() {
            ErrorKind::InvalidData => format!("{name} is not valid UTF-8"),
            _ => format!("cannot read {name}: {error}"),
        },
        help: None,
    })?;
    let mut assignments = match path.extension().is_some_and(|extension| extension == XML) {
        true => parse_original(&text, &name.to_string())?,
        false => parse(&text, &name.to_string())?,
    };
    for Assignment { name, value, .. } in &mut assignments {
        *value = settings::from_folder(path.parent().unwrap_or(Path::new("")), name, value);
    }
    Ok(assignments)
}

/// The assignments of the original compiler's file.
fn parse_original(text: &str, file: &str) -> Result<Vec<Assignment>, UsageError> {
    let entries = original_file::parse(text).map_err(|line| UsageError {
        message: format!("{file}:{line}: this is not XML"),
        help: Some(
            "an entry is `<NAME>value</NAME>` or `<add key=\"NAME\" value=\"value\"/>`".to_owned(),
        ),
    })?;
    let assignment = |(name, value, line)| Assignment {
        name,
        value,
        origin: format!("{file}:{line}"),
        foreign: true,
    };
    Ok(entries.into_iter().map(assignment).collect())
}

/// The assignments of a file's text.
fn parse(text: &str, file: &str) -> Result<Vec<Assignment>, UsageError> {
    let mut assignments = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let origin = format!("{file}:{}", index + 1);
        let line = without_comment(line).trim();
        if line.is_empty() {
            continue;
        }
        let read = line
            .split_once('=')
            .and_then(|(name, text)| Some((name, value(text.trim())?)));
        let (name, value) = read.ok_or_else(|| UsageError {
            message: format!("{origin}: cannot read `{line}`"),
            help: Some("a line is `NAME = value`: a text in quotes, true, false, a number or a list of texts".to_owned()),
        })?;
        let name = name.trim().to_owned();
        assignments.push(Assignment {
            name,
            value,
            origin,
            foreign: false,
        });
    }
    Ok(assignments)
}

/// The part of a line before `#`, unless that stands in a text.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let comment = line.char_indices().find(|(_, c)| {
        quoted ^= *c == '"';
        *c == '#' && !quoted
    });
    comment.map_or(line, |(at, _)| &line[..at])
}

/// A value; a list becomes a text with `;` between its parts.
fn value(text: &str) -> Option<String> {
    if let Some(list) = text.strip_prefix('[') {
        let parts = list.strip_suffix(']')?.split(',').map(str::trim);
        let parts = parts.filter(|part| !part.is_empty()).map(quoted);
        return Some(parts.collect::<Option<Vec<_>>>()?.join(";"));
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let plain = !text.is_empty() && text.chars().all(is_plain);
    quoted(text).or_else(|| plain.then(|| text.to_owned()))
}

/// The contents of a text in quotes.
fn quoted(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains('"')).then(|| inner.replace("\\\\", "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<(String, String)> {
        let assignments = parse(text, "qc.toml").expect(text);
        let pair = |assignment: Assignment| (assignment.name, assignment.value);
        assignments.into_iter().map(pair).collect()
    }

    #[test]
    fn every_form_of_a_value_is_read() {
        let text =
            "# settings\nA = \"x # y\" # text\nB = true\nC = 3\nD = [\"a\", \"b\"]\n\nE=[]\n";
        let wanted = [
            ("A", "x # y"),
            ("B", "true"),
            ("C", "3"),
            ("D", "a;b"),
            ("E", ""),
        ];
        let wanted = wanted.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(values(text), wanted);
    }

    #[test]
    fn lines_that_are_not_understood_are_named() {
        for line in ["A", "A = ", "A = \"x", "A = [\"x\"", "A = x y", "[section]"] {
            let error = parse(&format!("\n{line}\n"), "qc.toml").expect_err(line);
            assert!(
                error.message.starts_with("qc.toml:2: cannot read"),
                "{}",
                error.message
            );
        }
    }

    #[test]
    fn unknown_names_and_values_are_named() {
        let message = |text: &str| {
            let assignments = parse(text, "qc.toml").expect(text);
            apply(&mut Options::default(), &assignments)
                .expect_err(text)
                .message
        };
        let text = message("COMPILER_OPTIMISATIONLEVEL = \"Full\"\n");
        assert!(
            text.contains("did you mean `COMPILER_OPTIMIZATIONLEVEL`?"),
            "{text}"
        );
        let text = message("COMPILER_OPTIMIZATIONLEVEL = \"Most\"\n");
        assert!(
            text.starts_with("qc.toml:1: ") && text.contains("Basic, Moderate, Full"),
            "{text}"
        );
    }
}
