//! Quasar programs as they are lowered, with what their text asks of the passes; several test targets have this file as a module.
//!
//! *Invariant:* the front end is that of the driver; a program with mistakes is an error with its messages.

use qc::base::{Interner, SourceMap};
use qc::driver::files::Files;
use qc::driver::options::Options;
use qc::lower::origins::{self, Origin};
use qc::mir::Program;
use qc::resolve::fusion::Requests;
use qc::resolve::pragmas::Switches;
use qc::resolve::{self, Source, SourceProvider};
use qc::{check, diag, lower, sroa};

/// A program before all passes.
#[allow(dead_code, reason = "not every target asks for all of it")]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// What its pragmas switch.
    pub switches: Switches,
    /// Where it asks for fusion.
    pub requests: Requests,
    /// What its operations were made from, which verdicts on loops name.
    pub origins: Vec<Origin>,
}

/// Lowers the program of a file, which may import others.
///
/// # Errors
/// The messages on its mistakes.
pub fn lowered(name: &str, text: &str) -> Result<Lowered, String> {
    let mut files = Files::new(&Options::default(), &root(name, text));
    lowered_with(name, text, &mut files)
}

/// The text as that of a file.
fn root(name: &str, text: &str) -> Source {
    Source {
        identity: name.into(),
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
    }
}

/// Lowers a program whose imports come from a provider.
///
/// # Errors
/// The messages on its mistakes.
pub fn lowered_with(
    name: &str,
    text: &str,
    files: &mut dyn SourceProvider,
) -> Result<Lowered, String> {
    let (mut sources, mut names) = (SourceMap::new(), Interner::new());
    let root = root(name, text);
    let (modules, reports) = resolve::load(root, files, &mut sources, &mut names);
    let told = |reports: &[diag::Report]| -> String {
        let lines = reports.iter().map(|report| {
            let line = sources.position(report.labels.first().map_or_else(
                || qc::base::Span::point(qc::base::Id::from_index(0), 0),
                |label| label.span,
            ));
            format!(
                "{}: {} {}\n",
                line.line,
                report.code.number(),
                report.message
            )
        });
        lines.collect()
    };
    if diag::has_errors(&reports) {
        return Err(told(&reports));
    }
    let (program, reports) = check::check(&modules, &names, check::Options::default());
    let Some(program) = program.filter(|_| !diag::has_errors(&reports)) else {
        return Err(told(&reports));
    };
    let origins = origins::origins(&program);
    let options = lower::Options::default();
    let lowered = lower::lower(&sroa::replace(program), &sources, options);
    let (program, _warnings) = lowered.map_err(|reports| told(&reports))?;
    Ok(Lowered {
        program,
        switches: Switches::of(&modules, &names),
        requests: Requests::of(&modules, &names).0,
        origins,
    })
}
