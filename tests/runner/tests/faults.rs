//! Programs of `tests/faults` with one mistake each in a kernel, on the emulated GPU: what it says names the kind of the mistake, the
//! kernel, the line of the source and the array, whatever the order of the threads.
//!
//! `%! fault:`, `%! kernel:` and `%! array:` say what is expected; lines that may be named end in `% here`. A fault that belongs to no
//! array has no `%! array:`.
//!
//! *Invariant:* a program whose mistake is not found, or not named, is a failure; without NVRTC all are skipped.

use quasar_tests::engines::{self, Job};
use quasar_tests::outcome::{self, Outcome, Test};
use quasar_tests::repository;
use std::path::{Path, PathBuf};

/// Seeds of the order of threads and blocks.
const SEEDS: &[&str] = &["1", "2", "3"];

/// What a program is expected to do wrong.
struct Mistake {
    kind: String,
    kernel: String,
    array: Option<String>,
    lines: Vec<usize>,
}

fn main() {
    let files = repository::files("tests/faults", "q");
    let test = |path: &PathBuf| {
        let path = path.clone();
        Test::new(repository::relative(&path), move || run(&path))
    };
    let tests: Vec<Test> = files.iter().map(test).collect();
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("faults", &results));
}

fn run(path: &Path) -> Outcome {
    let emulated = engines::ENGINES.iter().find(|engine| engine.is_emulated());
    if !emulated.is_some_and(engines::Engine::runs_here) {
        return Outcome::Skipped("QC_TEST_NVRTC does not name a libnvrtc.so".into());
    }
    match read(path).and_then(|mistake| check(path, &mistake)) {
        Ok(()) => Outcome::Passed,
        Err(why) => Outcome::Failed(why),
    }
}

fn read(path: &Path) -> Result<Mistake, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let told = |word: &str| {
        let start = format!("%! {word}: ");
        let value = text.lines().find_map(|line| line.strip_prefix(&start));
        value.map(|value| value.trim().to_string())
    };
    let numbered = text.lines().enumerate();
    let here = numbered.filter(|(_, line)| line.trim_end().ends_with("% here"));
    let lines: Vec<usize> = here.map(|(index, _)| index + 1).collect();
    if lines.is_empty() {
        return Err("no line is marked".into());
    }
    Ok(Mistake {
        kind: told("fault").ok_or("no %! fault:")?,
        kernel: told("kernel").ok_or("no %! kernel:")?,
        array: told("array"),
        lines,
    })
}

fn check(path: &Path, mistake: &Mistake) -> Result<(), String> {
    let folder = repository::scratch(&repository::relative(path));
    let job = Job {
        source: path,
        flags: &[],
        args: &[],
        folder: &folder,
        environment: &[],
    };
    let (executable, _) = engines::compile(&job, &[])
        .map_err(|finished| format!("qc does not compile it: {}", finished.describe()))?;
    for seed in SEEDS {
        let environment = [("QC_EMU_SEED".to_string(), (*seed).to_string())];
        let seeded = Job {
            environment: &environment,
            ..job.clone()
        };
        let finished = engines::run_native(&seeded, &executable, "2", "emu");
        let named = names(mistake, path, &finished.stderr);
        if !finished.exited(1) || named.is_err() {
            let why = named.err().unwrap_or_default();
            return Err(format!("seed {seed}: {why}\n{}", finished.describe()));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

/// Whether the emulator's one line says it all.
fn names(mistake: &Mistake, path: &Path, text: &str) -> Result<(), String> {
    let start = "quasar emulator: ";
    let line = text.lines().find_map(|line| line.strip_prefix(start));
    let line = line.ok_or("the emulator says nothing")?;
    let wanted = [
        Some(format!("{}: ", mistake.kind)),
        Some(format!("kernel `{}", mistake.kernel)),
        mistake.array.as_ref().map(|array| format!("`{array}`")),
    ];
    if let Some(missing) = wanted
        .into_iter()
        .flatten()
        .find(|text| !line.contains(text))
    {
        return Err(format!("{missing:?} is not named"));
    }
    let file = repository::relative(path);
    let place = |number: &usize| line.contains(&format!(", {file}:{number} (PTX"));
    match mistake.lines.iter().any(place) {
        true => Ok(()),
        false => Err(format!("none of the lines {:?} is named", mistake.lines)),
    }
}
