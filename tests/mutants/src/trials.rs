//! The tests that are run against mutants: unit tests and suites of the compiler, programs and diagnostics of the language.
//!
//! *Invariant:* a trial is killed with all that it has started when its time is up, and takes bounded memory.

use crate::tree::{self, Built};
use quasar_tests::outcome::Outcome;
use quasar_tests::{diagnostics, engines, process, programs, repository, source};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Suites of the compiler that are tried besides its unit tests.
pub const SUITES: &[&str] = &[
    "syntax",
    "passes",
    "random_programs",
    "diagnostic_rows",
    "builtin_arguments",
    "mir_files",
];

/// The suite of files of MIR, and its function that runs them; each file is a trial of its own, known by what it reaches.
const FILES: (&str, &str) = ("mir_files", "every_file_passes");

/// Crates whose unit tests are tried besides those of the driver.
pub const CRATES: &[&str] = &["qc-front", "qc-middle", "qc-codegen"];

/// Bounds of a trial: kilobytes of memory, seconds of a processor for each process, so that a busy machine kills no mutant.
const BOUNDS: &str = "ulimit -v 12000000 -t \"$1\" -c 0; shift; exec \"$@\"";

/// Times the seconds of a processor that a trial may take on the clock: who waits for ever ends, too.
const PATIENCE: u32 = 8;

/// Random programs and nests of one trial, and the programs that are read back from their text, unless the environment says otherwise.
const RANDOM: &[(&str, &str)] = &[
    ("QC_FUZZ_SEED", "1"),
    ("QC_GENERATED_PROGRAMS", "60"),
    ("QC_GENERATED_NESTS", "1600"),
    ("QC_MIR_PROGRAMS", "programs/simd/"),
];

/// A test.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trial {
    /// What runs it: a suite of cargo, `file` of MIR, `program` or `diagnostic`.
    pub kind: String,
    /// The function or the file.
    pub name: String,
}

impl Trial {
    /// Whether it starts a compiler, which takes longer than a function.
    pub fn is_of_language(&self) -> bool {
        self.kind == "program" || self.kind == "diagnostic"
    }

    /// Its name in results.
    pub fn text(&self) -> String {
        format!("{} {}", self.kind, self.name)
    }

    /// Reads the name in results.
    pub fn read(text: &str) -> Option<Trial> {
        let (kind, name) = text.split_once(' ')?;
        Some(Trial {
            kind: kind.into(),
            name: name.into(),
        })
    }
}

/// How a trial ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// As it should.
    Passed,
    /// Otherwise.
    Failed,
    /// Not in time.
    TimedOut,
}

/// All trials.
///
/// # Errors
/// A suite that does not list its tests.
pub fn all(built: &Built) -> io::Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for (kind, path) in suites(built) {
        let output = Command::new(path)
            .arg("--list")
            .current_dir(tree::compiler())
            .output()?;
        let list = String::from_utf8_lossy(&output.stdout).into_owned();
        let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
        let names = names.filter(|name| (kind.as_str(), *name) != FILES);
        trials.extend(names.map(|name| Trial {
            kind: kind.clone(),
            name: name.to_owned(),
        }));
    }
    trials.extend(files());
    for (kind, folder) in [
        ("program", "tests/programs"),
        ("diagnostic", "tests/diagnostics"),
    ] {
        let files = repository::files(folder, "q");
        let tests = files
            .iter()
            .filter(|path| !path.components().any(|part| part.as_os_str() == "import"));
        trials.extend(tests.map(|path| Trial {
            kind: kind.to_owned(),
            name: repository::relative(path),
        }));
    }
    Ok(trials)
}

/// The files of MIR.
fn files() -> impl Iterator<Item = Trial> {
    let folder = "tests/mir";
    let files = ["mir", "q"].map(|extension| repository::files(folder, extension));
    files.into_iter().flatten().map(move |path| Trial {
        kind: "file".to_owned(),
        name: repository::relative(&path),
    })
}

fn suites(built: &Built) -> impl Iterator<Item = &(String, PathBuf)> {
    let is_of_crate = |name: &str| name == "qc" || CRATES.contains(&name.replace('_', "-").as_str());
    built
        .tests
        .iter()
        .filter(move |(name, _)| is_of_crate(name) || SUITES.contains(&name.as_str()))
}

/// Runs a trial with `QC_MUTANT` as given, within a time of a processor.
///
/// # Errors
/// A trial that cannot be started.
pub fn run(built: &Built, trial: &Trial, mutant: &str, limit: Duration) -> io::Result<End> {
    let mut command = Command::new("bash");
    command.args(["-c", BOUNDS, "trial", &limit.as_secs().to_string()]);
    if trial.is_of_language() {
        command
            .arg(std::env::current_exe()?)
            .args(["trial", &trial.kind, &trial.name]);
        command.env("QC", &built.qc);
    } else {
        let (suite, function) = match trial.kind.as_str() {
            "file" => FILES,
            kind => (kind, trial.name.as_str()),
        };
        let program = suites(built).find(|(kind, _)| kind == suite);
        command.arg(&program.expect("the suite was built").1);
        command
            .args(["--exact", function, "--test-threads=1"])
            .current_dir(tree::compiler());
    }
    if trial.kind == "file" {
        command.env("QC_MIR", trial.name.trim_start_matches("tests/mir"));
    }
    command
        .env("QC_MUTANT", mutant)
        .envs(RANDOM.iter().filter(|(name, _)| std::env::var_os(name).is_none()).copied())
        .process_group(0);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn()?;
    let start = Instant::now();
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(end(status)),
            None if start.elapsed() > limit * PATIENCE => break,
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    }
    let group = format!("-{}", child.id());
    Command::new("kill")
        .args(["-KILL", "--", &group])
        .status()?;
    child.wait()?;
    Ok(End::TimedOut)
}

/// Runs the files of one folder of `tests/mir` in one process, with a mutant unless it is empty.
///
/// # Errors
/// A suite that cannot be started.
pub fn files_of(built: &Built, folder: &str, mutant: &str, limit: Duration) -> io::Result<End> {
    let trial = Trial {
        kind: "file".to_owned(),
        name: format!("tests/mir/{folder}/"),
    };
    run(built, &trial, mutant, limit)
}

fn end(status: ExitStatus) -> End {
    match status.success() {
        true => End::Passed,
        false => End::Failed,
    }
}

/// Runs one test of the language in this process; whether it passes.
pub fn of_language(kind: &str, name: &str) -> Result<(), String> {
    let expectations = source::read(&repository::root().join(Path::new(name)))?;
    let outcome = match kind {
        "program" => programs::run_on(&expectations, is_quick),
        _ => diagnostics::run(&expectations),
    };
    match outcome {
        Outcome::Passed => Ok(()),
        Outcome::Failed(why)
        | Outcome::Skipped(why)
        | Outcome::Pending(why)
        | Outcome::PendingPasses(why) => Err(why),
    }
}

/// The engines of a trial: the interpreter on what the passes made, and machine code with threads.
fn is_quick(engine: &engines::Engine) -> bool {
    let threads = engine.flags.is_empty() && engine.threads == "3" && engine.level == "0";
    engine.flags == ["--engine=interpret"]
        || threads && std::env::var_os("QC_MUTANTS_NATIVE").is_some()
}

/// The time that a trial may take which took so long without a mutant.
pub fn limit(usual: Duration) -> Duration {
    (usual * 6 + Duration::from_secs(8)).min(process::LIMIT * 3)
}
