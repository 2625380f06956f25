//! The thirty kernels of PolyBench in `bench/polybench`, at a small size: each engine gives the results that a NumPy
//! reference computes another way, and `--report=loops` gives every marked loop its right verdict.
//!
//! *Invariant:* the expected numbers come from `reference.py`, which is not made from the programs; where Python has NumPy,
//! `expected.txt` is compared with what it prints.

use quasar_tests::engines::{self, ENGINES, Engine, Executables, Job};
use quasar_tests::outcome::{self, Outcome, Test};
use quasar_tests::process;
use quasar_tests::repository;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Relative difference that is allowed: single precision against the double precision of the reference.
const TOLERANCE: f64 = 1e-4;

fn main() {
    let programs: Vec<PathBuf> = repository::files("bench/polybench", "q")
        .into_iter()
        .filter(|path| name_of(path) != "check")
        .collect();
    let mut tests = vec![Test::new("polybench/reference", reference)];
    tests.push(Test::new("polybench/all thirty", || thirty(programs.len())));
    for path in &programs {
        let name = name_of(path);
        tests.push(Test::new(format!("polybench/{name}/results"), || {
            settle(results(path))
        }));
        tests.push(Test::new(format!("polybench/{name}/verdicts"), || {
            settle(verdicts(path))
        }));
    }
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("polybench", &results));
}

fn settle(result: Result<(), String>) -> Outcome {
    match result {
        Ok(()) => Outcome::Passed,
        Err(why) => Outcome::Failed(why),
    }
}

fn name_of(path: &Path) -> String {
    let stem = path.file_stem().expect("a source file has a name");
    stem.to_string_lossy().into_owned()
}

fn thirty(programs: usize) -> Outcome {
    let kernels: BTreeSet<&str> = EXPECTED
        .lines()
        .filter_map(|line| Some(line.split_once(':')?.0))
        .collect();
    settle(match (programs, kernels.len()) {
        (30, 30) => Ok(()),
        counts => Err(format!("programs and expected results: {counts:?}")),
    })
}

/// What the reference printed: `name: numbers`, a line for each result of a kernel.
const EXPECTED: &str = include_str!("../../../bench/polybench/expected.txt");

/// The numbers of a kernel, all its results one after the other.
fn expected(name: &str) -> Vec<f64> {
    numbers(EXPECTED, &format!("{name}:"))
}

/// The numbers behind a prefix, of all lines that have it.
fn numbers(text: &str, prefix: &str) -> Vec<f64> {
    text.lines()
        .filter_map(|line| line.strip_prefix(prefix))
        .flat_map(str::split_whitespace)
        .map(|word| word.parse().unwrap_or(f64::NAN))
        .collect()
}

fn agree(wanted: &[f64], found: &[f64]) -> bool {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()).max(1e-3);
    !wanted.is_empty() && wanted.len() == found.len() && wanted.iter().zip(found).all(near)
}

fn reference() -> Outcome {
    let python = std::env::var_os("QC_PYTHON").unwrap_or_else(|| "python3".into());
    if !process::run(Command::new(&python).args(["-c", "import numpy"])).exited(0) {
        return Outcome::Skipped("needs Python with numpy".into());
    }
    let mut command = Command::new(&python);
    command
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(repository::root().join("bench/polybench/reference.py"));
    let finished = process::run(&mut command);
    let same = finished.exited(0)
        && EXPECTED.lines().count() == finished.stdout.lines().count()
        && EXPECTED
            .lines()
            .zip(finished.stdout.lines())
            .all(|(ours, theirs)| same_line(ours, theirs));
    settle(if same {
        Ok(())
    } else {
        Err(format!(
            "expected.txt is not what it prints: {}",
            finished.describe()
        ))
    })
}

fn same_line(ours: &str, theirs: &str) -> bool {
    let name = ours.split(':').next().unwrap_or_default();
    let prefix = format!("{name}:");
    agree(&numbers(ours, &prefix), &numbers(theirs, &prefix))
}

fn results(path: &Path) -> Result<(), String> {
    let folder = repository::scratch(&name_of(path));
    let flags = ["-A".to_string(), "warnings".to_string()];
    let job = Job {
        source: path,
        flags: &flags,
        args: &[],
        folder: &folder,
        environment: &[],
    };
    let wanted = expected(&name_of(path));
    let mut executables = Executables::default();
    let program = name_of(path);
    let runs = |engine: &&Engine| engine.runs_here() && engine.has_its_turn(&program);
    for engine in ENGINES.iter().filter(runs) {
        let finished = executables.run(&job, engine, |_| Ok(()))?;
        let found = numbers(&finished.stdout, "check:");
        if !finished.exited(0) || !agree(&wanted, &found) {
            let said = finished.describe();
            return Err(format!("{}: expected {wanted:?}\n{said}", engine.name));
        }
    }
    Ok(())
}

fn verdicts(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let report = report(path)?;
    let marks: Vec<(usize, &str)> = (1..).zip(text.lines()).filter_map(mark).collect();
    if marks.is_empty() {
        return Err("no loop has a mark".to_string());
    }
    let wrong: Vec<String> = marks
        .iter()
        .filter_map(|&(line, right)| judge(&report, path, line, right))
        .collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

/// The line and the right verdict of a loop: `for i = 0..9   %: serial: reason`, `%: accumulator within kernel`.
fn mark((line, text): (usize, &str)) -> Option<(usize, &str)> {
    let (_, mark) = text.split_once("%: ")?;
    Some((line, mark.split(':').next().unwrap_or(mark).trim()))
}

fn report(path: &Path) -> Result<String, String> {
    let folder = repository::scratch("verdicts");
    let mut command = engines::qc_command();
    command
        .args(["-A", "warnings", "--report=loops=json"])
        .arg(repository::relative(path))
        .arg("-o")
        .arg(folder.join("program"));
    let finished = process::run(&mut command);
    if finished.exited(0) {
        Ok(finished.stdout)
    } else {
        Err(finished.describe())
    }
}

/// What is wrong about a marked loop, if anything. The report has a row for each time that the loop is compiled.
fn judge(report: &str, path: &Path, line: usize, right: &str) -> Option<String> {
    let place = format!("/{}.q\", \"line\": {line},", name_of(path));
    let rows: Vec<&str> = report.lines().filter(|row| row.contains(&place)).collect();
    let wrong = rows.iter().find(|row| !is_right(right, row));
    match (rows.is_empty(), wrong) {
        (true, _) => Some(format!("line {line} is not reported")),
        (false, Some(row)) => Some(format!("line {line} is {right}, qc says {}", row.trim())),
        (false, None) => None,
    }
}

/// A loop that a kernel runs through at each position is marked as such; what it would be by itself, the report does not tell.
fn is_right(right: &str, row: &str) -> bool {
    let says = |verdict: &str| row.contains(&format!("\"verdict\": \"{verdict}\""));
    let combined = row.contains(" is combined by ");
    match right {
        "parallel within kernel" | "accumulator within kernel" | "serial within kernel" => {
            says("inside kernel")
        }
        "parallel" => (says("parallel") && !combined) || says("dimension"),
        "accumulator" => (says("parallel") && combined) || says("dimension"),
        "serial" => says("serial"),
        _ => false,
    }
}
