//! Where settings come from when no option gives them: a file and the environment.
//!
//! The file is `qc.toml`: that of the folder of the source or of the nearest folder above it, otherwise the user's,
//! `$XDG_CONFIG_HOME/qc/qc.toml` or `~/.config/qc/qc.toml`. `QC_CONFIG` names another one; empty, it says that there is none. It is TOML:
//! `NAME = value`, a text in quotes, `true` or `false`, a number, or a list of texts; the tables of a package (`manifest.rs`) are no settings. Where there is no such file, that of the language's
//! original compiler counts, `~/.config/Quasar/Quasar.config.xml`. After the file come variables of the environment, `QC_` and the
//! setting's name.
//!
//! *Invariant:* what is not understood is an error that names the file and the line; of the original's file, settings that qc does not
//! have are kept for `qc config` to tell.

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::manifest;
use super::options::{Given, Options};
use super::usage::UsageError;
use super::{original_file, settings};

/// The file's name.
const FILE: &str = manifest::FILE;
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
    let mut assignments = match file_for(source)? {
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

/// The file that counts for a source. One that lies beside sources may be a stranger's, so its real name has to be that of a configuration: a
/// message about a link to another file would show a line of that.
fn file_for(source: Option<&Path>) -> Result<Option<PathBuf>, UsageError> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        return Ok((!named.is_empty()).then(|| named.into()));
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
    match near.as_deref().and_then(other_name) {
        Some(real) => Err(UsageError {
            message: format!(
                "cannot read {FILE}: it is a link to {}, which has another name",
                real.display()
            ),
            help: Some(format!(
                "`{VARIABLE}=FILE` names a configuration of any name"
            )),
        }),
        None => Ok(near.or_else(|| users().find(|path| path.is_file()))),
    }
}

/// The real name of a file that is a link to one of another name.
fn other_name(path: &Path) -> Option<PathBuf> {
    let real = path.canonicalize().ok()?;
    (real.file_name() != path.file_name()).then_some(real)
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
    let entries = original_file::parse(text).map_err(|(line, what)| UsageError {
        message: format!("{file}:{line}: this is not XML: {what}"),
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
    let table = DeTable::parse(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        unreadable(text, file, start, error.message())
    })?;
    let rows = table.get_ref().iter();
    let is_setting = |name: &str| !manifest::TABLES.contains(&name);
    let mut rows: Vec<_> = rows
        .filter(|(name, _)| is_setting(name.get_ref()))
        .collect();
    rows.sort_by_key(|(name, _)| name.span().start);
    let assignment = |(name, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let start = name.span().start;
        let wrong = || unreadable(text, file, start, "a setting has no such value");
        Ok(Assignment {
            name: name.get_ref().clone().into_owned(),
            value: plain(value.get_ref()).ok_or_else(wrong)?,
            origin: format!("{file}:{}", line_of(text, start)),
            foreign: false,
        })
    };
    rows.into_iter().map(assignment).collect()
}

/// The error about the place in a text where reading stopped. The line is shown where it is one of settings: any file may be named as a configuration,
/// and one that is none may be nobody's to show.
fn unreadable(text: &str, file: &str, start: usize, why: &str) -> UsageError {
    let number = line_of(text, start);
    let line = text.lines().nth(number - 1).unwrap_or_default().trim();
    let is_setting = |(name, _): (&str, &str)| settings::exists(name.trim_end());
    let line = match line.split_once('=').is_some_and(is_setting) {
        true => format!("`{line}`"),
        false => "this line".to_owned(),
    };
    UsageError {
        message: format!("{file}:{number}: cannot read {line}: {why}"),
        help: Some(
            "a line is `NAME = value`: a text in quotes, true, false, a number or a list of texts"
                .to_owned(),
        ),
    }
}

/// The line of a place in a text; where nothing follows, that of the last word.
fn line_of(text: &str, start: usize) -> usize {
    let start = match text.get(start..) {
        Some(rest) if !rest.trim().is_empty() => start,
        Some(_) | None => text.trim_end().len(),
    };
    1 + text[..start].matches('\n').count()
}

/// A value as text; a list becomes one with `;` between its parts.
fn plain(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Boolean(on) => Some(on.to_string()),
        DeValue::Integer(number) => {
            let value = i64::from_str_radix(number.as_str(), number.radix());
            value.ok().map(|value| value.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Array(list) => {
            let parts = list.iter().map(|part| part.get_ref().as_str());
            Some(parts.collect::<Option<Vec<_>>>()?.join(";"))
        }
        DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
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
        let text = "# settings\nZ = \"x # y\" # text\nB = true\nC = 3\nD = [\"a\", \"b\"]\n\nE=[]\nF = [\n  'c\\d',\n]\nG = 0x1_0\n";
        let wanted = [
            ("Z", "x # y"),
            ("B", "true"),
            ("C", "3"),
            ("D", "a;b"),
            ("E", ""),
            ("F", "c\\d"),
            ("G", "16"),
        ];
        let wanted = wanted.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(values(text), wanted);
    }

    #[test]
    fn lines_that_are_not_understood_are_named() {
        for line in [
            "A",
            "A = ",
            "A = \"x",
            "A = [\"x\"",
            "A = x y",
            "A = True",
            "A = [1]",
            "A = 2026-11-24",
            "A = {}",
            "A.B = 1",
            "[section]",
        ] {
            let error = parse(&format!("\n{line}\n"), "qc.toml").expect_err(line);
            assert!(
                error.message.starts_with("qc.toml:2: cannot read"),
                "{}",
                error.message
            );
        }
    }

    #[test]
    fn lines_of_other_files_are_not_shown() {
        for line in ["root:secret:0", "secret", "PASSWORD = secret", "[secret]"] {
            let error = parse(&format!("\n{line}\n"), "shadow").expect_err(line);
            let message = error.message;
            assert!(!message.contains("secret"), "{message}");
        }
    }

    #[test]
    fn a_setting_has_one_value() {
        let text = "MODULE_DIR = 1\nB = 2\nMODULE_DIR = 3\n";
        let error = parse(text, "qc.toml").expect_err("twice");
        assert!(
            error
                .message
                .starts_with("qc.toml:3: cannot read `MODULE_DIR = 3`: duplicate key"),
            "{}",
            error.message
        );
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
