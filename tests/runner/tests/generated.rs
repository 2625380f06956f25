//! Generated programs against brute force: random loop nests and random
//! accesses outside arrays. `QC_GENERATED=500` runs more of them, `QC_FUZZ_SEED`
//! starts elsewhere.
//!
//! *Invariant:* the expectation is computed here, from the definition; no engine
//! of qc is asked.

use quasar_tests::engines::{self, ENGINES, Job};
use quasar_tests::mutate::Random;
use quasar_tests::outcome::{self, Outcome, Test};
use quasar_tests::{accesses, compare, nests, repository};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Nests or accesses per program: compiling is the larger part of the time.
const PER_PROGRAM: u64 = 6;

fn main() {
    let number = |name: &str, otherwise: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (count, first) = (number("QC_GENERATED", 12), number("QC_FUZZ_SEED", 1));
    let mut tests = Vec::new();
    for seed in first..first + count {
        tests.push(Test::new(format!("loop nests {seed}"), move || check("nests", nest_program(seed))));
        tests.push(Test::new(format!("accesses {seed}"), move || check("accesses", access_program(seed))));
    }
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("generated", &results));
}

/// Text and output of some nests, each in a function of its own.
fn nest_program(seed: u64) -> (String, String) {
    let (mut text, mut output) = (String::new(), String::new());
    for k in 0..PER_PROGRAM {
        let nest = nests::random(&mut Random::new(seed * PER_PROGRAM + k));
        text += &format!("function [] = nest{k}(z)\n{}end\n", nest.text());
        output += &nest.output();
    }
    let calls: String = (0..PER_PROGRAM).map(|k| format!("    nest{k}(z)\n")).collect();
    (format!("{text}function [] = main(z : int = 0)\n{calls}end\n"), output)
}

fn access_program(seed: u64) -> (String, String) {
    let case = accesses::random(&mut Random::new(seed));
    (case.text, case.output)
}

/// Runs a program on all engines.
fn check(name: &str, (text, output): (String, String)) -> Outcome {
    let folder = repository::scratch(name);
    let source = folder.join("generated.q");
    if let Err(error) = fs::write(&source, &text) {
        return Outcome::Failed(error.to_string());
    }
    match run(&source, &folder, &output) {
        Ok(()) => {
            let _ = fs::remove_dir_all(&folder);
            Outcome::Passed
        }
        Err(why) => Outcome::Failed(format!("{}: {why}", source.display())),
    }
}

fn run(source: &Path, folder: &Path, output: &str) -> Result<(), String> {
    let job = Job { source, flags: &[], args: &[], folder };
    let expected: Vec<String> = output.lines().map(String::from).collect();
    let mut executables = BTreeMap::new();
    for engine in ENGINES {
        let finished = match engine.kind {
            engines::Kind::Interpreter => engines::interpret(&job, engine.flags),
            engines::Kind::Native => {
                if !executables.contains_key(engine.flags) {
                    let (executable, _) = engines::compile(&job, engine.flags).map_err(|finished| finished.describe())?;
                    executables.insert(engine.flags, executable);
                }
                engines::run_native(&job, &executables[engine.flags], engine.threads)
            }
        };
        let equal = compare::lines(&expected, &finished.stdout, None);
        equal.map_err(|why| format!("[{}] {why}\n{}", engine.name, finished.describe()))?;
        if !finished.exited(0) {
            return Err(format!("[{}] {}", engine.name, finished.describe()));
        }
    }
    Ok(())
}
