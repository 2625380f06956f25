//! Options that cannot stand together.
//!
//! *Invariant:* a command line that passes asks for one thing.

use super::executable::HOST;
use super::options::{DocFormat, Engine, Linker, Options, Task};
use super::stage::Stage;
use super::usage::UsageError;

/// Two things that were asked for and exclude each other.
struct Row {
    /// Whether a command line asks for both.
    holds: fn(&Options) -> bool,
    /// What it asks for.
    message: &'static str,
    /// What to do.
    help: &'static str,
}

/// What to do about two results.
const ONE_RESULT: &str = "leave one of them out";

const TABLE: &[Row] = &[
    Row {
        holds: |options| options.emit.is_some() && options.task == Task::Run,
        message: "`run` runs the program, --emit prints a stage instead",
        help: ONE_RESULT,
    },
    Row {
        holds: |options| options.emit.is_some() && only_checks(options),
        message: "checking makes nothing, --emit prints a stage",
        help: ONE_RESULT,
    },
    Row {
        holds: |options| options.check_only && options.task == Task::Run,
        message: "`run` runs the program, --check makes none",
        help: "`--check=bounds` checks while the program runs",
    },
    Row {
        holds: |options| options.output.is_some() && options.task == Task::Run,
        message: "`run` runs the program in memory, -o names a file for it",
        help: ONE_RESULT,
    },
    Row {
        holds: |options| options.output.is_some() && only_checks(options),
        message: "checking makes nothing, -o names a file for it",
        help: ONE_RESULT,
    },
    Row {
        holds: |options| options.linker == Linker::Cc && options.task == Task::Run,
        message: "`run` makes the program in memory, --linker=cc in a file",
        help: "make the program with -o, then run it",
    },
    Row {
        holds: |options| {
            let is_other = |target: &str| target != HOST;
            options.task == Task::Run && options.target.as_deref().is_some_and(is_other)
        },
        message: "`run` runs the program here, --target makes it for another machine",
        help: "make the program with -o and run it there",
    },
    Row {
        holds: |options| options.after.is_some() && options.emit != Some(Stage::Mir),
        message: "--after says where --emit=mir prints, and that is missing",
        help: "add --emit=mir",
    },
    Row {
        holds: |options| {
            !options.exports.is_empty() && !options.emit.is_some_and(Stage::is_library)
        },
        message: "--export names functions of a library, and none was asked for",
        help: "add --emit=shared or --emit=archive",
    },
    Row {
        holds: |options| {
            options.linker == Linker::Cc && options.emit.is_some_and(Stage::is_library)
        },
        message: "--linker=cc is for programs; qc links libraries itself",
        help: ONE_RESULT,
    },
    Row {
        holds: |options| options.engine == Engine::Interpret && options.task == Task::Compile,
        message: "--engine=interpret is for programs that run at once",
        help: "write `qc run`",
    },
    Row {
        holds: |options| options.output.is_some() && options.task == Task::Format,
        message: "`fmt` gives files their layout in their places, -o names another one",
        help: "`qc fmt < OLD.q > NEW.q` makes another one",
    },
    Row {
        holds: |options| {
            let Options {
                check_bounds,
                check_nan,
                check_infinity,
                check_overflow,
                ..
            } = *options;
            let checks = check_bounds || check_nan || check_infinity || check_overflow;
            checks && options.task == Task::Format
        },
        message: "`fmt` makes no program, and --check with a value is for one that runs",
        help: "`qc fmt --check` names the files that would change",
    },
    Row {
        holds: |options| options.emit.is_some() && options.task == Task::Format,
        message: "`fmt` compiles nothing, --emit prints a stage",
        help: ONE_RESULT,
    },
    Row {
        holds: |options| {
            let makes = options.emit.is_some() || options.output.is_some();
            makes && options.task == Task::Serve
        },
        message: "`lsp` makes nothing, -o and --emit say what is made",
        help: "leave them out",
    },
    Row {
        holds: |options| {
            let makes = options.emit.is_some() || options.output.is_some();
            makes && options.task == Task::Prompt
        },
        message: "`repl` makes nothing that stays, -o and --emit say what is made",
        help: "leave them out",
    },
    Row {
        holds: |options| {
            options.doc_format != DocFormat::Text
                && options.task.needs_source()
                && options.task != Task::Doc
        },
        message: "--format is the form of documentation, and none was asked for",
        help: "write `qc doc`",
    },
];

/// Finds a contradiction.
///
/// # Errors
/// The first one.
pub fn find(options: &Options) -> Result<(), UsageError> {
    match TABLE.iter().find(|row| (row.holds)(options)) {
        Some(row) => Err(UsageError {
            message: row.message.to_owned(),
            help: Some(row.help.to_owned()),
        }),
        None => Ok(()),
    }
}

fn only_checks(options: &Options) -> bool {
    options.check_only || options.task == Task::Check
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::arguments::parse;
    use std::ffi::OsString;

    /// A command line for each row of the table, in its order.
    const LINES: &[&str] = &[
        "run --emit=mir a.q",
        "check --emit=mir a.q",
        "run --check a.q",
        "run -o a a.q",
        "check a.q -o a",
        "run --linker=cc a.q",
        "run --target=arm64 a.q",
        "--after=inline a.q",
        "--export=f a.q",
        "--linker=cc --emit=shared a.q",
        "--engine=interpret a.q",
        "fmt -o b.q a.q",
        "fmt --check=nan a.q",
        "fmt --emit=ast a.q",
        "lsp -o a",
        "repl -o a",
        "--format=markdown a.q",
    ];

    #[test]
    fn every_row_is_found() {
        assert_eq!(LINES.len(), TABLE.len());
        for (line, row) in LINES.iter().zip(TABLE) {
            let words = line.split_whitespace().map(OsString::from);
            let error = parse(words).err().map(|error| error.message);
            assert_eq!(error.as_deref(), Some(row.message), "{line}");
        }
    }
}
