//! Diagnostics: what every room reports to the user.
//!
//! A pass makes a [`Report`] with a [`Code`]; `render` turns reports into text. The codes stand in one table, `rows.rs`.
//!
//! *Invariant:* only `render.rs` names miette; a report's severity is that of its row until the driver applies `-A` and `--deny`.

mod habits;
pub mod render;
mod rows;
mod suggest;

pub use habits::{GROWS, Place, RANGE, RETURN_SEVERAL, TRANSPOSE, instead};
pub use rows::{Code, Row};
pub use suggest::{closest, did_you_mean};

/// A number with its noun: `1 argument`, `2 arguments`.
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

use crate::base::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information that the user asked for.
    Note,
    /// The program means something, but perhaps not what was intended.
    Warning,
    /// No program is made.
    Error,
}

impl Severity {
    /// The word as it is printed.
    pub fn text(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A place in the source and what to say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text beside it; may be empty.
    pub message: String,
}

/// A message to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The row of the table.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// One line without a full stop, in words about this program.
    pub message: String,
    /// The places: the first is the cause, where the message points; others add to it. Empty for messages about no place.
    pub labels: Vec<Label>,
    /// Facts that explain.
    pub notes: Vec<String>,
    /// Next steps.
    pub helps: Vec<String>,
}

impl Report {
    /// A report about a place, with the severity of its code.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let mut report = Self::without_place(code, message);
        report.labels.push(Label {
            span,
            message: String::new(),
        });
        report
    }

    /// A report about no place in the source: files, options.
    pub fn without_place(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.row().severity,
            message: brief(message.into()),
            labels: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// Sets the text beside the cause.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Self {
        let cause = self
            .labels
            .first_mut()
            .expect("a report without a place has no label");
        cause.message = brief(message.into());
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            message: brief(message.into()),
        });
        self
    }

    /// Adds another place when there is one.
    #[must_use]
    pub fn maybe_also(self, place: Option<(Span, &str)>) -> Self {
        match place {
            Some((span, message)) => self.also(span, message),
            None => self,
        }
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(brief(text.into()));
        self
    }

    /// Adds a fact when there is one.
    #[must_use]
    pub fn maybe_note(mut self, text: Option<String>) -> Self {
        self.notes.extend(text.map(brief));
        self
    }

    /// Adds a next step.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(brief(text.into()));
        self
    }

    /// Adds a next step when there is one.
    #[must_use]
    pub fn maybe_help(mut self, text: Option<String>) -> Self {
        self.helps.extend(text.map(brief));
        self
    }

    /// Where the message points.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }

    /// Whether it stops the compilation.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The longest type that a message shows whole.
const LONGEST_TYPE: usize = 120;
/// How much is left of a longer one.
const SHORTENED_TYPE: usize = 80;

/// A text with shorter types: nested ones grow beyond what anybody reads. A type has no spaces; what has no brackets, such as a
/// path, stays as it is.
pub fn brief(text: String) -> String {
    let is_long = |word: &str| word.len() > LONGEST_TYPE && word.contains(['[', '{']);
    if !text.split(' ').any(is_long) {
        return text;
    }
    let words = text.split(' ').map(|word| match is_long(word) {
        true => {
            let start: String = word.chars().take(SHORTENED_TYPE).collect();
            let quote = if word.ends_with('`') { "`" } else { "" };
            format!("{start}…{quote}")
        }
        false => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether any of the reports stops the compilation.
pub fn has_errors(reports: &[Report]) -> bool {
    reports.iter().any(Report::is_error)
}

/// Sorts reports and takes out what is told already: the same report, and warnings right where there is an error.
pub fn tidy(reports: &mut Vec<Report>) {
    sort(reports);
    reports.dedup();
    reports.dedup_by(|report, before| {
        before.is_error() && !report.is_error() && report.span() == before.span()
    });
}

/// Sorts reports by file and place, errors before warnings at one place; those without a place come first.
pub fn sort(reports: &mut [Report]) {
    reports.sort_by_key(|report| {
        (
            report.span().map(|span| (span.file, span.lo, span.hi)),
            std::cmp::Reverse(report.severity),
        )
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_types_are_shortened_and_nothing_else() {
        let ty = format!("`vec[{}]`", "vec[??],".repeat(40));
        let text = brief(format!("a {ty} where a `mat` is needed"));
        assert!(
            text.len() < 150 && text.ends_with("…` where a `mat` is needed"),
            "{text}"
        );
        let path = format!("looked in: /{}", "folder/".repeat(40));
        assert_eq!(brief(path.clone()), path);
    }
}
