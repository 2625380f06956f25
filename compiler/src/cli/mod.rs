//! The command `qc`: arguments in, exit code out.
//!
//! *Invariant:* nothing calls this room but `main`.

mod attributes;
mod completions;
mod functions;
mod help;
mod internal_error;
mod manual;
mod passes;
mod serving;
mod settings;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::base::stack::{self, NoRoom, try_on_deep_stack};
use crate::diag::render::explain;
use crate::diag::{Code, did_you_mean};
use crate::driver::arguments::CommandLine;
use crate::driver::formatting::{self, Ending};
use crate::driver::options::{Options, Task};
use crate::driver::usage::UsageError;
use crate::driver::{
    arguments, configuration, executable, files, output, pipeline, prompt, targets,
};

/// The notices of the packages that qc is made of, which the build gathers.
const NOTICES: &str = include_str!(concat!(env!("OUT_DIR"), "/notices.txt"));

/// Exit code: the source has a mistake, or a file cannot be read or written.
const FAILED: u8 = 1;
/// Exit code: the command line or the configuration has a mistake.
const USAGE: u8 = 2;

/// Runs the command with the words behind its name.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    output::prepare();
    internal_error::guard(&words, || command(words.clone()))
}

fn command(words: Vec<OsString>) -> ExitCode {
    let line = match arguments::parse(words) {
        Ok(line) => line,
        Err(error) => return usage(&error),
    };
    if line.task() == Task::Serve {
        return serving::serve(&line);
    }
    let options = match options(line) {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    match options.task {
        Task::Help => print(&help::text()),
        Task::HelpPage => print(&help::page()),
        Task::AttributesPage => print(&attributes::page()),
        Task::FunctionsPage => print(&functions::page()),
        Task::PassesPage => print(&passes::page()),
        Task::SettingsPage => print(&settings::page()),
        Task::Manual => print(&manual::page()),
        Task::Completions => print(&completions::of(options.completions)),
        Task::Targets => print(&targets::list()),
        Task::Version => print(&version(options.verbose)),
        Task::Licenses => print(NOTICES),
        Task::Config => print(&settings::list(&options)),
        Task::Explain => explain_number(options.explain.as_deref().unwrap_or_default()),
        Task::Format => format(&options),
        Task::Prompt => prompt(&options),
        Task::Compile | Task::Run | Task::Check | Task::Doc => compile(&options),
        Task::Serve => panic!("it has no options of one program"),
    }
}

/// What the command line says, over what the configuration says where that matters.
fn options(line: CommandLine) -> Result<Options, UsageError> {
    let line = line.with_program()?;
    let task = line.task();
    if !task.needs_source() && ![Task::Config, Task::Prompt].contains(&task) {
        return line.over(&[]);
    }
    let settings = configuration::read(line.source())?;
    line.over(&settings)
}

fn compile(options: &Options) -> ExitCode {
    match try_on_deep_stack(|| pipeline::run(options)) {
        Ok(pipeline::Outcome::Done) => ExitCode::SUCCESS,
        Ok(pipeline::Outcome::Failed) => ExitCode::from(FAILED),
        Ok(pipeline::Outcome::Ran(code)) => ExitCode::from(code),
        Err(no_room) => without_room(&no_room),
    }
}

fn format(options: &Options) -> ExitCode {
    match try_on_deep_stack(|| formatting::run(options)) {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::from(FAILED),
        Ok(Ending::Broken) => ExitCode::from(internal_error::INTERNAL),
        Err(no_room) => without_room(&no_room),
    }
}

fn prompt(options: &Options) -> ExitCode {
    match try_on_deep_stack(|| prompt::run(options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(FAILED),
        Err(no_room) => without_room(&no_room),
    }
}

fn without_room(no_room: &NoRoom) -> ExitCode {
    eprintln!(
        "qc: error: {}\n  help: {}",
        no_room.message(),
        stack::ADVICE
    );
    ExitCode::from(FAILED)
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

fn version(verbose: bool) -> String {
    let mut text = format!("qc {}\n", env!("CARGO_PKG_VERSION"));
    if verbose {
        let build = if cfg!(debug_assertions) {
            "with internal checks"
        } else {
            "optimised"
        };
        let library: Vec<_> = files::library_names().collect();
        text.push_str(&format!("machine: {}\n", executable::HOST));
        text.push_str(&format!(
            "code generator: Cranelift {}\n",
            executable::GENERATOR
        ));
        text.push_str(&format!("build: {build}\n"));
        text.push_str(&format!("library: {}\n", library.join(", ")));
    }
    text
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
