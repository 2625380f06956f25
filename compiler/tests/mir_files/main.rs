//! File tests of the middle representation: `tests/mir/ROW/*.mir` and `*.q`, one idea per file.
//!
//! A file is a text of MIR, or a Quasar program that is compiled up to the first pass it names. It begins with what is done with it
//! (in a Quasar program behind `%!`):
//!
//! | line | what happens |
//! |---|---|
//! | `test opt NAME,NAME… [SETTING]…` | these rows of `opt/rows.rs` alone run, in the order of the table; the text is that of the program behind them. The verifier accepts it, and the interpreter does the same as before |
//! | `test analysis dependence [SETTING]…` | the text is the verdicts on the loops |
//! | `test run [lanes=1,4,8,16]` | the interpreter, and machine code of so many lanes, print the lines `; => text` and end with the error `; error: text`, if there is one |
//! | `test spmd [lanes=4]` | the text is the SPMD code of the kernels |
//! | `test cuda` | the text is the CUDA text of the kernels, and a line for each whose threads take several positions |
//! | `test verify` | the text is what the verifier finds |
//! | `test parse` | the text is the error of the parser |
//!
//! `settings.rs` lists the settings. What the text must be stands in comments, `;` in MIR and `%` in Quasar, in the order of the text:
//!
//! | line | what must be |
//! |---|---|
//! | `check: …` | a line behind that of the check before has this in it |
//! | `next: …` | the line behind that of the check before has this in it |
//! | `not: …` | no line between the checks around it has this in it |
//! | `count 2: …` | two lines of the whole text have this in them |
//! | `unchanged` | the text is that of the program before |
//! | `result` | the whole text stands in the comments that follow; `QC_BLESS=1` writes them |
//!
//! In these, several blanks count as one, `...` stands for anything, and `$name` for a word (a value, a variable, a number): the same
//! one wherever the name stands again.
//!
//! Each folder of `tests/mir` that is named after a row belongs to it: one of its files must fail without that row. The folders `gpu-…` that
//! are no rows belong to what is decided when the text of GPUs is written, in `opt/gpu`.
//! `QC_MIR=part/of/name` selects files.
//!
//! *Invariant:* a file that asserts nothing fails, and so does a folder without teeth.

mod case;
mod checks;
#[path = "../shared/native.rs"]
mod native;
mod perform;
mod settings;
#[path = "../shared/lowered.rs"]
mod source;
mod text;
#[path = "../shared/turn.rs"]
mod turn;

use case::Case;
use qc::base::stack::on_deep_stack;
use qc::opt::pipeline::PASSES;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use turn::gather;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mir")
}

/// The files of tests, those that are selected, by their folders.
fn files() -> BTreeMap<String, Vec<PathBuf>> {
    let wanted = std::env::var("QC_MIR").unwrap_or_default();
    let mut folders: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in gather(&root()) {
        let folder = path.parent().and_then(Path::file_name);
        let folder = folder.expect("a folder").to_string_lossy().into_owned();
        if path.display().to_string().contains(&wanted) {
            folders.entry(folder).or_default().push(path);
        }
    }
    folders
}

/// Runs a file, without a row if one is named. What it finds wrong.
fn run(path: &Path, without: Option<&str>) -> Result<(), String> {
    let case = Case::read(path)?;
    let done = std::panic::catch_unwind(|| on_deep_stack(|| perform::perform(&case, without)));
    match done {
        Ok(result) => result,
        Err(panic) => Err(format!("{}: panics: {}", case.name, told(panic.as_ref()))),
    }
}

fn told(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    text.unwrap_or_default()
}

#[test]
fn every_file_passes() {
    let (mut count, mut failures) = (0, Vec::new());
    let folders = files();
    for path in folders.values().flatten() {
        count += 1;
        failures.extend(run(path, None).err());
    }
    println!("{count} files of MIR, {} of them fail", failures.len());
    println!("campaign\tmir files\tfiles\t{count}\tfiles");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(count > 0, "no file is called so");
}

#[test]
fn every_row_has_a_file_that_fails_without_it() {
    let folders = files();
    let selects = std::env::var_os("QC_MIR").is_some();
    let mut toothless = Vec::new();
    for pass in PASSES {
        let Some(files) = folders.get(pass.name) else {
            toothless.extend((!selects).then(|| format!("`{}` has no files", pass.name)));
            continue;
        };
        // One is enough; how many they are is told where it is asked for.
        let most = match selects || turn::is_deep() {
            true => files.len(),
            false => 1,
        };
        let failing = files
            .iter()
            .filter(|path| run(path, Some(pass.name)).is_err());
        let failing = failing.take(most).count();
        println!(
            "{}: {failing} of {} files fail without it",
            pass.name,
            files.len()
        );
        if failing == 0 {
            toothless.push(format!("no file of `{}` fails without it", pass.name));
        }
    }
    assert!(toothless.is_empty(), "{}", toothless.join("\n"));
}

#[test]
fn every_folder_is_named_after_a_row_an_engine_or_a_decision() {
    let engines = ["dependence", "run", "spmd", "cuda", "verify", "parse"];
    // What is decided on the middle representation when the text of GPUs is written.
    let decisions = ["gpu-interior", "gpu-register-tile", "gpu-privatisation"];
    let others = [engines.as_slice(), &decisions].concat();
    for folder in files().keys() {
        let is_row = PASSES.iter().any(|pass| pass.name == folder);
        assert!(is_row || others.contains(&folder.as_str()), "{folder}");
    }
}
