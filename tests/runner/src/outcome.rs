//! What a test came to, and the tally that closes a run.
//!
//! *Invariant:* skipped and pending tests are never counted as passed.

use crate::repository;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The result of one test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It ran and everything compared equal.
    Passed,
    /// It ran and something differed; the text says what.
    Failed(String),
    /// It could not run here; the text says why.
    Skipped(String),
    /// It waits for a part of the compiler that is not there yet.
    Pending(String),
    /// It waits, but it would pass: the mark should go.
    PendingPasses(String),
}

/// A named test and what it came to.
#[derive(Debug, Clone)]
pub struct Result {
    /// Path of the test file, or a short name.
    pub name: String,
    /// What it came to.
    pub outcome: Outcome,
    /// How long it took.
    pub time: Duration,
}

/// A test that can be run: a name and a closure.
pub struct Test<'a> {
    /// Path of the test file, or a short name.
    pub name: String,
    /// Runs the test.
    pub run: Box<dyn Fn() -> Outcome + Sync + Send + 'a>,
    /// What must be there for it to run.
    pub needs: Needs,
}

/// What a test found: an error that begins with [`SKIP`] means that it cannot run here.
pub type Check = std::result::Result<(), String>;

/// How the error of a test that cannot run here begins.
pub const SKIP: &str = "skip: ";

/// Runs a test in an empty folder of its own, which goes when it passes.
pub fn in_folder(name: &str, check: impl FnOnce(&Path) -> Check) -> Outcome {
    let folder = repository::scratch(name);
    match check(&folder) {
        Ok(()) => {
            let _ = std::fs::remove_dir_all(&folder);
            Outcome::Passed
        }
        Err(why) => match why.strip_prefix(SKIP) {
            Some(reason) => Outcome::Skipped(reason.to_string()),
            None => Outcome::Failed(why),
        },
    }
}

/// What a test needs; where it is missing the test is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// The files of the repository.
    Files,
    /// The command `qc`, which may not make programs yet.
    Command,
    /// A `qc` that makes programs.
    Programs,
}

impl<'a> Test<'a> {
    /// A test that makes programs with `qc`.
    pub fn new(name: impl Into<String>, run: impl Fn() -> Outcome + Sync + Send + 'a) -> Self {
        Test {
            name: name.into(),
            run: Box::new(run),
            needs: Needs::Programs,
        }
    }

    /// The same test with other needs.
    pub fn needing(self, needs: Needs) -> Self {
        Test { needs, ..self }
    }
}

/// Runs the tests that the command line selects on all cores and returns the
/// results in the order of `tests`. `QC_TEST_JOBS` limits the parallelism.
pub fn run_all(tests: &[Test]) -> Vec<Result> {
    let selected: Vec<&Test> = tests
        .iter()
        .filter(|test| is_selected(&test.name))
        .collect();
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![None; selected.len()]);
    std::thread::scope(|scope| {
        for _ in 0..jobs().min(selected.len().max(1)) {
            scope.spawn(|| worker(&selected, &next, &results));
        }
    });
    let results = results
        .into_inner()
        .expect("no worker panics while it holds the lock");
    results
        .into_iter()
        .map(|result| result.expect("every index was claimed"))
        .collect()
}

fn worker(tests: &[&Test], next: &AtomicUsize, results: &Mutex<Vec<Option<Result>>>) {
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(test) = tests.get(index) else { return };
        let start = Instant::now();
        let outcome = if test.needs == Needs::Programs && !repository::qc_makes_programs() {
            Outcome::Skipped("qc does not make programs yet".into())
        } else {
            (test.run)()
        };
        let result = Result {
            name: test.name.clone(),
            outcome,
            time: start.elapsed(),
        };
        results
            .lock()
            .expect("no worker panics while it holds the lock")[index] = Some(result);
    }
}

/// The words on the command line select tests by a part of their names.
pub fn is_selected(name: &str) -> bool {
    let words = selection();
    words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
}

/// The words on the command line; none means everything.
pub fn selection() -> Vec<String> {
    std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect()
}

/// Does the command line ask for everything?
pub fn is_complete_run() -> bool {
    selection().is_empty()
}

fn jobs() -> usize {
    let wanted = std::env::var("QC_TEST_JOBS")
        .ok()
        .and_then(|text| text.parse().ok());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    wanted.unwrap_or(cores).max(1)
}

/// Prints what did not pass, then the closing line, and gives the exit code of the run.
pub fn close(title: &str, results: &[Result]) -> i32 {
    for result in results {
        print_result(result);
    }
    let count =
        |wanted: fn(&Outcome) -> bool| results.iter().filter(|r| wanted(&r.outcome)).count();
    let passed = count(|outcome| matches!(outcome, Outcome::Passed));
    let failed = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    let pending =
        count(|outcome| matches!(outcome, Outcome::Pending(_) | Outcome::PendingPasses(_)));
    if pending > 0 {
        println!(
            "{pending} pending: they wait for parts of the compiler and are not counted below"
        );
    }
    print_longest(results);
    note_times(title, results);
    let time: Duration = results.iter().map(|result| result.time).sum();
    println!("{title}: {} s in all tests together", time.as_secs());
    println!("{title}: {passed} passed, {failed} failed, {skipped} skipped");
    i32::from(failed > 0)
}

/// Tests that take as long as this are named, for those who look for time.
const LONG: Duration = Duration::from_secs(5);

fn print_longest(results: &[Result]) {
    let mut long: Vec<&Result> = results.iter().filter(|one| one.time >= LONG).collect();
    long.sort_by_key(|one| std::cmp::Reverse(one.time));
    for one in long.iter().take(10) {
        println!("{:6} s  {}", one.time.as_secs(), one.name);
    }
}

/// Adds all times to the file that `QC_TEST_TIMES` names: suite, test, milliseconds.
fn note_times(title: &str, results: &[Result]) {
    let Some(path) = std::env::var_os("QC_TEST_TIMES") else {
        return;
    };
    let line = |one: &Result| format!("{title}\t{}\t{}\n", one.name, one.time.as_millis());
    let lines: String = results.iter().map(line).collect();
    let file = OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(lines.as_bytes()));
    if let Err(why) = written {
        println!("{title}: times are not noted: {why}");
    }
}

fn print_result(result: &Result) {
    match &result.outcome {
        Outcome::Passed => {}
        Outcome::Failed(why) => println!("FAILED {}\n{}", result.name, indent(why)),
        Outcome::Skipped(why) => println!("skipped {}: {why}", result.name),
        Outcome::Pending(why) if std::env::var_os("QC_SHOW_PENDING").is_some() => {
            println!("pending {}\n{}", result.name, indent(why));
        }
        Outcome::Pending(_) => {}
        Outcome::PendingPasses(why) => println!(
            "PENDING BUT PASSES {}: remove the mark ({why})",
            result.name
        ),
    }
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}
