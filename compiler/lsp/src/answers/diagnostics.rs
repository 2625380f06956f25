//! What is wrong: reports as the client shows them.
//!
//! *Invariant:* a diagnostic says all that `qc check` says: the text beside the cause, facts and next steps stand behind the message, other places
//! beside it.

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
    Uri,
};
use qc_front::base::Span;
use qc_front::diag::{Label, Report, Severity};
use serde_json::Value;

/// Where places of the compiler are for the client; none where no file is.
pub type Places<'a> = dyn Fn(Span) -> Option<(Uri, Range)> + 'a;

/// The address of the file that a report is about, and the report for it; `root` stands for the program where there is no place.
pub fn of(report: &Report, root: &Uri, places: &Places) -> (Uri, Diagnostic) {
    let cause = report.labels.first();
    let (uri, range) = cause
        .and_then(|label| places(label.span))
        .unwrap_or_else(|| (root.clone(), Range::default()));
    let others = report.labels.get(1..).unwrap_or_default();
    let related: Vec<_> = others
        .iter()
        .filter_map(|label| related(label, places))
        .collect();
    let diagnostic = Diagnostic {
        range,
        severity: Some(severity(report.severity)),
        code: Some(NumberOrString::String(report.code.number().to_owned())),
        source: Some("qc".to_owned()),
        message: message(report),
        related_information: (!related.is_empty()).then_some(related),
        data: (!report.helps.is_empty()).then(|| Value::from(report.helps.clone())),
        ..Diagnostic::default()
    };
    (uri, diagnostic)
}

fn related(label: &Label, places: &Places) -> Option<DiagnosticRelatedInformation> {
    let (uri, range) = places(label.span)?;
    Some(DiagnosticRelatedInformation {
        location: Location { uri, range },
        message: match label.message.is_empty() {
            true => "here".to_owned(),
            false => label.message.clone(),
        },
    })
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// The message, the text beside the cause, facts and next steps, a line each.
fn message(report: &Report) -> String {
    let mut lines = vec![report.message.clone()];
    let beside = report.labels.first().map(|label| label.message.clone());
    lines.extend(beside.filter(|text| !text.is_empty()));
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    lines.extend(report.helps.iter().map(|help| format!("help: {help}")));
    lines.join("\n")
}
