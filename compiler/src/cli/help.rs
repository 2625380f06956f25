//! The texts that qc prints about itself, from the tables.
//!
//! *Invariant:* an option or a diagnostic is described in its row and nowhere else.

use std::fmt::Write;

use crate::driver::options::{Row, TABLE, Takes};

/// Where the help texts of options start.
const COLUMN: usize = 27;
/// Where lines of the help text end.
const WIDTH: usize = 96;

/// What `qc --help` prints.
pub fn text() -> String {
    let mut out = String::from(
        "qc compiles Quasar programs to self-contained Linux executables.\n\n\
         usage: qc [options] FILE.q [-o FILE]\n       \
         qc run [options] FILE.q [-- arguments]\n\noptions:\n",
    );
    for row in TABLE {
        let spelling = format!("  {}", spelling(row));
        let lines = wrap(row.help, WIDTH - COLUMN);
        let mut first = spelling;
        if first.len() >= COLUMN {
            let _ = writeln!(out, "{first}");
            first = String::new();
        }
        for line in lines {
            let _ = writeln!(out, "{first:COLUMN$}{line}");
            first.clear();
        }
    }
    out.push_str(
        "\nenvironment of qc: QC_PATH (folders to search for imports), NO_COLOR\n\
         environment of programs: QC_NUM_THREADS, QC_LEAK_CHECK=1\n\
         exit codes: 0 fine, 1 a mistake in the program or a file, 2 a mistake in the command line\n",
    );
    out
}

/// What `docs/options.md` holds.
pub fn page() -> String {
    let mut out = String::from(
        "# Options of qc\n\nMade from the table of options by `qc --help=page`; do not edit.\n\n\
         | option | meaning |\n|---|---|\n",
    );
    for row in TABLE {
        let _ = writeln!(out, "| `{}` | {} |", spelling(row).trim(), row.help);
    }
    out
}

/// `-o, --output=FILE`.
fn spelling(row: &Row) -> String {
    let letter = row
        .letter
        .map_or("    ".to_owned(), |letter| format!("-{letter}, "));
    let value = match row.takes {
        Takes::Nothing => String::new(),
        Takes::Value(what) => format!("={what}"),
        Takes::Perhaps(what) => format!("[={what}]"),
    };
    format!("{letter}--{}{value}", row.name)
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
            assert!(text.contains(&format!("--{}", row.name)), "{}", row.name);
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
