//! What the command line, the environment and the configuration say: one structure.
//!
//! The options that fill it stand in [`super::option_rows::TABLE`], the settings in [`super::settings::TABLE`].
//!
//! *Invariant:* data only: nothing here touches files or prints.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::gpu_settings::GpuSettings;
use super::stage::Stage;
use crate::check::ReductionOptions;

/// The name that means every warning.
pub const ALL_WARNINGS: &str = "warnings";

/// The setting that names the GPU architecture.
pub const GPU_ARCHITECTURE: &str = "CUDA_BACKEND_TARGETARCHITECTURE";

/// What qc is asked to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// Compile the source.
    #[default]
    Compile,
    /// Compile and run at once: `qc run FILE`.
    Run,
    /// Find mistakes, make nothing: `qc check FILE`.
    Check,
    /// Print the documentation of a source: `qc doc FILE`.
    Doc,
    /// Give sources the one layout: `qc fmt FILE`.
    Format,
    /// Serve an editor: `qc lsp`.
    Serve,
    /// Take entries and run them: `qc repl`.
    Prompt,
    /// Print the settings: `qc config`.
    Config,
    /// Print the help text.
    Help,
    /// Print the help text as a page of the documentation.
    HelpPage,
    /// Print the settings as a page of the documentation.
    SettingsPage,
    /// Print the attributes as a page of the documentation.
    AttributesPage,
    /// Print the built-in functions as a page of the documentation.
    FunctionsPage,
    /// Print the passes as a page of the documentation.
    PassesPage,
    /// Print the page of the manual, in the form that `man` reads.
    Manual,
    /// Print the completions of a shell.
    Completions,
    /// List the machines that programs can be made for.
    Targets,
    /// Print the version.
    Version,
    /// Print the notices of what qc is made of.
    Licenses,
    /// Explain a diagnostic.
    Explain,
}

impl Task {
    /// Whether the task is about a source file.
    pub fn needs_source(self) -> bool {
        match self {
            Task::Compile | Task::Run | Task::Check | Task::Doc => true,
            Task::Format
            | Task::Serve
            | Task::Prompt
            | Task::Config
            | Task::Help
            | Task::HelpPage
            | Task::SettingsPage
            | Task::AttributesPage
            | Task::FunctionsPage
            | Task::PassesPage
            | Task::Manual
            | Task::Completions
            | Task::Targets
            | Task::Version
            | Task::Licenses
            | Task::Explain => false,
        }
    }
}

/// What becomes of a function that a kernel or device function calls and that is chosen when running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionPointers {
    /// Every one may be called.
    Always,
    /// The same: which one it is is tested, so that there is no pointer to avoid.
    SmartlyAvoid,
    /// It is a mistake.
    Error,
}

impl FunctionPointers {
    /// Every value, in the order of the manual.
    pub const ALL: [FunctionPointers; 3] = [
        FunctionPointers::Always,
        FunctionPointers::SmartlyAvoid,
        FunctionPointers::Error,
    ];

    /// Its name in the settings.
    pub fn name(self) -> &'static str {
        match self {
            FunctionPointers::Always => "Always",
            FunctionPointers::SmartlyAvoid => "SmartlyAvoid",
            FunctionPointers::Error => "Error",
        }
    }
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
    /// The same as JSON.
    TypesJson,
    /// The constants that tuning may change.
    Tuning,
    /// Which launches became one.
    Fusion,
    /// Where the arrays of kernels lie.
    Kernels,
    /// The reductions that were applied.
    Reductions,
}

/// A shell that completes command lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// The GNU shell.
    Bash,
    /// The Z shell.
    Zsh,
    /// The friendly interactive shell.
    Fish,
}

/// The form of `qc doc`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DocFormat {
    /// Plain text.
    #[default]
    Text,
    /// Markdown.
    Markdown,
    /// A folder of pages.
    Html,
}

/// What becomes of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LintLevel {
    /// It is silent.
    Allow,
    /// It is told.
    Warn,
    /// It is an error.
    Deny,
}

/// Everything that the command line and the configuration say.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What to do.
    pub task: Task,
    /// The source file.
    pub input: Option<PathBuf>,
    /// Where the executable of a package goes, if the source is that of one.
    pub package: Option<PathBuf>,
    /// Objects and archives to link, with `--linker=cc`.
    pub foreign: Vec<PathBuf>,
    /// The program's arguments, for `qc run`.
    pub arguments: Vec<String>,
    /// Where the result goes.
    pub output: Option<PathBuf>,
    /// Where the list of the files that were read goes.
    pub depfile: Option<PathBuf>,
    /// Folders to search for imports: those of the command line.
    pub include: Vec<PathBuf>,
    /// Folders to search for imports after all others: those of the configuration.
    pub module_folders: Vec<PathBuf>,
    /// Where temporary files go; none: the system's place.
    pub temporary_folder: Option<PathBuf>,
    /// The C compiler that links with `--linker=cc`.
    pub c_compiler: Option<String>,
    /// 0: no optimisation, 1: without parallel loops and fusion, 2: everything.
    pub optimisation: u8,
    /// Expressions and branches are simplified, where anything is optimised at all.
    pub simplify: bool,
    /// The stage to print or write instead of an executable.
    pub emit: Option<Stage>,
    /// Functions that a library has for callers in C, beside those with the attribute.
    pub exports: Vec<String>,
    /// The pass after which to print.
    pub after: Option<String>,
    /// What passes take is told.
    pub time_passes: bool,
    /// The executable keeps the names of the runtime's inner functions.
    pub debug: bool,
    /// `scalar` is double precision.
    pub double: bool,
    /// How many plans of Fourier transforms a run keeps, if anybody said.
    pub fourier_plans: Option<u32>,
    /// Textures of GPUs hold floats of 16 bits.
    pub half_textures: bool,
    /// What becomes of functions that kernels are given.
    pub function_pointers: FunctionPointers,
    /// Whether copies between host and GPU go through pinned memory; none: the runtime's own default.
    pub pinned_memory: Option<bool>,
    /// Whether all arrays lie in memory that host and GPU share; none: the runtime's own default.
    pub unified_memory: Option<bool>,
    /// Floating-point code.
    pub float: FloatMode,
    /// Find mistakes, make nothing.
    pub check_only: bool,
    /// Every access outside an array is an error.
    pub check_bounds: bool,
    /// Every value that is not a number is an error.
    pub check_nan: bool,
    /// Every infinite value is an error.
    pub check_infinity: bool,
    /// Arithmetic of ints whose result does not fit is an error.
    pub check_overflow: bool,
    /// Loops become kernels.
    pub parallel_loops: bool,
    /// Array expressions become kernels.
    pub parallel_expressions: bool,
    /// How reductions are applied.
    pub reductions: ReductionOptions,
    /// What to report about the program.
    pub reports: Vec<ReportKind>,
    /// Who links.
    pub linker: Linker,
    /// The target triple; none: this machine.
    pub target: Option<String>,
    /// The GPU architecture to compile CUDA text for; `none`: there is no text.
    pub gpu_arch: Option<String>,
    /// How the text for GPUs is made and compiled.
    pub gpu: GpuSettings,
    /// What executes under `qc run`.
    pub engine: Engine,
    /// Vector lanes of kernels; none: what suits the machine.
    pub lanes: Option<u8>,
    /// What becomes of warnings, by name or number; of several the last counts.
    pub lints: Vec<(LintLevel, String)>,
    /// How diagnostics look.
    pub diagnostics: DiagnosticStyle,
    /// Colour.
    pub colour: Colour,
    /// The code to explain.
    pub explain: Option<String>,
    /// The shell to print completions for.
    pub completions: Option<Shell>,
    /// The form of `qc doc`.
    pub doc_format: DocFormat,
    /// Sources besides the input, for `qc doc` and `qc fmt`.
    pub more_inputs: Vec<PathBuf>,
    /// More of what is printed.
    pub verbose: bool,
    /// Values of settings as they were given, and where, by name.
    pub settings: BTreeMap<&'static str, Given>,
    /// Settings of the original compiler's file that qc does not have.
    pub foreign_settings: Vec<(String, Given)>,
}

/// A setting that was given a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The value as text.
    pub value: String,
    /// Where: `--set`, an option, a variable of the environment, a line of a file.
    pub origin: String,
}

impl Options {
    /// Whether the command line itself gives a setting, so that it counts over the program's pragmas.
    pub fn is_from_command_line(&self, setting: &str) -> bool {
        let given = self.settings.get(setting);
        given.is_some_and(|given| given.origin.starts_with("--"))
    }

    /// Whether the option `--gpu-arch`, and not only a setting, names the architecture.
    pub fn asks_for_images(&self) -> bool {
        let given = self.settings.get(GPU_ARCHITECTURE);
        given.is_some_and(|given| given.origin == "--gpu-arch")
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            task: Task::default(),
            input: None,
            package: None,
            foreign: Vec::new(),
            arguments: Vec::new(),
            output: None,
            depfile: None,
            include: Vec::new(),
            module_folders: Vec::new(),
            temporary_folder: None,
            c_compiler: None,
            optimisation: 2,
            simplify: true,
            emit: None,
            exports: Vec::new(),
            after: None,
            time_passes: false,
            debug: false,
            double: false,
            fourier_plans: None,
            half_textures: false,
            function_pointers: FunctionPointers::SmartlyAvoid,
            pinned_memory: None,
            unified_memory: None,
            float: FloatMode::default(),
            check_only: false,
            check_bounds: false,
            check_nan: false,
            check_infinity: false,
            check_overflow: false,
            parallel_loops: true,
            parallel_expressions: true,
            reductions: ReductionOptions::default(),
            reports: Vec::new(),
            linker: Linker::default(),
            target: None,
            gpu_arch: None,
            gpu: GpuSettings::default(),
            engine: Engine::default(),
            lanes: None,
            lints: Vec::new(),
            diagnostics: DiagnosticStyle::default(),
            colour: Colour::default(),
            explain: None,
            completions: None,
            doc_format: DocFormat::default(),
            more_inputs: Vec::new(),
            verbose: false,
            settings: BTreeMap::new(),
            foreign_settings: Vec::new(),
        }
    }
}

/// Stores a value in a field.
pub fn store<T>(field: &mut T, value: T) -> Result<(), String> {
    *field = value;
    Ok(())
}

/// Stores the choice that a word names; the error lists the words.
pub fn choose<T: Copy>(field: &mut T, word: &str, choices: &[(&str, T)]) -> Result<(), String> {
    match choices.iter().find(|(name, _)| *name == word) {
        Some((_, value)) => store(field, *value),
        None => {
            let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
            Err(possible(&names))
        }
    }
}

/// `possible values: a, b`.
pub fn possible(names: &[&str]) -> String {
    let named = names.iter().copied().filter(|name| !name.is_empty());
    format!("possible values: {}", named.collect::<Vec<_>>().join(", "))
}
