//! The texts that qc prints about itself, from the tables.
//!
//! *Invariant:* an option or a diagnostic is described in its row and nowhere else.

use std::fmt::Write;

use crate::driver::option_rows::{COMMANDS, Row, TABLE, Takes};

/// Where the help texts of options start.
const COLUMN: usize = 27;
/// Where lines of the help text end.
const WIDTH: usize = 96;

/// What qc is for.
pub const PURPOSE: &str = "qc compiles Quasar programs to self-contained Linux executables.";

/// Variables of the environment with their meaning.
pub const ENVIRONMENT: &[(&str, &str)] = &[
    ("QC_PATH", "folders to search for imports, separated by `:`"),
    (
        "QC_CONFIG",
        "the file of settings to read instead of `qc.toml`; empty: none",
    ),
    (
        "QC_NAME",
        "the value of the setting NAME, such as QC_MODULE_DIR",
    ),
    ("NO_COLOR", "not empty: no colour"),
    (
        "QC_NUM_THREADS, QC_LEAK_CHECK",
        "are for the programs that qc makes; docs/running.md has all of these",
    ),
];

/// Exit codes with their meaning.
pub const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "fine"),
    ("1", "a mistake in the program or a file"),
    ("2", "a mistake in the command line or the settings"),
    ("3", "a mistake of qc itself, which asks to report it"),
];

/// What `qc --help` prints.
pub fn text() -> String {
    let mut out = format!(
        "{PURPOSE}\n\nusage: qc [options] FILE.q [-o FILE]\n       qc [options] FOLDER [-o FILE]    the program of a package\n"
    );
    for command in COMMANDS {
        let _ = writeln!(
            out,
            "       qc {} [options] {}",
            command.word, command.usage
        );
    }
    out.push_str("\ncommands:\n");
    for command in COMMANDS {
        entry(&mut out, command.word, command.help);
    }
    out.push_str("\noptions, of which the last counts where two say different things:\n");
    for row in TABLE {
        entry(&mut out, &spelling(row), row.help);
    }
    out.push_str("\nenvironment:\n");
    for (name, meaning) in ENVIRONMENT {
        entry(&mut out, name, meaning);
    }
    out.push_str("\nexit codes (`qc run`: those of the program):\n");
    for (code, meaning) in EXIT_CODES {
        entry(&mut out, code, meaning);
    }
    out
}

/// A name and, in a column of its own, what it is about.
fn entry(out: &mut String, name: &str, help: &str) {
    let mut first = format!("  {name}");
    if first.len() >= COLUMN {
        let _ = writeln!(out, "{first}");
        first.clear();
    }
    for line in wrap(help, WIDTH - COLUMN) {
        let _ = writeln!(out, "{first:COLUMN$}{line}");
        first.clear();
    }
}

/// What `docs/options.md` holds.
pub fn page() -> String {
    let mut out = String::from(
        "# Options of qc\n\nMade from the table of options by `qc --help=page`; do not edit.\n\n\
         | command | meaning |\n|---|---|\n",
    );
    for command in COMMANDS {
        let _ = writeln!(
            out,
            "| `qc {} {}` | {} |",
            command.word, command.usage, command.help
        );
    }
    out.push_str("\n| option | meaning |\n|---|---|\n");
    for row in TABLE {
        let _ = writeln!(out, "| `{}` | {} |", spelling(row).trim(), row.help);
    }
    out
}

/// `-o, --output=FILE`.
pub fn spelling(row: &Row) -> String {
    let letter = row
        .short
        .map_or("    ".to_owned(), |short| format!("{short}, "));
    let value = match row.takes {
        Takes::Nothing => String::new(),
        Takes::Value(what) => format!("={what}"),
        Takes::Perhaps(what) => format!("[={what}]"),
    };
    format!("{letter}{}{value}", row.long)
}

/// Lines of at most `width` characters, broken at spaces.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.len() + 1 + word.len() > width {
            lines.push(word.to_owned());
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_text_names_every_option() {
        let text = text();
        for row in TABLE {
            assert!(text.contains(row.long), "{}", row.long);
        }
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
    }

    #[test]
    fn the_page_of_the_manual_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/options.md");
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            written == page(),
            "write the output of `qc --help=page` to docs/options.md"
        );
    }
}
