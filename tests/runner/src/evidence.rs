//! Kinds of evidence: what a test file shows of the features that it claims.
//!
//! A value that is printed shows nothing of a check that was removed, of an instruction, of an allocation or of a message. The third column of
//! `tests/features.tsv` names the kinds without which a row is only half shown; the tests that claim the row must have them, together.
//!
//! *Invariant:* each kind follows from directives of the test file that the runner checks, never from words about it.

use crate::source::Expectations;

/// A kind of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Lines of output, or a table whose cells become programs with theirs.
    Value,
    /// An error of qc: in the source, or about its options.
    Error,
    /// A warning of qc.
    Warning,
    /// A program that ends with an error when it runs.
    Raises,
    /// A verdict on a loop.
    Loop,
    /// A text of a report, of `qc doc`, of `qc config`, or one that qc writes when it compiles; a line of the log of reductions.
    Report,
    /// Code: texts of stages (`--emit`), instructions among them, or counts of MIR nodes.
    Code,
    /// What happens on a device: compilations, calls of the driver, transfers and allocations.
    Device,
    /// A file that compiling makes.
    File,
    /// A test of another suite, with an assertion of its own.
    Suite,
}

/// Each kind with its name in the table and what shows it.
type Row = (&'static str, Kind, fn(&Expectations) -> bool);

/// All kinds.
const KINDS: &[Row] = &[
    ("value", Kind::Value, |test| {
        !test.output.is_empty() || has_extension(test, "md")
    }),
    ("error", Kind::Error, |test| {
        has_code(test, 'E') || !test.refused.is_empty()
    }),
    ("warning", Kind::Warning, |test| {
        has_code(test, 'W') || !test.warns.is_empty()
    }),
    ("raises", Kind::Raises, |test| {
        test.raises.is_some() || test.exit != 0 || !test.stderr.is_empty()
    }),
    ("loop", Kind::Loop, |test| !test.loops.is_empty()),
    ("report", Kind::Report, |test| {
        let logs = !test.said.is_empty() || !test.reductions.is_empty();
        logs || prints(test, |flag| !flag.starts_with("--emit"))
    }),
    ("code", Kind::Code, |test| {
        !test.structure.is_empty() || prints(test, |flag| flag.starts_with("--emit"))
    }),
    ("device", Kind::Device, |test| {
        let texts = [&test.on_gpu, &test.calls, &test.trace];
        test.overlaps || texts.iter().any(|texts| !texts.is_empty())
    }),
    ("file", Kind::File, |test| !test.placed.is_empty()),
    ("suite", Kind::Suite, |test| has_extension(test, "rs")),
];

fn has_code(test: &Expectations, severity: char) -> bool {
    let mut codes = test.diagnostics.iter().map(|diagnostic| &diagnostic.code);
    codes.any(|code| code.starts_with(severity))
}

fn has_extension(test: &Expectations, wanted: &str) -> bool {
    let extension = test.path.extension();
    extension.is_some_and(|extension| extension == wanted)
}

fn prints(test: &Expectations, flag: fn(&str) -> bool) -> bool {
    test.printed.iter().any(|printed| flag(&printed.flag))
}

/// The kinds that a cell of the table names: `value,code`.
pub fn read(cell: &str) -> Option<Vec<Kind>> {
    let kind = |name| {
        let row = KINDS.iter().find(|row| row.0 == name)?;
        Some(row.1)
    };
    cell.split(',').map(kind).collect()
}

/// The kinds of `needed` that none of these tests has, by name.
pub fn missing<'a>(
    needed: &[Kind],
    tests: impl Iterator<Item = &'a Expectations> + Clone,
) -> Vec<&'static str> {
    let rows = KINDS.iter().filter(|row| needed.contains(&row.1));
    let lacking = rows.filter(|row| !tests.clone().any(row.2));
    lacking.map(|row| row.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Printed;

    fn printing(flag: &str) -> Expectations {
        let printed = Printed {
            flag: flag.into(),
            text: "x".into(),
            present: true,
        };
        Expectations {
            printed: vec![printed],
            ..Expectations::default()
        }
    }

    #[test]
    fn tests_together_have_what_a_row_needs() {
        let needed = read("value,code").expect("both are kinds");
        let value = Expectations {
            output: vec!["1".into()],
            ..Expectations::default()
        };
        let (code, report) = (printing("--emit=asm"), printing("--report=loops"));
        assert_eq!(missing(&needed, [&value].into_iter()), ["code"]);
        assert_eq!(missing(&needed, [&value, &report].into_iter()), ["code"]);
        assert!(missing(&needed, [&value, &code].into_iter()).is_empty());
    }

    #[test]
    fn an_unknown_kind_is_no_kind() {
        assert_eq!(read("value,words"), None);
        assert_eq!(read(""), None);
    }
}
