//! The options of the command line: one table.
//!
//! Parsing, `--help` and `docs/options.md` read [`TABLE`]; adding an option is adding a row and a field of [`Options`].
//!
//! *Invariant:* a row's `apply` only stores; nothing here touches files or prints.

use std::path::PathBuf;

use super::stage::Stage;

/// What qc is asked to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// Compile the source.
    #[default]
    Compile,
    /// Compile and run at once: the word `run` in front of the source.
    Run,
    /// Print the help text.
    Help,
    /// Print the help text as a page of the manual.
    HelpPage,
    /// Print the version.
    Version,
    /// Explain a diagnostic.
    Explain,
}

/// How floating-point code is generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloatMode {
    /// Products and sums may be contracted.
    #[default]
    Fast,
    /// Bit-equal on every engine.
    Strict,
}

/// Who makes the executable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linker {
    /// qc itself.
    #[default]
    Graft,
    /// The system's C compiler.
    Cc,
}

/// What executes a program under `qc run`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// An executable.
    #[default]
    Native,
    /// The interpreter of the middle representation.
    Interpret,
}

/// How diagnostics look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiagnosticStyle {
    /// With the source's lines.
    #[default]
    Rich,
    /// One line each: `file:line:column: error[E0203]: message`.
    Short,
    /// One JSON object each.
    Json,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What `--report` tells about the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// Every loop's verdict.
    Loops,
    /// The same as JSON.
    LoopsJson,
    /// The types of all variables.
    Types,
}

/// Everything that the command line says.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What to do.
    pub task: Task,
    /// The source file.
    pub input: Option<PathBuf>,
    /// Objects and archives to link, with `--linker=cc`.
    pub foreign: Vec<PathBuf>,
    /// The program's arguments, for `qc run`.
    pub arguments: Vec<String>,
    /// Where the result goes.
    pub output: Option<PathBuf>,
    /// Folders to search for imports.
    pub include: Vec<PathBuf>,
    /// 0: no optimisation, 1: without parallel loops and fusion, 2: everything.
    pub optimisation: u8,
    /// The stage to print or write instead of an executable.
    pub emit: Option<Stage>,
    /// The pass after which to print.
    pub after: Option<String>,
    /// `scalar` is double precision.
    pub double: bool,
    /// Floating-point code.
    pub float: FloatMode,
    /// Find mistakes, make nothing.
    pub check_only: bool,
    /// Every access outside an array is an error.
    pub check_bounds: bool,
    /// What to report about the program.
    pub reports: Vec<ReportKind>,
    /// Who links.
    pub linker: Linker,
    /// The target triple; none: this machine.
    pub target: Option<String>,
    /// The GPU architectures to compile CUDA text for.
    pub gpu_arch: Option<String>,
    /// What executes under `qc run`.
    pub engine: Engine,
    /// Vector lanes of kernels; none: what suits the machine.
    pub lanes: Option<u8>,
    /// Warnings that are silenced.
    pub allow: Vec<String>,
    /// Warnings that are errors.
    pub deny: Vec<String>,
    /// How diagnostics look.
    pub diagnostics: DiagnosticStyle,
    /// Colour.
    pub colour: Colour,
    /// The code to explain.
    pub explain: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            task: Task::default(),
            input: None,
            foreign: Vec::new(),
            arguments: Vec::new(),
            output: None,
            include: Vec::new(),
            optimisation: 2,
            emit: None,
            after: None,
            double: false,
            float: FloatMode::default(),
            check_only: false,
            check_bounds: false,
            reports: Vec::new(),
            linker: Linker::default(),
            target: None,
            gpu_arch: None,
            engine: Engine::default(),
            lanes: None,
            allow: Vec::new(),
            deny: Vec::new(),
            diagnostics: DiagnosticStyle::default(),
            colour: Colour::default(),
            explain: None,
        }
    }
}

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

/// One option.
pub struct Row {
    /// Its name after `--`.
    pub name: &'static str,
    /// Its letter after `-`.
    pub letter: Option<char>,
    /// Its value.
    pub takes: Takes,
    /// What it does, for the help text.
    pub help: &'static str,
    /// Stores it; the error says what values there are.
    pub apply: fn(&mut Options, &str) -> Result<(), String>,
}

/// Every option, in the order of the help text.
pub const TABLE: &[Row] = &[
    Row {
        name: "output",
        letter: Some('o'),
        takes: Takes::Value("FILE"),
        help: "Where the result goes; the source's name without `.q` if absent",
        apply: |options, value| store(&mut options.output, Some(value.into())),
    },
    Row {
        name: "include",
        letter: Some('I'),
        takes: Takes::Value("FOLDER"),
        help: "Search a folder for imports; may be repeated",
        apply: |options, value| push(&mut options.include, value.into()),
    },
    Row {
        name: "optimise",
        letter: Some('O'),
        takes: Takes::Value("LEVEL"),
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
        name: "check",
        letter: None,
        takes: Takes::Perhaps("bounds"),
        help: "Find mistakes and make nothing; `=bounds`: make a program that stops at every access outside an array",
        apply: |options, value| match value {
            "" => store(&mut options.check_only, true),
            "bounds" => store(&mut options.check_bounds, true),
            _ => Err("the only value is `bounds`".to_owned()),
        },
    },
    Row {
        name: "precision",
        letter: None,
        takes: Takes::Value("PRECISION"),
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
        name: "fp",
        letter: None,
        takes: Takes::Value("MODE"),
        help: "Floating point: fast (the default) may contract a product and a sum, strict gives equal bits everywhere",
        apply: |options, value| {
            let modes = [("fast", FloatMode::Fast), ("strict", FloatMode::Strict)];
            choose(&mut options.float, value, &modes)
        },
    },
    Row {
        name: "emit",
        letter: None,
        takes: Takes::Value("STAGE"),
        help: "Print a stage of the compilation instead: tokens, ast, quasar, hir, mir, spmd, clif, asm, cuda; `obj` writes an object file",
        apply: |options, value| {
            let stages = Stage::ALL.map(|stage| (stage.name(), Some(stage)));
            choose(&mut options.emit, value, &stages)
        },
    },
    Row {
        name: "after",
        letter: None,
        takes: Takes::Value("PASS"),
        help: "With `--emit=mir`: print after this pass instead of after the last",
        apply: |options, value| store(&mut options.after, Some(value.to_owned())),
    },
    Row {
        name: "report",
        letter: None,
        takes: Takes::Value("WHAT"),
        help: "Tell about the program: loops (what became of each, and why), loops=json, types",
        apply: |options, value| {
            let mut kind = None;
            let kinds = [
                ("loops", Some(ReportKind::Loops)),
                ("loops=json", Some(ReportKind::LoopsJson)),
                ("types", Some(ReportKind::Types)),
            ];
            choose(&mut kind, value, &kinds)?;
            options.reports.extend(kind);
            Ok(())
        },
    },
    Row {
        name: "linker",
        letter: None,
        takes: Takes::Value("LINKER"),
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
        name: "target",
        letter: None,
        takes: Takes::Value("TRIPLE"),
        help: "Make a program for another machine, such as aarch64-unknown-linux-gnu",
        apply: |options, value| store(&mut options.target, Some(value.to_owned())),
    },
    Row {
        name: "gpu-arch",
        letter: None,
        takes: Takes::Value("ARCH"),
        help: "GPU architecture that CUDA text is checked for, such as sm_87",
        apply: |options, value| store(&mut options.gpu_arch, Some(value.to_owned())),
    },
    Row {
        name: "lanes",
        letter: None,
        takes: Takes::Value("NUMBER"),
        help: "Vector lanes of kernels: 1 or 4; what suits the machine if absent",
        apply: |options, value| {
            choose(&mut options.lanes, value, &[("1", Some(1)), ("4", Some(4))])
        },
    },
    Row {
        name: "engine",
        letter: None,
        takes: Takes::Value("ENGINE"),
        help: "What executes the program under `qc run`: native (the default) or interpret",
        apply: |options, value| {
            let engines = [("native", Engine::Native), ("interpret", Engine::Interpret)];
            choose(&mut options.engine, value, &engines)
        },
    },
    Row {
        name: "allow",
        letter: Some('A'),
        takes: Takes::Value("WARNING"),
        help: "Silence a warning; may be repeated",
        apply: |options, value| push(&mut options.allow, value.to_owned()),
    },
    Row {
        name: "deny",
        letter: None,
        takes: Takes::Value("WARNING"),
        help: "Make a warning an error; may be repeated",
        apply: |options, value| push(&mut options.deny, value.to_owned()),
    },
    Row {
        name: "diagnostics",
        letter: None,
        takes: Takes::Value("STYLE"),
        help: "How diagnostics look: rich (the default), short (one line each) or json (one object each)",
        apply: |options, value| {
            let styles = [
                ("rich", DiagnosticStyle::Rich),
                ("short", DiagnosticStyle::Short),
            ];
            choose(&mut options.diagnostics, value, &styles)
        },
    },
    Row {
        name: "color",
        letter: None,
        takes: Takes::Value("WHEN"),
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
        name: "explain",
        letter: None,
        takes: Takes::Value("CODE"),
        help: "Explain a diagnostic, such as E0101, with an example",
        apply: |options, value| {
            options.task = Task::Explain;
            store(&mut options.explain, Some(value.to_owned()))
        },
    },
    Row {
        name: "help",
        letter: Some('h'),
        takes: Takes::Perhaps("page"),
        help: "Print this text; `=page` prints it as a page of the manual",
        apply: |options, value| {
            choose(
                &mut options.task,
                value,
                &[("", Task::Help), ("page", Task::HelpPage)],
            )
        },
    },
    Row {
        name: "version",
        letter: Some('V'),
        takes: Takes::Nothing,
        help: "Print the version",
        apply: |options, _| store(&mut options.task, Task::Version),
    },
];

fn store<T>(field: &mut T, value: T) -> Result<(), String> {
    *field = value;
    Ok(())
}

fn push<T>(field: &mut Vec<T>, value: T) -> Result<(), String> {
    field.push(value);
    Ok(())
}

/// Stores the choice that a word names; the error lists the words.
fn choose<T: Copy>(field: &mut T, word: &str, choices: &[(&str, T)]) -> Result<(), String> {
    match choices.iter().find(|(name, _)| *name == word) {
        Some((_, value)) => store(field, *value),
        None => {
            let names = choices
                .iter()
                .map(|(name, _)| *name)
                .filter(|name| !name.is_empty());
            Err(format!(
                "possible values: {}",
                names.collect::<Vec<_>>().join(", ")
            ))
        }
    }
}
