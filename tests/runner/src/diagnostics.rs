//! Diagnostics tests: `tests/diagnostics/**/*.q` with `%~ CODE text` at the end
//! of each offending line.
//!
//! *Invariant:* the set of diagnostics must match exactly: one that is missing
//! and one that is extra both fail. Code, line and text are compared as data.

use crate::engines;
use crate::outcome::Outcome;
use crate::process::{self, Finished};
use crate::programs;
use crate::repository;
use crate::source::{Expectations, ExpectedDiagnostic};

/// A diagnostic as `qc --message-format=short` prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Line in the source, from 1.
    pub line: u32,
    /// `E0203`.
    pub code: String,
    /// The rest of the line: severity, message, label.
    pub text: String,
}

/// Checks one file.
pub fn run(expectations: &Expectations) -> Outcome {
    programs::outcome(expectations, check(expectations))
}

fn check(expectations: &Expectations) -> Result<(), String> {
    if expectations.diagnostics.is_empty() {
        return Err("the test expects no diagnostic".into());
    }
    let finished = ask(expectations);
    if !finished.is_orderly() {
        return Err(finished.describe());
    }
    let actual = parse(&format!("{}{}", finished.stdout, finished.stderr));
    let has_error = expectations
        .diagnostics
        .iter()
        .any(|d| d.code.starts_with('E'));
    // Options may make errors of warnings: then the test says so by its exit code.
    let fails = has_error || expectations.exit != 0;
    if fails == finished.exited(0) {
        return Err(format!("wrong exit code\n{}", finished.describe()));
    }
    matches(&expectations.diagnostics, &actual)
        .map_err(|why| format!("{why}\n{}", finished.describe()))
}

fn ask(expectations: &Expectations) -> Finished {
    let mut command = engines::qc_command();
    command
        .args(["--check", "--message-format=short"])
        .args(&expectations.flags);
    command.arg(repository::relative(&expectations.path));
    process::run(&mut command)
}

/// Reads lines of the form `path:line:column: error[E0203]: message`.
pub fn parse(text: &str) -> Vec<Diagnostic> {
    text.lines().filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<Diagnostic> {
    let (place, rest) = line.split_once(": ")?;
    let mut place = place.rsplitn(3, ':');
    let _column: u32 = place.next()?.parse().ok()?;
    let number = place.next()?.parse().ok()?;
    let (_, after) = rest.split_once('[')?;
    let (code, text) = after.split_once(']')?;
    Some(Diagnostic {
        line: number,
        code: code.to_string(),
        text: text.trim_start_matches(':').trim().to_string(),
    })
}

fn matches(wanted: &[ExpectedDiagnostic], actual: &[Diagnostic]) -> Result<(), String> {
    let mut rest: Vec<&Diagnostic> = actual.iter().collect();
    for expected in wanted {
        let Some(index) = rest.iter().position(|found| fits(expected, found)) else {
            return Err(format!(
                "missing: line {} {} {:?}",
                expected.line, expected.code, expected.text
            ));
        };
        rest.remove(index);
    }
    match rest.first() {
        Some(extra) => Err(format!(
            "not expected: line {} {} {:?}",
            extra.line, extra.code, extra.text
        )),
        None => Ok(()),
    }
}

fn fits(expected: &ExpectedDiagnostic, found: &Diagnostic) -> bool {
    let text_fits = found
        .text
        .to_lowercase()
        .contains(&expected.text.to_lowercase());
    expected.line == found.line && expected.code == found.code && text_fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_short_form() {
        let found = parse("tests/a.q:3:7: error[E0203]: unknown name `x`\nnoise\n");
        let wanted = Diagnostic {
            line: 3,
            code: "E0203".into(),
            text: "unknown name `x`".into(),
        };
        assert_eq!(found, vec![wanted]);
    }

    #[test]
    fn extra_and_missing_diagnostics_fail() {
        let wanted = [ExpectedDiagnostic {
            line: 3,
            code: "E0203".into(),
            text: "unknown".into(),
        }];
        let found = parse("a.q:3:7: error[E0203]: unknown name\n");
        assert!(matches(&wanted, &found).is_ok());
        assert!(matches(&[], &found).is_err());
        assert!(matches(&wanted, &[]).is_err());
    }
}
