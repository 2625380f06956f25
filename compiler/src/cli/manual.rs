//! The page that `man qc` shows, from the tables: `qc --help=man > qc.1`.
//!
//! *Invariant:* a line of text never begins with a dot or a quote, which `man` takes for a request.

use std::fmt::Write;

use crate::driver::option_rows::{COMMANDS, TABLE};

use super::help::{ENVIRONMENT, EXIT_CODES, PURPOSE, spelling};

/// The page in the form of the macros `man`.
pub fn page() -> String {
    let mut out = format!(
        ".TH QC 1 \"\" \"qc {}\" \"User commands\"\n.SH NAME\nqc \\- {}\n",
        env!("CARGO_PKG_VERSION"),
        escaped("a standalone compiler for the Quasar language"),
    );
    out.push_str(".SH SYNOPSIS\n.B qc\n[options] FILE.q [\\-o FILE]\n.br\n.B qc\n[options] FOLDER [\\-o FILE]\n");
    for command in COMMANDS {
        let _ = writeln!(
            out,
            ".br\n.B qc {}\n[options] {}",
            command.word,
            escaped(command.usage)
        );
    }
    let _ = writeln!(out, ".SH DESCRIPTION\n{}", escaped(PURPOSE));
    out.push_str(".SH COMMANDS\n");
    for command in COMMANDS {
        entry(&mut out, command.word, command.help);
    }
    out.push_str(".SH OPTIONS\n");
    for row in TABLE {
        entry(&mut out, spelling(row).trim(), row.help);
    }
    out.push_str(".SH ENVIRONMENT\n");
    for (name, meaning) in ENVIRONMENT {
        entry(&mut out, name, meaning);
    }
    out.push_str(".SH EXIT STATUS\n");
    for (code, meaning) in EXIT_CODES {
        entry(&mut out, code, meaning);
    }
    out
}

/// A tagged paragraph.
fn entry(out: &mut String, tag: &str, text: &str) {
    let _ = writeln!(out, ".TP\n.B {}\n{}", escaped(tag), escaped(text));
}

/// Text in which nothing is a request.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    match text.starts_with(['.', '\'']) {
        true => format!("\\&{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_and_command_has_an_entry() {
        let page = page();
        for row in TABLE {
            let name = escaped(row.long);
            assert!(page.contains(&name), "{}", row.long);
        }
        for command in COMMANDS {
            assert!(
                page.contains(&format!(".B {}\n", command.word)),
                "{}",
                command.word
            );
        }
    }

    #[test]
    fn only_known_requests_begin_lines() {
        let known = [".TH", ".SH", ".TP", ".B", ".br"];
        for line in page().lines().filter(|line| line.starts_with(['.', '\''])) {
            let request = line.split(' ').next().unwrap_or(line);
            assert!(known.contains(&request), "{line}");
        }
    }
}
