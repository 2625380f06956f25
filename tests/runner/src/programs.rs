//! Program tests: `tests/programs/<area>/*.q`.
//!
//! *Invariant:* expectations are derived by hand from the specification, so
//! blessing never touches a program test.

use crate::compare;
use crate::engines::{ENGINES, Engine, Executables, Job};
use crate::loops;
use crate::outcome::Outcome;
use crate::process::Finished;
use crate::reductions;
use crate::repository;
use crate::source::{Expectations, Located};
use crate::structure;
use crate::timeline;
use std::path::{Path, PathBuf};

/// Runs one program on all engines.
pub fn run(expectations: &Expectations) -> Outcome {
    run_on(expectations, |_| true)
}

/// Runs one program on some engines.
pub fn run_on(expectations: &Expectations, chosen: fn(&Engine) -> bool) -> Outcome {
    let wanted = |engine: &&Engine| is_wanted(expectations, engine) && engine.runs_here();
    let engines: Vec<&Engine> = ENGINES
        .iter()
        .filter(wanted)
        .filter(|one| chosen(one) && is_selected(one))
        .collect();
    if engines.is_empty() {
        return Outcome::Skipped("no engine for it here: QC_TEST_NVRTC names no NVRTC, or QC_TEST_ENGINE no engine that runs it".to_string());
    }
    let result = prepare(expectations).and_then(|folder| {
        let result = run_in(expectations, &folder, &engines);
        // The scratch folder of a failed test stays for the one who looks into it.
        if result.is_ok() {
            let _ = std::fs::remove_dir_all(&folder);
        }
        result
    });
    outcome(expectations, result)
}

/// Whether the engine is one of those that `QC_TEST_ENGINE`, a part of their names, selects.
fn is_selected(engine: &Engine) -> bool {
    let part = std::env::var("QC_TEST_ENGINE").unwrap_or_default();
    engine.name.contains(&part)
}

/// Turns a result into an outcome, with regard to the mark `pending`.
pub fn outcome(expectations: &Expectations, result: Result<(), String>) -> Outcome {
    match (result, &expectations.pending) {
        (Ok(()), None) => Outcome::Passed,
        (Err(why), None) => Outcome::Failed(why),
        (Err(why), Some(reason)) => Outcome::Pending(format!("{reason}\n{why}")),
        (Ok(()), Some(reason)) => Outcome::PendingPasses(reason.clone()),
    }
}

fn prepare(expectations: &Expectations) -> Result<PathBuf, String> {
    check_asserts_something(expectations)?;
    let folder = repository::scratch(&repository::relative(&expectations.path));
    bring_files(expectations, &folder)?;
    Ok(folder)
}

/// Copies the files that a program reads into its folder.
///
/// # Errors
/// The file that cannot be copied.
pub fn bring_files(expectations: &Expectations, folder: &Path) -> Result<(), String> {
    for file in &expectations.files {
        let from = repository::root().join("tests/data").join(file);
        let name = from.file_name().expect("a file of tests/data");
        std::fs::copy(&from, folder.join(name))
            .map_err(|error| format!("{}: {error}", from.display()))?;
    }
    Ok(())
}

/// A test that asserts nothing is a defect.
fn check_asserts_something(e: &Expectations) -> Result<(), String> {
    let nothing = e.output.is_empty() && e.raises.is_none() && e.stderr.is_empty() && e.exit == 0;
    if nothing {
        Err("the test asserts nothing".into())
    } else {
        Ok(())
    }
}

/// The file with the calls of the driver.
const TRACE: &str = "driver-calls";

/// The flags and the environment of a test that runs in that folder.
pub fn placed(one: &Expectations, folder: &Path) -> (Vec<String>, Vec<(String, String)>) {
    let here = |text: &String| text.replace("{folder}", &folder.display().to_string());
    let environment = one.environment.iter();
    let environment = environment.map(|(name, value)| (name.clone(), here(value)));
    // Only the emulated GPU keeps a trace.
    let trace = (!one.calls.is_empty()).then(|| {
        (
            "QC_EMU_TRACE".to_string(),
            here(&format!("{{folder}}/{TRACE}")),
        )
    });
    (
        one.flags.iter().map(here).collect(),
        environment.chain(trace).collect(),
    )
}

fn run_in(expectations: &Expectations, folder: &Path, engines: &[&Engine]) -> Result<(), String> {
    let (flags, environment) = placed(expectations, folder);
    let job = Job {
        source: &expectations.path,
        flags: &flags,
        args: &expectations.args,
        folder,
        environment: &environment,
    };
    let name = repository::relative(&expectations.path);
    let mut executables = Executables::default();
    let trace = folder.join("trace.json");
    let traced: Vec<(String, String)> = environment
        .iter()
        .cloned()
        .chain([("QC_TRACE".to_string(), trace.display().to_string())])
        .collect();
    let traced = Job {
        environment: &traced,
        ..job.clone()
    };
    let is_asked = asks_emulator(expectations);
    let has_turn = |one: &&Engine| one.has_its_turn(&name) || is_asked && one.is_emulated();
    let mut turns: Vec<&Engine> = engines.iter().copied().filter(has_turn).collect();
    // A program that runs on few engines only may have its turn on none of them.
    if turns.is_empty() {
        turns.extend(engines.first());
    }
    for engine in turns {
        let wants_trace =
            engine.is_emulated() && (!expectations.trace.is_empty() || expectations.overlaps);
        let job = if wants_trace { &traced } else { &job };
        let finished = executables
            .run(job, engine, |said| check_warnings(expectations, said))
            .map_err(|why| format!("[{}] {why}", engine.name))?;
        check(expectations, engine, &finished)
            .map_err(|why| format!("[{}] {why}\n{}", engine.name, finished.describe()))?;
        if engine.is_emulated() {
            check_calls(&expectations.calls, folder)?;
        }
        if wants_trace {
            check_trace(expectations, &trace).map_err(|why| format!("[{}] {why}", engine.name))?;
        }
    }
    structure::check(&job, &expectations.structure)?;
    structure::check_printed(&job, &expectations.printed)?;
    structure::check_refused(&job, &expectations.refused)?;
    check_placed(&expectations.placed, folder)?;
    loops::check(&job, &expectations.loops)?;
    reductions::check(&job, &expectations.reductions)
}

fn check_trace(expectations: &Expectations, trace: &Path) -> Result<(), String> {
    let events = timeline::read(trace)?;
    if !expectations.trace.is_empty() {
        timeline::check(&events, &expectations.trace)?;
    }
    match expectations.overlaps && !timeline::overlaps(&events) {
        true => Err("streams of the GPU never work side by side".into()),
        false => Ok(()),
    }
}

/// Whether a program says what the emulated driver is told, what it tells, or what happens there.
fn asks_emulator(expectations: &Expectations) -> bool {
    is_of_emulator(expectations) || !expectations.trace.is_empty() || expectations.overlaps
}

/// Whether a program says what means nothing to NVIDIA's driver.
fn is_of_emulator(expectations: &Expectations) -> bool {
    !expectations.on_gpu.is_empty() || !expectations.calls.is_empty()
}

fn is_wanted(expectations: &Expectations, engine: &Engine) -> bool {
    if engine.is_real_gpu() && is_of_emulator(expectations) {
        return false;
    }
    expectations.run.as_ref().is_none_or(|only| {
        let processors = only.starts_with("processors") && !engine.is_gpu();
        let gpu = only.starts_with("gpu") && engine.is_gpu();
        processors || gpu || only.starts_with(engine.kind.word())
    })
}

fn check_calls(wanted: &[String], folder: &Path) -> Result<(), String> {
    if wanted.is_empty() {
        return Ok(());
    }
    let path = folder.join(TRACE);
    let trace = std::fs::read_to_string(&path).map_err(|why| format!("no trace: {why}"))?;
    let missing = wanted
        .iter()
        .find(|text| !trace.lines().any(|line| line.contains(text.as_str())));
    match missing {
        Some(text) => Err(format!("no call of the driver is {text:?}:\n{trace}")),
        None => Ok(()),
    }
}

fn check_placed(wanted: &[String], folder: &Path) -> Result<(), String> {
    match wanted.iter().find(|name| !folder.join(name).is_file()) {
        Some(missing) => Err(format!("compiling makes no {missing}")),
        None => Ok(()),
    }
}

fn check_warnings(expectations: &Expectations, said: &Finished) -> Result<(), String> {
    let file = file_name(expectations);
    for warning in &expectations.warns {
        check_located(warning, &file, &said.stderr)
            .map_err(|why| format!("missing warning: {why}"))?;
    }
    let silent = expectations
        .said
        .iter()
        .find(|text| !said.stderr.contains(text.as_str()));
    match silent {
        Some(text) => Err(format!("qc does not say {text:?}: {}", said.describe())),
        None => Ok(()),
    }
}

fn check(expectations: &Expectations, engine: &Engine, finished: &Finished) -> Result<(), String> {
    if !finished.exited(expectations.exit) {
        return Err(format!("expected exit code {}", expectations.exit));
    }
    check_output(expectations, &finished.stdout)?;
    if engine.is_emulated() && !expectations.on_gpu.is_empty() {
        return check_gpu_text(expectations, &finished.stderr);
    }
    check_error_text(expectations, &finished.stderr)
}

/// What the run on the emulated GPU tells.
fn check_gpu_text(expectations: &Expectations, stderr: &str) -> Result<(), String> {
    let mut wanted = expectations.on_gpu.iter();
    match wanted.find(|text| !stderr.contains(text.as_str())) {
        Some(missing) => Err(format!("standard error lacks {missing:?}")),
        None => Ok(()),
    }
}

fn check_output(expectations: &Expectations, stdout: &str) -> Result<(), String> {
    if !expectations.any_order {
        return compare::lines(&expectations.output, stdout, expectations.tolerance);
    }
    let mut expected = expectations.output.clone();
    let mut actual: Vec<&str> = stdout.lines().collect();
    expected.sort();
    actual.sort_unstable();
    compare::lines(&expected, &actual.join("\n"), expectations.tolerance)
}

fn check_error_text(expectations: &Expectations, stderr: &str) -> Result<(), String> {
    let Expectations {
        stderr: wanted,
        raises,
        ..
    } = expectations;
    if let Some(text) = wanted.iter().find(|text| !stderr.contains(text.as_str())) {
        return Err(format!("standard error lacks {text:?}"));
    }
    match raises {
        Some(located) => check_located(located, &file_name(expectations), stderr),
        None if wanted.is_empty()
            && expectations.warns.is_empty()
            && expectations.said.is_empty() =>
        {
            check_quiet(stderr)
        }
        None => Ok(()),
    }
}

/// Warnings of qc appear on standard error when it interprets; nothing else may.
fn check_quiet(stderr: &str) -> Result<(), String> {
    let lower = stderr.to_lowercase();
    if stderr.is_empty() || (lower.contains("warning") && !lower.contains("error")) {
        Ok(())
    } else {
        Err("standard error should be empty".into())
    }
}

fn check_located(located: &Located, file: &str, text: &str) -> Result<(), String> {
    let place = format!("{file}:{}", located.line);
    let names_line = text
        .match_indices(&place)
        .any(|(at, _)| !text[at + place.len()..].starts_with(|c: char| c.is_ascii_digit()));
    if !text.to_lowercase().contains(&located.text.to_lowercase()) {
        return Err(format!("{:?} is not in the message", located.text));
    }
    if names_line {
        Ok(())
    } else {
        Err(format!("the message does not name {place}"))
    }
}

fn file_name(expectations: &Expectations) -> String {
    expectations
        .path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
