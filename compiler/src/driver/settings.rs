//! The settings of the language's original compiler: one table.
//!
//! A setting is given by `--set NAME=VALUE`, by the variable `QC_NAME` of the environment, or by a line of a configuration file.
//! Programs that were made for the original bring such files, so every name is known here, also where it has no effect: then the
//! row says why.
//!
//! *Invariant:* every name, type and default stands here once; `qc config` and `docs/settings.md` are made from the rows.

use std::path::Path;

use super::architectures;
use super::options::{
    ALL_WARNINGS, FunctionPointers, GPU_ARCHITECTURE, Given, Linker, LintLevel, Options, possible,
};
use crate::check::Safety;
use crate::diag::did_you_mean;

/// What values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or False; also on, off, 1, 0.
    Switch,
    /// One of these words, whatever their case.
    Choice(&'static [&'static str]),
    /// The path or the name of a program.
    Program,
    /// A folder.
    Folder,
    /// Folders, separated by `;`.
    Folders,
    /// A GPU architecture, or Default.
    Architecture,
    /// A whole number.
    Number,
    /// Any text.
    Text,
}

/// What a setting does.
pub enum Effect {
    /// It is stored in the options, and read from them again.
    Stored {
        /// Stores a value that is of the setting's kind.
        apply: fn(&mut Options, &str),
        /// The value in force.
        read: fn(&Options) -> String,
    },
    /// Nothing, as the row's meaning explains.
    None,
}

/// One setting.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub kind: Kind,
    /// The value when nobody gives one.
    pub default: &'static str,
    /// The option that does the same, or nothing.
    pub option: &'static str,
    /// What it does, or why it does nothing.
    pub meaning: &'static str,
    /// How it does it.
    pub effect: Effect,
}

/// The setting that `#pragma loop_parallelizer` is about.
pub const LOOP_PARALLELIZER: &str = "COMPILER_AUTO_FORLOOP_PARALLELIZATION";
/// The setting that `#pragma expression_optimizer` is about.
pub const EXPRESSION_OPTIMIZER: &str = "COMPILER_EXPRESSION_OPTIMIZER";
/// The setting that `#pragma show_reductions` is about.
pub const SHOW_REDUCTIONS: &str = "COMPILER_DISPLAY_REDUCTIONS";
/// The warning that tells about loops that stay serial.
const SERIAL_LOOP: &str = "serial-loop";
/// The setting that names the C compiler.
const C_COMPILER: &str = "CC_PATH";
/// The architecture of the card in the machine.
const DEFAULT: &str = "Default";
/// More settings without effect than this are told in one line.
const MOST_NOTES: usize = 3;
/// The levels of optimisation, from none on.
const LEVELS: [&str; 3] = ["Basic", "Moderate", "Full"];
/// The levels of NVRTC's assembler.
const GPU_LEVELS: [&str; 3] = ["O0", "O1", "O2"];

/// Why settings of other back ends do nothing.
const OWN_BACK_END: &str =
    "no effect: qc generates machine code itself and needs no compiler behind it";

/// A setting that is on or off.
macro_rules! switch {
    ($name:expr, $default:literal, $option:literal, $meaning:literal, $apply:expr, $read:expr $(,)?) => {
        Row {
            name: $name,
            kind: Kind::Switch,
            default: $default,
            option: $option,
            meaning: $meaning,
            effect: Effect::Stored {
                apply: |options, value| {
                    let apply: fn(&mut Options, bool) = $apply;
                    apply(options, value == "True");
                },
                read: |options| {
                    let read: fn(&Options) -> bool = $read;
                    let word = if read(options) { "True" } else { "False" };
                    word.to_owned()
                },
            },
        }
    };
}

/// Every setting, in the order of the manual's table.
pub const TABLE: &[Row] = &[
    idle("NVCC_PATH", Kind::Program, "", OWN_BACK_END),
    Row {
        name: C_COMPILER,
        kind: Kind::Program,
        default: "cc",
        option: "",
        meaning: "the C compiler that links with `--linker=cc`; qc needs none otherwise",
        effect: Effect::Stored {
            apply: |options, value| options.c_compiler = Some(value.to_owned()),
            read: |options| {
                options
                    .c_compiler
                    .clone()
                    .unwrap_or_else(|| "cc".to_owned())
            },
        },
    },
    Row {
        name: "MODULE_DIR",
        kind: Kind::Folders,
        default: "",
        option: "",
        meaning: "folders to search for imports, after those of `-I` and QC_PATH",
        effect: Effect::Stored {
            apply: |options, value| {
                let folders = value.split(';').filter(|folder| !folder.is_empty());
                options.module_folders = folders.map(Into::into).collect();
            },
            read: |options| {
                let folders = options.module_folders.iter();
                let folders = folders.map(|folder| folder.display().to_string());
                folders.collect::<Vec<_>>().join(";")
            },
        },
    },
    Row {
        name: "INTERMEDIATE_DIR",
        kind: Kind::Folder,
        default: "",
        option: "",
        meaning: "the folder for files in between: `app.cu`, the CUDA text of the kernels of app.q, and what `qc run` makes while it \
                  runs. If absent, no text is kept, and `qc run` uses the system's folder",
        effect: Effect::Stored {
            apply: |options, value| options.temporary_folder = Some(value.into()),
            read: |options| {
                let folder = options.temporary_folder.as_ref();
                folder.map_or(String::new(), |folder| folder.display().to_string())
            },
        },
    },
    switch!(
        "COMPILER_PERFORM_REDUCTIONS",
        "True",
        "",
        "apply the reductions of the program and the library",
        |options, on| options.reductions.enabled = on,
        |options| options.reductions.enabled,
    ),
    Row {
        name: "COMPILER_REDUCTION_SAFETYLEVEL",
        kind: Kind::Choice(&["off", "safe", "strict"]),
        default: "safe",
        option: "",
        meaning: "off: unsafe reductions are applied silently; safe: with a warning; strict: they are errors",
        effect: Effect::Stored {
            apply: |options, value| {
                options.reductions.safety = match value {
                    "off" => Safety::Off,
                    "strict" => Safety::Strict,
                    _ => Safety::Safe,
                };
            },
            read: |options| options.reductions.safety.name().to_owned(),
        },
    },
    switch!(
        SHOW_REDUCTIONS,
        "False",
        "",
        "tell which reductions were applied; `#pragma show_reductions` does so for a part of a program",
        |options, on| options.reductions.show = on,
        |options| options.reductions.show,
    ),
    switch!(
        "COMPILER_DISPLAY_WARNINGS",
        "True",
        "-A warnings",
        "tell warnings",
        |options, on| set_lint(options, on, ALL_WARNINGS),
        |options| !is_allowed(options, ALL_WARNINGS),
    ),
    idle(
        "COMPILER_OUTPUT_OPTIMIZED_FILE",
        Kind::Switch,
        "False",
        "no effect: nothing is optimised as text; `--emit=quasar` and `--emit=mir` print what there is",
    ),
    switch!(
        EXPRESSION_OPTIMIZER,
        "True",
        "",
        "make kernels from array expressions; `#pragma expression_optimizer` does so for a part of a program",
        |options, on| options.parallel_expressions = on,
        |options| options.parallel_expressions,
    ),
    switch!(
        "COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES",
        "True",
        "-W serial-loop",
        "warn of loops over arrays that stay serial",
        |options, on| set_lint(options, on, SERIAL_LOOP),
        |options| !is_allowed(options, SERIAL_LOOP),
    ),
    switch!(
        LOOP_PARALLELIZER,
        "True",
        "",
        "make kernels from loops; `#pragma loop_parallelizer` does so for a part of a program",
        |options, on| options.parallel_loops = on,
        |options| options.parallel_loops,
    ),
    switch!(
        "COMPILER_SIMPLIFY_EXPRESSIONS",
        "True",
        "",
        "compute what is known when compiling, and keep of a branch that is known only what is taken; `-O0` does neither",
        |options, on| options.simplify = on,
        |options| options.simplify,
    ),
    switch!(
        "COMPILER_PERFORM_BOUNDSCHECKS",
        "False",
        "--check=bounds",
        "make every access outside an array an error, on every engine, those of 'unchecked arrays too",
        |options, on| options.check_bounds = on,
        |options| options.check_bounds,
    ),
    switch!(
        "COMPILER_PERFORM_NAN_INF_CHECKS",
        "False",
        "--check=nan,inf",
        "make every value that is infinite or not a number an error",
        |options, on| (options.check_nan, options.check_infinity) = (on, on),
        |options| options.check_nan && options.check_infinity,
    ),
    switch!(
        "COMPILER_PERFORM_NAN_CHECKS",
        "False",
        "--check=nan",
        "make every value that is not a number an error",
        |options, on| options.check_nan = on,
        |options| options.check_nan,
    ),
    idle(
        "COMPILER_LAMBDAEXPRESSION_INLINING",
        Kind::Choice(&["Off", "OnlySuitable", "Always"]),
        "OnlySuitable",
        "no effect: which function a lambda variable holds is known, and small ones are placed into their callers",
    ),
    Row {
        name: "COMPILER_USEFUNCTIONPOINTERS",
        kind: Kind::Choice(&["Always", "SmartlyAvoid", "Error"]),
        default: "SmartlyAvoid",
        option: "",
        meaning: "Error: a kernel or device function that calls a function which is chosen when running is an error. Otherwise it tests which one \
                  it is and has the code of each, in place of a pointer",
        effect: Effect::Stored {
            apply: |options, value| {
                let mut all = FunctionPointers::ALL.into_iter();
                let found = all.find(|one| one.name() == value);
                options.function_pointers = found.unwrap_or(FunctionPointers::SmartlyAvoid);
            },
            read: |options| options.function_pointers.name().to_owned(),
        },
    },
    Row {
        name: "COMPILER_OPTIMIZATIONLEVEL",
        kind: Kind::Choice(&LEVELS),
        default: "Full",
        option: "-O",
        meaning: "Basic is `-O0`, Moderate `-O1`, Full `-O2`",
        effect: Effect::Stored {
            apply: |options, value| {
                let level = LEVELS.iter().position(|level| *level == value);
                options.optimisation = level.and_then(|level| level.try_into().ok()).unwrap_or(2);
            },
            read: |options| LEVELS[usize::from(options.optimisation)].to_owned(),
        },
    },
    idle("COMPILER_BACKEND_CPU", Kind::Text, "Default", OWN_BACK_END),
    idle(
        "COMPILER_BACKEND_CUDA",
        Kind::Choice(&["NVidiaC", "NVidiaRTC"]),
        "NVidiaRTC",
        "no effect: CUDA text is compiled by NVRTC, when the program runs",
    ),
    idle(
        "COMPILER_BACKEND_OPENCL",
        Kind::Text,
        "",
        "no effect: there is no OpenCL back end",
    ),
    switch!(
        "COMPILER_BACKEND_GENERATE_HUMAN_READABLE_CODE",
        "True",
        "",
        "the text for GPUs that `--emit=cuda` and INTERMEDIATE_DIR give has the source's lines as comments; what the executable carries has none",
        |options, on| options.gpu.readable = on,
        |options| options.gpu.readable,
    ),
    switch!(
        "COMPILER_BACKEND_OUTPUTLINEINFO",
        "True",
        "",
        "NVRTC is told the lines of the source, for its messages, for debuggers and profilers, and for the emulated GPU",
        |options, on| options.gpu.line_info = on,
        |options| options.gpu.line_info,
    ),
    Row {
        name: GPU_ARCHITECTURE,
        kind: Kind::Architecture,
        default: DEFAULT,
        option: "--gpu-arch",
        meaning: "the GPU architecture that images are compiled for when the executable is made, where NVRTC is found; Default: none, and the text is compiled for the card in the machine",
        effect: Effect::Stored {
            apply: |options, value| {
                options.gpu_arch = (value != DEFAULT).then(|| value.to_owned());
            },
            read: |options| {
                let name = options.gpu_arch.as_deref();
                name.unwrap_or(DEFAULT).to_owned()
            },
        },
    },
    switch!(
        "CUDA_BACKEND_FLUSHTOZERO",
        "False",
        "",
        "on GPUs, floats below the smallest normal number are zero (`--ftz=true`)",
        |options, on| options.gpu.flush_to_zero = on,
        |options| options.gpu.flush_to_zero,
    ),
    switch!(
        "CUDA_BACKEND_PRECISIONDIVISION",
        "True",
        "",
        "on GPUs, quotients of single precision are rounded correctly; False: `--prec-div=false`",
        |options, on| options.gpu.precise_division = on,
        |options| options.gpu.precise_division,
    ),
    switch!(
        "CUDA_BACKEND_PRECISIONSQRT",
        "True",
        "",
        "on GPUs, square roots of single precision are rounded correctly; False: `--prec-sqrt=false`",
        |options, on| options.gpu.precise_roots = on,
        |options| options.gpu.precise_roots,
    ),
    switch!(
        "CUDA_BACKEND_FASTMATH",
        "False",
        "",
        "on GPUs, single precision is as fast as the hardware has it (`--use_fast_math`): all of the above, products fused with sums, and its own elementary functions",
        |options, on| options.gpu.fast_math = on,
        |options| options.gpu.fast_math,
    ),
    Row {
        name: "CUDA_BACKEND_OPTIMIZATIONMODE",
        kind: Kind::Choice(&GPU_LEVELS),
        default: "O2",
        option: "",
        meaning: "how far NVRTC's assembler optimises; O2 is everything that it does",
        effect: Effect::Stored {
            apply: |options, value| {
                let level = GPU_LEVELS.iter().position(|level| *level == value);
                options.gpu.optimisation =
                    level.and_then(|level| level.try_into().ok()).unwrap_or(2);
            },
            read: |options| GPU_LEVELS[usize::from(options.gpu.optimisation)].to_owned(),
        },
    },
    idle(
        "CUDA_BACKEND_DYNAMICPARALLELISM",
        Kind::Switch,
        "False",
        "no effect: kernels that launch others run on the processor",
    ),
    switch!(
        "CUDA_BACKEND_COOPERATIVEGROUPS",
        "True",
        "",
        "GPUs get kernels whose grid waits as a whole or whose threads form groups; False: such kernels run on the processor",
        |options, on| options.gpu.cooperative_groups = on,
        |options| options.gpu.cooperative_groups,
    ),
    switch!(
        "CUDA_BACKEND_WARPSHUFFLING",
        "True",
        "",
        "GPUs get kernels whose threads exchange values within a warp; False: such kernels run on the processor",
        |options, on| options.gpu.warp_shuffling = on,
        |options| options.gpu.warp_shuffling,
    ),
    switch!(
        "CUDA_BACKEND_HALFTEXTURES",
        "False",
        "",
        "textures of GPUs hold floats of 16 bits, which takes half the memory; the arrays themselves stay as they are",
        |options, on| options.half_textures = on,
        |options| options.half_textures,
    ),
    switch!(
        "RUNTIME_CUDA_ENABLEPINNEDHOSTMEM",
        "True",
        "",
        "copies between host and GPU go through pinned memory, so that they need not be waited for; QC_RUNTIME_CUDA_ENABLEPINNEDHOSTMEM also when the program runs",
        |options, on| options.pinned_memory = Some(on),
        |options| options.pinned_memory.unwrap_or(true),
    ),
    Row {
        name: "RUNTIME_CUDA_UNIFIEDMEMORYMODE",
        kind: Kind::Choice(&["Never", "Always"]),
        default: "Never",
        option: "",
        meaning: "Always: all arrays lie in managed memory, which host and GPU share, so that nothing is copied and every launch is waited for; for \
                  devices that share their memory with the host; QC_RUNTIME_CUDA_UNIFIEDMEMORYMODE also when the program runs",
        effect: Effect::Stored {
            apply: |options, value| options.unified_memory = Some(value == "Always"),
            read: |options| match options.unified_memory {
                Some(true) => "Always".to_owned(),
                Some(false) | None => "Never".to_owned(),
            },
        },
    },
    Row {
        name: "RUNTIME_FFT_PLAN_MAXCACHESIZE",
        kind: Kind::Number,
        default: "16",
        option: "",
        meaning: "how many plans of Fourier transforms a program keeps; QC_RUNTIME_FFT_PLAN_MAXCACHESIZE also when it runs",
        effect: Effect::Stored {
            apply: |options, value| options.fourier_plans = value.parse().ok(),
            read: |options| options.fourier_plans.unwrap_or(16).to_string(),
        },
    },
];

/// A setting without an effect.
const fn idle(name: &'static str, kind: Kind, default: &'static str, meaning: &'static str) -> Row {
    Row {
        name,
        kind,
        default,
        option: "",
        meaning,
        effect: Effect::None,
    }
}

/// Gives a setting a value.
///
/// # Errors
/// What is wrong with the name or the value, and what there is instead.
pub fn set(options: &mut Options, name: &str, value: &str, origin: &str) -> Result<(), String> {
    let row = find(name)?;
    let value = normal(row.kind, value).map_err(|help| format!("{}: {help}", row.name))?;
    if let Effect::Stored { apply, .. } = row.effect {
        apply(options, &value);
    }
    let origin = origin.to_owned();
    options.settings.insert(row.name, Given { value, origin });
    Ok(())
}

/// Whether there is a setting of that name.
pub fn exists(name: &str) -> bool {
    find(name).is_ok()
}

/// A value that a file in a folder gives: other folders are relative to that one.
pub fn from_folder(folder: &Path, name: &str, value: &str) -> String {
    let join = |path: &str| folder.join(path).display().to_string();
    match find(name).map(|row| row.kind) {
        Ok(Kind::Folder) => join(value),
        Ok(Kind::Folders) => {
            let folders = value.split(';').filter(|folder| !folder.is_empty());
            folders.map(join).collect::<Vec<_>>().join(";")
        }
        Ok(
            Kind::Switch
            | Kind::Choice(_)
            | Kind::Program
            | Kind::Architecture
            | Kind::Number
            | Kind::Text,
        )
        | Err(_) => value.to_owned(),
    }
}

/// The value in force and where it comes from.
pub fn current(row: &Row, options: &Options) -> Given {
    let given = options.settings.get(row.name);
    let origin = given.map_or("default", |given| &given.origin).to_owned();
    let value = match row.effect {
        Effect::Stored { read, .. } => read(options),
        Effect::None => given.map_or(row.default, |given| &given.value).to_owned(),
    };
    Given { value, origin }
}

/// A line for each setting that was given and does nothing, or one for all when there are many.
pub fn notes(options: &Options) -> String {
    let given = TABLE.iter().filter_map(|row| {
        let given = options.settings.get(row.name)?;
        let idle = is_idle(row, options) && given.value != row.default;
        idle.then_some((row, given))
    });
    let given: Vec<(&Row, &Given)> = given.collect();
    if given.len() > MOST_NOTES {
        let names: Vec<&str> = given.iter().map(|(row, _)| row.name).collect();
        return format!(
            "qc: note: these settings have no effect: {}; `qc config --verbose` tells why\n",
            names.join(", ")
        );
    }
    let line = |(row, given): &(&Row, &Given)| {
        let why = row.meaning.trim_start_matches("no effect: ");
        format!(
            "qc: note: {} ({}) has no effect: {why}\n",
            row.name, given.origin
        )
    };
    given.iter().map(line).collect()
}

/// Whether a setting does nothing, with these options.
fn is_idle(row: &Row, options: &Options) -> bool {
    match row.effect {
        Effect::Stored { .. } => row.name == C_COMPILER && options.linker != Linker::Cc,
        Effect::None => true,
    }
}

/// Notes that an option, applied to `before`, changed settings.
pub fn note_changes(before: &Options, options: &mut Options, origin: &str) {
    for row in TABLE {
        let Effect::Stored { read, .. } = row.effect else {
            continue;
        };
        let value = read(options);
        if value != read(before) && options.settings.get(row.name) == before.settings.get(row.name)
        {
            let origin = origin.to_owned();
            options.settings.insert(row.name, Given { value, origin });
        }
    }
}

/// The words for a kind of value.
pub fn values(kind: Kind) -> String {
    match kind {
        Kind::Switch => "True, False".to_owned(),
        Kind::Choice(words) => words.join(", "),
        Kind::Program => "a program".to_owned(),
        Kind::Folder => "a folder".to_owned(),
        Kind::Folders => "folders, separated by `;`".to_owned(),
        Kind::Architecture => "sm_50 to sm_121, none, Default".to_owned(),
        Kind::Number => "a number".to_owned(),
        Kind::Text => "a text".to_owned(),
    }
}

fn find(name: &str) -> Result<&'static Row, String> {
    let known = TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(name));
    known.ok_or_else(|| {
        let names = TABLE.iter().map(|row| row.name);
        let upper = name.to_ascii_uppercase();
        let near = did_you_mean(&upper, names);
        let help = near.unwrap_or_else(|| "`qc config` lists the settings".to_owned());
        format!("there is no setting `{name}`; {help}")
    })
}

/// A value in the form that rows know; the error says what values there are.
fn normal(kind: Kind, value: &str) -> Result<String, String> {
    let wrong = |what: &str| Err(format!("`{value}` is not {what}"));
    match kind {
        Kind::Switch => match value.to_ascii_lowercase().as_str() {
            "true" | "on" | "1" => Ok("True".to_owned()),
            "false" | "off" | "0" => Ok("False".to_owned()),
            _ => wrong("True or False"),
        },
        Kind::Choice(words) => {
            let known = words.iter().find(|word| word.eq_ignore_ascii_case(value));
            let known = known.map(|word| (*word).to_owned());
            known.ok_or_else(|| format!("`{value}` is unknown; {}", possible(words)))
        }
        Kind::Architecture if value.eq_ignore_ascii_case(DEFAULT) => Ok(DEFAULT.to_owned()),
        Kind::Architecture => {
            let name = value.to_ascii_lowercase();
            architectures::check(&name).map(|()| name)
        }
        Kind::Program | Kind::Folder if value.is_empty() => wrong("a path"),
        Kind::Number if value.parse::<u32>().is_err() => wrong("a number"),
        Kind::Program | Kind::Folder | Kind::Folders | Kind::Number | Kind::Text => {
            Ok(value.to_owned())
        }
    }
}

fn set_lint(options: &mut Options, on: bool, name: &str) {
    let level = if on {
        LintLevel::Warn
    } else {
        LintLevel::Allow
    };
    options.lints.push((level, name.to_owned()));
}

/// Whether the last word about a warning silences it.
fn is_allowed(options: &Options, name: &str) -> bool {
    let mut about = options.lints.iter().rev();
    let last = about.find(|(_, other)| other == name);
    last.is_some_and(|(level, _)| *level == LintLevel::Allow)
}
