//! The suite for machines with a GPU (`tests/gpu-suite`), made of five programs and run on the emulated one: programs agree, the table has
//! everything that is measured, and a program that prints something else on the GPU is told.
//!
//! *Invariant:* the script gets no variable of these tests but those that its head names, and the compiler is not there when it runs.

use quasar_tests::engines::{ENGINES, nvrtc_folder};
use quasar_tests::outcome::{self, Check, Outcome, Test};
use quasar_tests::process::{self, Finished};
use quasar_tests::repository;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Programs with copies, totals, arguments, files and threads that act together.
const PROGRAMS: &[&str] = &[
    "gpu.transfers_chain",
    "kernels.totals_shared",
    "kernels.totals_shuffle",
    "fourier.definition",
    "library.elementary_everywhere",
];

/// What the table must have a figure for.
const MEASURED: &[&str] = &[
    "start with ten kernels, cold",
    "start with ten kernels, warm",
    "copy",
    "stencil",
    "sum",
    "launch",
];

fn main() {
    let checks: &[(&str, fn(&Path) -> Check)] = &[
        ("five programs and the measurements", whole),
        ("names that no program has", unknown_name),
    ];
    let test = |&(name, check): &(&'static str, fn(&Path) -> Check)| {
        Test::new(name, move || on_emulated_device(name, check))
    };
    let tests: Vec<Test> = checks.iter().map(test).collect();
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("suite", &results));
}

fn on_emulated_device(name: &str, check: fn(&Path) -> Check) -> Outcome {
    let emulated = ENGINES.iter().find(|engine| engine.is_emulated());
    match emulated.is_some_and(|engine| engine.runs_here()) {
        true => outcome::in_folder(name, check),
        false => Outcome::Skipped("QC_TEST_NVRTC names no NVRTC".into()),
    }
}

/// Makes the suite of these programs.
fn make(folder: &Path, programs: &[&str]) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gpu-suite"));
    command.arg(folder).args(programs);
    command.env("QC", repository::qc());
    process::run(&mut command)
}

/// Runs the script as its head says, on small arrays.
fn run(folder: &Path, only: &str) -> Finished {
    let mut command = Command::new(folder.join("run.sh"));
    command.current_dir("/");
    command
        .env("DEVICE", "emu")
        .env("QC_EMU_LIBRARY", repository::emulator())
        .env("QC_CUDA_LIB_DIR", nvrtc_folder().unwrap_or_default())
        .env("QC_CACHE_DIR", folder.join("cache"))
        .env("SIDE", "64")
        .env("ROUNDS", "2")
        .env("ONLY", only);
    process::run(&mut command)
}

fn whole(folder: &Path) -> Check {
    let suite = folder.join("suite");
    let made = make(&suite, PROGRAMS);
    if !made.exited(0) || !made.stdout.starts_with("5 programs, 0 left out") {
        return Err(made.describe());
    }
    let done = run(&suite, "");
    let table = fs::read_to_string(suite.join("results.md")).map_err(|error| error.to_string())?;
    let summary = "5 programs: 5 give the same on emu as on the processor, 0 do not";
    if !done.exited(0) || !table.contains(summary) {
        return Err(format!("{}\n{table}", done.describe()));
    }
    for name in MEASURED {
        let mut rows = table
            .lines()
            .filter(|line| line.starts_with(&format!("| {name}")));
        let has_figure = |row: &str| {
            let figure = row.split('|').nth(2).unwrap_or_default();
            figure.contains(|c: char| c.is_ascii_digit() && c != '0')
        };
        if !rows.next().is_some_and(has_figure) {
            return Err(format!("there is no figure for {name:?}:\n{table}"));
        }
    }
    notices_a_difference(&suite)
}

/// A program that says on which device it is.
fn notices_a_difference(suite: &Path) -> Check {
    let program = suite.join("programs").join(PROGRAMS[0]).join("program");
    let text = |error: std::io::Error| error.to_string();
    fs::remove_file(&program).map_err(text)?;
    fs::write(&program, "#!/bin/sh\necho \"it runs on $QC_DEVICE\"\n").map_err(text)?;
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).map_err(text)?;
    let done = run(suite, PROGRAMS[0]);
    let told = format!("FAILED {}: the outputs differ", PROGRAMS[0]);
    match done.exited(1) && done.stdout.contains(&told) {
        true => Ok(()),
        false => Err(done.describe()),
    }
}

fn unknown_name(folder: &Path) -> Check {
    let made = make(&folder.join("suite"), &["no.such.program"]);
    match made.exited(1) && made.stderr.contains("no program has such a name") {
        true => Ok(()),
        false => Err(made.describe()),
    }
}
