//! Generated programs: random loop nests and random accesses outside arrays against brute force, random
//! floating-point expressions and kernels whose threads act together between the engines. `QC_GENERATED=500` runs more of them, `QC_FUZZ_SEED`
//! starts elsewhere.
//!
//! *Invariant:* where a definition gives the result, the expectation is computed here and no engine of qc is asked.

use quasar_tests::engines::{ENGINES, Engine, Executables, Job, Kind};
use quasar_tests::mutate::Random;
use quasar_tests::outcome::{self, Outcome, Test};
use quasar_tests::{accesses, compare, expressions, nests, repository, together};
use std::fs;
use std::path::Path;

/// Nests or accesses per program: compiling is the larger part of the time.
const PER_PROGRAM: u64 = 6;

fn main() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(otherwise)
    };
    let (count, first) = (number("QC_GENERATED", 12), number("QC_FUZZ_SEED", 1));
    let mut tests = Vec::new();
    for seed in first..first + count {
        tests.push(Test::new(format!("loop nests {seed}"), move || {
            check("nests", &nest_program(seed), &[])
        }));
        tests.push(Test::new(format!("threads {seed}"), move || {
            check("threads", &thread_program(seed), &[])
        }));
        tests.push(Test::new(format!("accesses {seed}"), move || {
            check("accesses", &access_program(seed), &[])
        }));
        tests.push(Test::new(format!("expressions {seed}"), move || {
            check(
                "expressions",
                &expression_program(seed),
                &["--fp=strict".into()],
            )
        }));
    }
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("generated", &results));
}

/// A program and, where a definition gives it, what it prints.
struct Generated {
    text: String,
    output: Option<String>,
}

/// Text and output of some nests, each in a function of its own.
fn nest_program(seed: u64) -> Generated {
    let (mut text, mut output) = (String::new(), String::new());
    for k in 0..PER_PROGRAM {
        let nest = nests::random(&mut Random::new(seed * PER_PROGRAM + k));
        text += &format!("function [] = nest{k}(z)\n{}end\n", nest.text());
        output += &nest.output();
    }
    let calls: String = (0..PER_PROGRAM)
        .map(|k| format!("    nest{k}(z)\n"))
        .collect();
    Generated {
        text: format!("{text}function [] = main(z : int = 0)\n{calls}end\n"),
        output: Some(output),
    }
}

fn access_program(seed: u64) -> Generated {
    let case = accesses::random(&mut Random::new(seed));
    Generated {
        text: case.text,
        output: Some(case.output),
    }
}

fn thread_program(seed: u64) -> Generated {
    Generated {
        text: together::program(&mut Random::new(seed)),
        output: None,
    }
}

fn expression_program(seed: u64) -> Generated {
    Generated {
        text: expressions::program(&mut Random::new(seed)),
        output: None,
    }
}

/// Runs a program on all engines.
fn check(name: &str, generated: &Generated, flags: &[String]) -> Outcome {
    let folder = repository::scratch(name);
    let source = folder.join("generated.q");
    if let Err(error) = fs::write(&source, &generated.text) {
        return Outcome::Failed(error.to_string());
    }
    match run(name, &source, &folder, generated.output.as_deref(), flags) {
        Ok(()) => {
            let _ = fs::remove_dir_all(&folder);
            Outcome::Passed
        }
        Err(why) => Outcome::Failed(format!("{}: {why}", source.display())),
    }
}

/// Without an expected output the first engine's, the oracle's, is the one to equal; sums are
/// compared between native engines, at all lanes and threads, and on the emulated GPU.
fn run(
    name: &str,
    source: &Path,
    folder: &Path,
    output: Option<&str>,
    flags: &[String],
) -> Result<(), String> {
    let job = Job {
        source,
        flags,
        args: &[],
        folder,
        environment: &[],
    };
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    let mut expected = output.map(lines);
    let mut native_sums = None;
    let mut executables = Executables::default();
    // Which threads a GPU takes along where ways have parted is left to it.
    let by_chance = fs::read_to_string(source).is_ok_and(|text| text.contains("coalesced_threads"));
    let wanted = |engine: &&Engine| {
        let can = engine.runs_here() && !(by_chance && engine.is_gpu());
        can && engine.has_its_turn(name)
    };
    for engine in ENGINES.iter().filter(wanted) {
        let finished = executables.run(&job, engine, |_| Ok(()))?;
        let (sums, elements): (Vec<String>, Vec<String>) = lines(&finished.stdout)
            .into_iter()
            .partition(|line| line.starts_with("sum"));
        let expected = expected.get_or_insert_with(|| elements.clone());
        let mut equal = compare::lines(expected, &elements.join("\n"), None);
        if engine.kind == Kind::Native {
            let sums_before = native_sums.get_or_insert_with(|| sums.clone());
            equal = equal.and_then(|()| compare::lines(sums_before, &sums.join("\n"), None));
        }
        equal.map_err(|why| format!("[{}] {why}\n{}", engine.name, finished.describe()))?;
        if !finished.exited(0) {
            return Err(format!("[{}] {}", engine.name, finished.describe()));
        }
    }
    Ok(())
}
