//! The options of the command line: one table.
//!
//! Parsing, `--help`, `docs/options.md`, the page of the manual and the completions of shells read [`TABLE`]; adding an option is adding
//! a row and a field of [`Options`].
//!
//! *Invariant:* a row's `apply` only stores; nothing here touches files or prints.

use super::options::{
    Colour, DiagnosticStyle, DocFormat, Engine, FloatMode, Linker, LintLevel, Options, ReportKind,
    Shell, Task, choose, possible, store,
};
use super::stage::Stage;
use super::{architectures, settings, targets};
use crate::diag::{Code, did_you_mean};
use crate::opt::pipeline;

/// Whether an option takes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// No value.
    Nothing,
    /// A value: `--name=value`, `--name value`, `-n value` or `-nvalue`.
    Value(&'static str),
    /// Perhaps a value: `--name` or `--name=value`.
    Perhaps(&'static str),
}

/// What a value is, for the completions of shells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Something else, or nothing.
    Other,
}

/// One option.
pub struct Row {
    /// Its name, with the dashes.
    pub long: &'static str,
    /// Its letter, with the dash.
    pub short: Option<&'static str>,
    /// Its value.
    pub takes: Takes,
    /// What values there are.
    pub values: Values,
    /// What it does, for the help text.
    pub help: &'static str,
    /// Stores it; the error says what values there are.
    pub apply: fn(&mut Options, &str) -> Result<(), String>,
}

impl Row {
    /// Its name without dashes.
    pub fn name(&self) -> &'static str {
        self.long.trim_start_matches('-')
    }

    /// How it may be spelt, with the dashes.
    pub fn spellings(&self) -> impl Iterator<Item = &'static str> {
        self.short.into_iter().chain([self.long])
    }
}

/// What an option of `--check` looks for.
const CHECKS: &[&str] = &["bounds", "nan", "inf", "overflow"];

/// Every option, in the order of the help text.
pub const TABLE: &[Row] = &[
    Row {
        long: "--output",
        short: Some("-o"),
        takes: Takes::Value("FILE"),
        values: Values::File,
        help: "Where the result goes; the source's name without `.q` if absent",
        apply: |options, value| store(&mut options.output, Some(value.into())),
    },
    Row {
        long: "--depfile",
        short: None,
        takes: Takes::Value("FILE"),
        values: Values::File,
        help: "Write a rule for make that names the files which the result was made from",
        apply: |options, value| store(&mut options.depfile, Some(value.into())),
    },
    Row {
        long: "--include",
        short: Some("-I"),
        takes: Takes::Value("FOLDER"),
        values: Values::Folder,
        help: "Search a folder for imports; may be repeated",
        apply: |options, value| push(&mut options.include, value.into()),
    },
    Row {
        long: "--optimise",
        short: Some("-O"),
        takes: Takes::Value("LEVEL"),
        values: Values::Words(&["0", "1", "2"]),
        help: "0: no optimisation; 1: no parallel loops and no fusion; 2: everything (the default)",
        apply: |options, value| {
            choose(
                &mut options.optimisation,
                value,
                &[("0", 0), ("1", 1), ("2", 2)],
            )
        },
    },
    Row {
        long: "--check",
        short: None,
        takes: Takes::Perhaps("CHECKS"),
        values: Values::Words(CHECKS),
        help: "Find mistakes and make nothing; with `=bounds,nan,inf,overflow` or some of these make a program that stops at every access \
               outside an array, at every value that is not a number, at every infinite one, where arithmetic of ints does not fit an int",
        apply: |options, value| match value {
            "" => store(&mut options.check_only, true),
            list => list.split(',').try_for_each(|word| check(options, word)),
        },
    },
    Row {
        long: "--precision",
        short: None,
        takes: Takes::Value("PRECISION"),
        values: Values::Words(&["single", "double"]),
        help: "Precision of `scalar`: single (the default) or double",
        apply: |options, value| {
            choose(
                &mut options.double,
                value,
                &[("single", false), ("double", true)],
            )
        },
    },
    Row {
        long: "--fp",
        short: None,
        takes: Takes::Value("MODE"),
        values: Values::Words(&["fast", "strict"]),
        help: "Floating point: fast (the default) may contract a product and a sum, and adds sums in vectors, in another order than the text; strict gives equal bits everywhere",
        apply: |options, value| {
            let modes = [("fast", FloatMode::Fast), ("strict", FloatMode::Strict)];
            choose(&mut options.float, value, &modes)
        },
    },
    Row {
        long: "--emit",
        short: None,
        takes: Takes::Value("STAGE"),
        values: Values::Words(&[
            "tokens", "ast", "quasar", "hir", "mir", "spmd", "clif", "asm", "cuda", "obj",
            "shared", "archive",
        ]),
        help: "Print a stage of the compilation instead: tokens, ast, quasar, hir, mir, spmd, clif, asm, cuda; `obj` writes an object file, \
               `shared` a library with the functions that have `{!export}`, and a header for C, `archive` the same for static linking",
        apply: |options, value| {
            let stages = Stage::ALL.map(|stage| (stage.name(), Some(stage)));
            choose(&mut options.emit, value, &stages)
        },
    },
    Row {
        long: "--export",
        short: None,
        takes: Takes::Value("NAMES"),
        values: Values::Other,
        help: "With `--emit=shared` and `--emit=archive`: these functions of the file are exported, too; commas stand between names, and `*` stands for all functions of a file that has no `{!export}`",
        apply: |options, value| {
            let names = value.split(',').map(str::trim);
            let names = names.filter(|name| !name.is_empty());
            options.exports.extend(names.map(str::to_owned));
            Ok(())
        },
    },
    Row {
        long: "--after",
        short: None,
        takes: Takes::Value("PASS"),
        values: Values::Words(&pipeline::NAMES),
        help: "With `--emit=mir`: print after this pass instead of after the last; docs/passes.md has their names",
        apply: |options, value| match pipeline::NAMES.contains(&value) {
            true => store(&mut options.after, Some(value.to_owned())),
            false => Err(possible(&pipeline::NAMES)),
        },
    },
    Row {
        long: "--time-passes",
        short: None,
        takes: Takes::Nothing,
        values: Values::Other,
        help: "Tell how long each pass over the middle representation took, in milliseconds and in percent of all, and how many operations the program had before and after it",
        apply: |options, _| store(&mut options.time_passes, true),
    },
    Row {
        long: "--report",
        short: None,
        takes: Takes::Value("WHAT"),
        values: Values::Words(&[
            "loops",
            "loops=json",
            "types",
            "types=json",
            "kernels",
            "fusion",
            "reductions",
            "tuning",
        ]),
        help: "Tell about the program: loops (what became of each, and why), loops=json, types (of all variables, and why one is known only when running), types=json, kernels (where their arrays lie), fusion (which launches became one, and why others did not), reductions (what was rewritten), tuning (constants that tuning may change)",
        apply: |options, value| {
            let mut kind = None;
            let kinds = [
                ("loops", Some(ReportKind::Loops)),
                ("loops=json", Some(ReportKind::LoopsJson)),
                ("types", Some(ReportKind::Types)),
                ("types=json", Some(ReportKind::TypesJson)),
                ("kernels", Some(ReportKind::Kernels)),
                ("fusion", Some(ReportKind::Fusion)),
                ("reductions", Some(ReportKind::Reductions)),
                ("tuning", Some(ReportKind::Tuning)),
            ];
            choose(&mut kind, value, &kinds)?;
            options.reports.extend(kind);
            Ok(())
        },
    },
    Row {
        long: "--list-tuning",
        short: None,
        takes: Takes::Nothing,
        values: Values::Other,
        help: "As `--check --report=tuning`",
        apply: |options, _| {
            options.check_only = true;
            push(&mut options.reports, ReportKind::Tuning)
        },
    },
    Row {
        long: "--set",
        short: None,
        takes: Takes::Value("NAME=VALUE"),
        values: Values::Other,
        help: "Give a setting a value; `qc config` lists the settings",
        apply: |options, value| match value.split_once('=') {
            Some((name, value)) => settings::set(options, name, value, "--set"),
            None => Err("write NAME=VALUE, such as COMPILER_OPTIMIZATIONLEVEL=Basic".to_owned()),
        },
    },
    Row {
        long: "--debug",
        short: Some("-g"),
        takes: Takes::Nothing,
        values: Values::Other,
        help: "Let debuggers see variables, all of them with -O0, and gdb show arrays and texts; keep the names of the runtime's inner functions, too",
        apply: |options, _| store(&mut options.debug, true),
    },
    Row {
        long: "--linker",
        short: None,
        takes: Takes::Value("LINKER"),
        values: Values::Words(&["graft", "cc"]),
        help: "Who makes the executable: graft (qc itself, the default) or cc (the system's C compiler, which links foreign objects too)",
        apply: |options, value| {
            choose(
                &mut options.linker,
                value,
                &[("graft", Linker::Graft), ("cc", Linker::Cc)],
            )
        },
    },
    Row {
        long: "--target",
        short: None,
        takes: Takes::Value("TRIPLE"),
        values: Values::Other,
        help: "Make a program for another machine, such as aarch64-unknown-linux-gnu, or arm64 for short",
        apply: |options, value| {
            let triple = targets::triple_of(value)?;
            store(&mut options.target, Some(triple.to_owned()))
        },
    },
    Row {
        long: "--print-targets",
        short: None,
        takes: Takes::Nothing,
        values: Values::Other,
        help: "List the machines that programs can be made for, by all their names, and whether this qc has what it takes",
        apply: |options, _| store(&mut options.task, Task::Targets),
    },
    Row {
        long: "--gpu-arch",
        short: None,
        takes: Takes::Value("ARCH"),
        values: Values::Other,
        help: "GPU architecture to compile kernels for now, such as sm_87, so that they need no NVRTC where the program runs; NVRTC must be here. none: no text for GPUs is made",
        apply: |options, value| {
            architectures::check(value)?;
            store(&mut options.gpu_arch, Some(value.to_owned()))
        },
    },
    Row {
        long: "--lanes",
        short: None,
        takes: Takes::Value("NUMBER"),
        values: Values::Words(&["1", "4", "8", "16"]),
        help: "Lanes of the widest vectors for kernels: 1, 4, 8 or 16; what suits the machine if absent",
        apply: |options, value| {
            let [one, four, eight, sixteen] = [1, 4, 8, 16].map(Some);
            let widths = [("1", one), ("4", four), ("8", eight), ("16", sixteen)];
            choose(&mut options.lanes, value, &widths)
        },
    },
    Row {
        long: "--engine",
        short: None,
        takes: Takes::Value("ENGINE"),
        values: Values::Words(&["native", "interpret"]),
        help: "What executes the program under `qc run`: native (the default) or interpret",
        apply: |options, value| {
            let engines = [("native", Engine::Native), ("interpret", Engine::Interpret)];
            choose(&mut options.engine, value, &engines)
        },
    },
    Row {
        long: "--allow",
        short: Some("-A"),
        takes: Takes::Value("WARNING"),
        values: Values::Other,
        help: "Silence a warning, or all `warnings`; may be repeated, and of several about a warning the last counts",
        apply: |options, value| lint(options, LintLevel::Allow, value),
    },
    Row {
        long: "--warn",
        short: Some("-W"),
        takes: Takes::Value("WARNING"),
        values: Values::Other,
        help: "Tell a warning that is silent otherwise, such as unknown-attribute; may be repeated",
        apply: |options, value| lint(options, LintLevel::Warn, value),
    },
    Row {
        long: "--deny",
        short: Some("-D"),
        takes: Takes::Value("WARNING"),
        values: Values::Other,
        help: "Make a warning, or all `warnings`, an error; may be repeated",
        apply: |options, value| lint(options, LintLevel::Deny, value),
    },
    Row {
        long: "--message-format",
        short: None,
        takes: Takes::Value("STYLE"),
        values: Values::Words(&["rich", "short", "json"]),
        help: "How diagnostics look: rich (the default), short (one line each) or json (one object each)",
        apply: |options, value| {
            let styles = [
                ("rich", DiagnosticStyle::Rich),
                ("short", DiagnosticStyle::Short),
                ("json", DiagnosticStyle::Json),
            ];
            choose(&mut options.diagnostics, value, &styles)
        },
    },
    Row {
        long: "--color",
        short: None,
        takes: Takes::Value("WHEN"),
        values: Values::Words(&["auto", "always", "never"]),
        help: "Colour: auto (the default: on a terminal, unless NO_COLOR is set), always, never",
        apply: |options, value| {
            let choices = [
                ("auto", Colour::Auto),
                ("always", Colour::Always),
                ("never", Colour::Never),
            ];
            choose(&mut options.colour, value, &choices)
        },
    },
    Row {
        long: "--format",
        short: None,
        takes: Takes::Value("FORMAT"),
        values: Values::Words(&["text", "markdown", "html"]),
        help: "The form of `qc doc`: text (the default), markdown, or html, which makes a folder of pages (`-o`, otherwise `doc`)",
        apply: |options, value| {
            let formats = [
                ("text", DocFormat::Text),
                ("markdown", DocFormat::Markdown),
                ("html", DocFormat::Html),
            ];
            choose(&mut options.doc_format, value, &formats)
        },
    },
    Row {
        long: "--explain",
        short: None,
        takes: Takes::Value("CODE"),
        values: Values::Other,
        help: "Explain a diagnostic, such as E0101, with an example",
        apply: |options, value| {
            options.task = Task::Explain;
            store(&mut options.explain, Some(value.to_owned()))
        },
    },
    Row {
        long: "--completions",
        short: None,
        takes: Takes::Value("SHELL"),
        values: Values::Words(&["bash", "zsh", "fish"]),
        help: "Print what a shell needs to complete command lines of qc: bash, zsh or fish",
        apply: |options, value| {
            options.task = Task::Completions;
            let shells = [
                ("bash", Some(Shell::Bash)),
                ("zsh", Some(Shell::Zsh)),
                ("fish", Some(Shell::Fish)),
            ];
            choose(&mut options.completions, value, &shells)
        },
    },
    Row {
        long: "--help",
        short: Some("-h"),
        takes: Takes::Perhaps("FORM"),
        values: Values::Words(&[
            "page",
            "settings",
            "attributes",
            "functions",
            "passes",
            "man",
        ]),
        help: "Print this text; `=man` prints it for `man`, `=page`, `=settings`, `=attributes`, `=functions` and `=passes` print pages of the documentation",
        apply: |options, value| {
            let forms = [
                ("", Task::Help),
                ("page", Task::HelpPage),
                ("settings", Task::SettingsPage),
                ("attributes", Task::AttributesPage),
                ("functions", Task::FunctionsPage),
                ("passes", Task::PassesPage),
                ("man", Task::Manual),
            ];
            choose(&mut options.task, value, &forms)
        },
    },
    Row {
        long: "--version",
        short: Some("-V"),
        takes: Takes::Nothing,
        values: Values::Other,
        help: "Print the version; with `--verbose` also what qc is made of",
        apply: |options, _| store(&mut options.task, Task::Version),
    },
    Row {
        long: "--licenses",
        short: None,
        takes: Takes::Nothing,
        values: Values::Other,
        help: "Print the notices of what qc is made of; `--licenses` of a program prints those of the program",
        apply: |options, _| store(&mut options.task, Task::Licenses),
    },
    Row {
        long: "--verbose",
        short: Some("-v"),
        takes: Takes::Nothing,
        values: Values::Other,
        help: "With `--version` and `qc config`: tell more",
        apply: |options, _| store(&mut options.verbose, true),
    },
];

/// A word in front of the source that says what to do with it.
pub struct Command {
    /// The word.
    pub word: &'static str,
    /// What stands behind it.
    pub usage: &'static str,
    /// What it does, for the help text.
    pub help: &'static str,
    /// The task.
    pub task: Task,
}

/// Every command.
pub const COMMANDS: &[Command] = &[
    Command {
        word: "run",
        usage: "FILE.q or folder [arguments]",
        help: "Compile in memory and run; what stands behind the file goes to the program, whose exit code is qc's",
        task: Task::Run,
    },
    Command {
        word: "check",
        usage: "FILE.q or folder",
        help: "Find mistakes and make nothing",
        task: Task::Check,
    },
    Command {
        word: "doc",
        usage: "[FILE.q or folder ...]",
        help: "Print the documentation of files, of the library without one; --format=html runs examples and makes pages; --check compares comments with code",
        task: Task::Doc,
    },
    Command {
        word: "fmt",
        usage: "[FILE.q or folder or - ...]",
        help: "Give files the one layout, in their places; without one, standard input to standard output; --check names those that would change",
        task: Task::Format,
    },
    Command {
        word: "lsp",
        usage: "",
        help: "Serve an editor by the Language Server Protocol, over standard input and output: mistakes while typing, types, completion, renaming; options count for every program that is open",
        task: Task::Serve,
    },
    Command {
        word: "repl",
        usage: "",
        help: "Take entries from a terminal or standard input and run them, one after the other: variables and functions stay, and an expression shows its value",
        task: Task::Prompt,
    },
    Command {
        word: "config",
        usage: "[FILE.q]",
        help: "List the settings with their values and where these come from",
        task: Task::Config,
    },
];

/// Stores one word of `--check`.
fn check(options: &mut Options, word: &str) -> Result<(), String> {
    match word {
        "bounds" => store(&mut options.check_bounds, true),
        "nan" => store(&mut options.check_nan, true),
        "inf" => store(&mut options.check_infinity, true),
        "overflow" => store(&mut options.check_overflow, true),
        _ => Err(possible(CHECKS)),
    }
}

/// Stores what becomes of a warning.
fn lint(options: &mut Options, level: LintLevel, name: &str) -> Result<(), String> {
    let known = |code: &Code| code.row().lint == Some(name) || code.number() == name;
    let is_warning = |code: &&Code| code.row().lint.is_some();
    let mut warnings = Code::all().iter().filter(is_warning);
    if name == super::options::ALL_WARNINGS || warnings.any(known) {
        return push(&mut options.lints, (level, name.to_owned()));
    }
    let names = Code::all().iter().filter_map(|code| code.row().lint);
    Err(did_you_mean(name, names.clone()).unwrap_or_else(|| possible(&names.collect::<Vec<_>>())))
}

fn push<T>(field: &mut Vec<T>, value: T) -> Result<(), String> {
    field.push(value);
    Ok(())
}
