//! The command `qc`: arguments in, exit code out.
//!
//! *Invariant:* nothing calls this room but `main`.

mod help;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::diag::render::explain;
use crate::diag::{Code, did_you_mean};
use crate::driver::arguments::{self, UsageError};
use crate::driver::options::{Options, Task};
use crate::driver::{output, pipeline};

/// Exit code: the source has a mistake, or a file cannot be read or written.
const FAILED: u8 = 1;
/// Exit code: the command line has a mistake.
const USAGE: u8 = 2;

/// Runs the command with the words behind its name.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let options = match arguments::parse(words) {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    match options.task {
        Task::Help => print(&help::text()),
        Task::HelpPage => print(&help::page()),
        Task::Version => print(&version()),
        Task::Explain => explain_number(options.explain.as_deref().unwrap_or_default()),
        Task::Compile | Task::Run => compile(&options),
    }
}

fn compile(options: &Options) -> ExitCode {
    match pipeline::run(options) {
        pipeline::Outcome::Done => ExitCode::SUCCESS,
        pipeline::Outcome::Failed => ExitCode::from(FAILED),
        pipeline::Outcome::Ran(code) => ExitCode::from(code),
    }
}

/// Writes a text to standard output.
fn print(text: &str) -> ExitCode {
    match output::print(text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("qc: error: standard output: {error}");
            ExitCode::from(FAILED)
        }
    }
}

fn usage(error: &UsageError) -> ExitCode {
    eprintln!("qc: error: {}", error.message);
    if let Some(help) = &error.help {
        eprintln!("  help: {help}");
    }
    ExitCode::from(USAGE)
}

fn version() -> String {
    format!("qc {}\n", env!("CARGO_PKG_VERSION"))
}

/// Prints the row of a diagnostic.
fn explain_number(number: &str) -> ExitCode {
    let upper = number.to_ascii_uppercase();
    match Code::from_number(&upper).or_else(|| Code::from_lint(number)) {
        Some(code) => print(&explain(code)),
        None => {
            let numbers = Code::all().iter().map(|code| code.number());
            let message = format!("there is no diagnostic {number}");
            usage(&UsageError {
                message,
                help: did_you_mean(&upper, numbers),
            })
        }
    }
}
