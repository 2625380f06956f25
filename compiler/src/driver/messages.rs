//! What qc tells the user while it compiles.
//!
//! *Invariant:* every report passes through here: `-A` and `--deny` are applied once, reports are sorted by place.

use std::io::IsTerminal;

use super::files;
use super::options::{ALL_WARNINGS, Colour, DiagnosticStyle, LintLevel, Options, Task};
use crate::base::SourceMap;
use crate::diag::render::{Format, render_all};
use crate::diag::{self, Code, Label, Report, Severity};

/// So many reports are shown at once.
const MOST_REPORTS: usize = 20;

/// The sources of the compilation and how to show messages about them.
pub struct Messages<'a> {
    options: &'a Options,
    /// All files read so far.
    pub sources: SourceMap,
}

impl<'a> Messages<'a> {
    /// No sources yet.
    pub fn new(options: &'a Options) -> Self {
        Messages {
            options,
            sources: SourceMap::new(),
        }
    }

    /// Shows reports; says whether an error was among them.
    pub fn show(&self, reports: Vec<Report>) -> bool {
        let mut reports: Vec<_> = reports
            .into_iter()
            .filter_map(|report| as_wanted(report, self.options, &self.sources))
            .collect();
        diag::sort(&mut reports);
        let failed = diag::has_errors(&reports);
        let hidden = self.hide_surplus(&mut reports);
        if !reports.is_empty() {
            eprint!("{}", self.text(&reports));
        }
        if hidden > 0 {
            eprintln!("{hidden} more are not shown");
        }
        failed
    }

    /// Keeps what a person reads in one go; tools get everything.
    fn hide_surplus(&self, reports: &mut Vec<Report>) -> usize {
        let surplus = match self.options.diagnostics {
            DiagnosticStyle::Rich => reports.len().saturating_sub(MOST_REPORTS),
            DiagnosticStyle::Json | DiagnosticStyle::Short => 0,
        };
        reports.truncate(reports.len() - surplus);
        surplus
    }

    fn text(&self, reports: &[Report]) -> String {
        match self.options.diagnostics {
            DiagnosticStyle::Rich => render_all(reports, &self.sources, self.format()),
            DiagnosticStyle::Json => render_all(reports, &self.sources, Format::Json),
            DiagnosticStyle::Short => reports
                .iter()
                .map(|report| short(report, &self.sources) + "\n")
                .collect(),
        }
    }

    /// The form for people, as `--color` and `NO_COLOR` want it.
    fn format(&self) -> Format {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match self.options.colour {
            Colour::Auto => Format::for_people(std::io::stderr().is_terminal(), no_colour),
            Colour::Always => Format::Terminal { color: true },
            Colour::Never => Format::for_people(std::io::stderr().is_terminal(), true),
        }
    }

    /// Notes on the configuration; a person who wants no warnings wants none of these.
    pub fn notes(&self, text: &str) {
        let lints = &self.options.lints;
        let about_all = lints.iter().rev().find(|(_, name)| name == ALL_WARNINGS);
        let silent = about_all.is_some_and(|(level, _)| *level == LintLevel::Allow);
        if !silent && self.options.diagnostics != DiagnosticStyle::Json {
            eprint!("{text}");
        }
    }

    /// Lines that the user asked for.
    pub fn tell(&self, text: &str) {
        eprint!("{text}");
    }

    /// An error that is about no place in a source.
    pub fn plain_error(&self, message: &str) {
        eprintln!("qc: error: {message}");
    }
}

/// The report as `-A`, `-W` and `--deny` want it; none when it is silenced. What is warned of in the library is not the user's to mend.
pub fn as_wanted(mut report: Report, options: &Options, sources: &SourceMap) -> Option<Report> {
    if report.code.row().severity != Severity::Warning {
        return Some(report);
    }
    let is_carried = |label: &Label| files::is_within_qc(sources.file(label.span.file).name());
    if report.labels.first().is_some_and(is_carried) {
        return None;
    }
    // A loop that only what it calls of the library keeps serial.
    let others = report.labels.get(1..).unwrap_or_default();
    if report.code == Code::SerialLoop && !others.is_empty() && others.iter().all(is_carried) {
        return None;
    }
    match level(report.code, options) {
        LintLevel::Allow => return None,
        LintLevel::Warn => {}
        LintLevel::Deny => report.severity = Severity::Error,
    }
    Some(report)
}

/// What becomes of a warning: the last word about it counts, a word about all warnings before one about this one.
fn level(code: Code, options: &Options) -> LintLevel {
    let row = code.row();
    let last = |about: &dyn Fn(&str) -> bool| {
        let mut lints = options.lints.iter().rev();
        lints.find(|(_, name)| about(name)).map(|(level, _)| *level)
    };
    let of_this = last(&|name| Some(name) == row.lint || name == row.number);
    let of_all = || last(&|name| name == ALL_WARNINGS).filter(|_| !row.silent);
    let is_asked_for = options.task == Task::Doc && code == Code::UndescribedParameter;
    let by_itself = if row.silent && !is_asked_for {
        LintLevel::Allow
    } else {
        LintLevel::Warn
    };
    of_this.or_else(of_all).unwrap_or(by_itself)
}

/// `file:line:column: error[E0203]: message: label`.
fn short(report: &Report, sources: &SourceMap) -> String {
    let place = report.span().map_or(String::new(), |span| {
        let position = sources.position(span);
        let name = sources.file(span.file).name();
        format!("{name}:{}:{}: ", position.line, position.column)
    });
    let severity = report.severity.text();
    format!(
        "{place}{severity}[{}]: {}",
        report.code.number(),
        report.message
    )
}
