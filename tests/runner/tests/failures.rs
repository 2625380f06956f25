//! Programs of `tests/failures` that read and write every format, with one allocation or one call of the system failing: the first, the
//! second, and so on to the last.
//!
//! Whatever fails, the program ends by itself, says what is wrong if it does not go on, leaves the file that it replaces as it was or
//! replaced as a whole, and leaves nothing else. An ordinary run makes a share of the failures, chosen by the commit, a deep one all.
//!
//! *Invariant:* the requests of a program are the same in every run: it has one thread, and what runs apart is waited for.

use quasar_tests::campaign;
use quasar_tests::engines::{self, Job};
use quasar_tests::outcome::{self, Check, Outcome, Test};
use quasar_tests::process::{self, Finished};
use quasar_tests::repository;
use quasar_tests::turn;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A way to fail.
struct Way {
    name: &'static str,
    environment: &'static [(&'static str, &'static str)],
    /// Whether the program must go on: `try` catches it.
    is_caught: bool,
    /// Whether nothing goes wrong at all: less is done than was asked for.
    is_harmless: bool,
    /// Whether a draft may be left: nothing can be removed where no call succeeds any more.
    may_leave_draft: bool,
    /// An ordinary run makes one failure of so many.
    one_in: usize,
    points: AtomicUsize,
}

const fn way(
    name: &'static str,
    environment: &'static [(&'static str, &'static str)],
    one_in: usize,
) -> Way {
    Way {
        name,
        environment,
        is_caught: false,
        is_harmless: false,
        may_leave_draft: false,
        one_in,
        points: AtomicUsize::new(0),
    }
}

/// An ordinary run makes about so many failures of a program in each way at most: linear algebra asks for memory thousands of times.
const MOST_POINTS: usize = 20;

static WAYS: [Way; 6] = [
    way("one allocation", &[("QC_FAIL", "allocation")], 16),
    way(
        "all allocations from one on",
        &[("QC_FAIL", "allocation"), ("QC_FAIL_ON", "1")],
        32,
    ),
    // What the size of a file decides.
    Way {
        is_caught: true,
        ..way(
            "one allocation of 64 KiB or more",
            &[("QC_FAIL", "allocation"), ("QC_FAIL_LEAST", "65536")],
            2,
        )
    },
    way("one call of the system", &[("QC_FAIL", "call")], 4),
    Way {
        may_leave_draft: true,
        ..way(
            "all calls of the system from one on",
            &[("QC_FAIL", "call"), ("QC_FAIL_ON", "1")],
            16,
        )
    },
    Way {
        is_harmless: true,
        ..way("one short read or write", &[("QC_FAIL", "short")], 2)
    },
];

fn main() {
    let tests: Vec<Test> = sources()
        .into_iter()
        .map(|source| Test::new(repository::relative(&source), move || run(&source)))
        .collect();
    let results = outcome::run_all(&tests);
    if let Some(Ok(folder)) = MADE.get() {
        let _ = fs::remove_dir_all(folder);
    }
    for way in &WAYS {
        let points = way.points.load(Ordering::Relaxed);
        println!("campaign\tfaults\t{}\t{points}\tpoints survived", way.name);
    }
    std::process::exit(outcome::close("failures", &results));
}

/// The programs but the one that makes their files.
fn sources() -> Vec<PathBuf> {
    let mut files = repository::files("tests/failures", "q");
    files.retain(|file| file.file_name().is_some_and(|name| name != "make.q"));
    files
}

/// A program and the files that it is about.
struct Program {
    executable: PathBuf,
    folder: PathBuf,
    input: String,
    output: String,
    /// Whether the output is open while it is written: it may be cut off.
    is_stream: bool,
}

fn run(source: &Path) -> Outcome {
    outcome::in_folder(&repository::relative(source), |folder| {
        let program = prepared(source, folder)?;
        let whole = program.whole()?;
        let mut points = 0;
        for way in &WAYS {
            let survived = program.all_failures(way, &whole)?;
            way.points.fetch_add(survived, Ordering::Relaxed);
            points += survived;
        }
        let name = source.file_name().unwrap_or_default().display();
        let what = format!("{name}: all ways together");
        campaign::tell("faults", &what, points, "points survived")
    })
}

fn compiled(source: &Path, folder: &Path) -> Result<PathBuf, String> {
    let job = Job {
        source,
        flags: &[],
        args: &[],
        folder,
        environment: &[],
    };
    let made = engines::compile(&job, &[]);
    made.map(|(executable, _)| executable)
        .map_err(|finished| finished.describe())
}

/// The folder of the files that the programs read.
static MADE: OnceLock<Result<PathBuf, String>> = OnceLock::new();

/// Makes the files that the programs read.
fn inputs() -> Result<PathBuf, String> {
    let folder = repository::scratch("failures-inputs");
    let maker = compiled(&repository::root().join("tests/failures/make.q"), &folder)?;
    let finished = process::run(Command::new(maker).current_dir(&folder));
    match finished.exited(0) {
        true => Ok(folder),
        false => Err(finished.describe()),
    }
}

/// Compiles the program and takes the file that it reads.
fn prepared(source: &Path, folder: &Path) -> Result<Program, String> {
    let text = fs::read_to_string(source).map_err(|error| error.to_string())?;
    let told = |word: &str| {
        let start = format!("%! {word}: ");
        let line = text.lines().find_map(|line| line.strip_prefix(&start));
        line.map(str::to_string)
    };
    let stream = told("streams");
    let is_stream = stream.is_some();
    let output = told("writes").or(stream).ok_or("no %! writes:")?;
    let input = told("reads").ok_or("no %! reads:")?;
    let inside = folder.join("inside");
    fs::create_dir(&inside).map_err(|error| error.to_string())?;
    let made = MADE.get_or_init(inputs).as_ref().map_err(String::clone)?;
    fs::copy(made.join(&input), inside.join(&input)).map_err(|error| error.to_string())?;
    Ok(Program {
        executable: compiled(source, folder)?,
        folder: inside,
        input,
        output,
        is_stream,
    })
}

/// What lies in the place of the output before.
const BEFORE: &[u8] = b"what was there before\n";

impl Program {
    fn command(&self, environment: &[(&str, &str)]) -> Command {
        let mut command = Command::new(&self.executable);
        command
            .current_dir(&self.folder)
            .args([&self.input, &self.output])
            .env("QC_NUM_THREADS", "1")
            .env("QC_DEVICE", "cpu")
            .env_remove("DISPLAY")
            .env("QC_LEAK_CHECK", "1")
            .env("LD_PRELOAD", repository::shim())
            .envs(environment.iter().copied());
        command
    }

    /// What the program writes when nothing fails.
    fn whole(&self) -> Result<Vec<u8>, String> {
        let finished = process::run(&mut self.command(&[]));
        if !finished.exited(0) || finished.stdout != "written\n" {
            return Err(format!("without a failure: {}", finished.describe()));
        }
        fs::read(self.folder.join(&self.output)).map_err(|error| error.to_string())
    }

    /// How many requests can fail.
    fn count(&self, way: &Way) -> Result<usize, String> {
        let path = self.folder.join("count");
        let name = path.to_str().ok_or("a path that is no text")?;
        let mut command = self.command(way.environment);
        let finished = process::run(command.env("QC_FAIL_COUNT", name));
        if !finished.exited(0) {
            return Err(finished.describe());
        }
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        fs::remove_file(&path).map_err(|error| error.to_string())?;
        text.trim().parse().map_err(|_| format!("{text} requests"))
    }

    /// How many failures of a way were made, and survived.
    fn all_failures(&self, way: &Way, whole: &[u8]) -> Result<usize, String> {
        let mut survived = 0;
        let count = self.count(way)?;
        let one_in = way.one_in.max(count.div_ceil(MOST_POINTS));
        for number in 1..=count {
            let point = format!("{} {} {number}", self.executable.display(), way.name);
            let name = point.rsplit('/').next().unwrap_or_default();
            if !turn::has_come_of_many(name, one_in) {
                continue;
            }
            let checked = self.failure(way, number, whole);
            checked.map_err(|why| format!("{}, number {number} of {count}: {why}", way.name))?;
            survived += 1;
        }
        Ok(survived)
    }

    fn failure(&self, way: &Way, number: usize, whole: &[u8]) -> Check {
        let output = self.folder.join(&self.output);
        fs::write(&output, BEFORE).map_err(|error| error.to_string())?;
        let mut command = self.command(way.environment);
        let finished = process::run(command.env("QC_FAIL_AT", number.to_string()));
        self.ends_in_order(way, &finished)?;
        let found = fs::read(&output).unwrap_or_default();
        let is_written = finished.exited(0) && finished.stdout == "written\n";
        let fits = match (is_written, self.is_stream) {
            (true, _) => found == whole,
            (false, true) => whole.starts_with(&found) || found == BEFORE,
            (false, false) => found == whole || found == BEFORE,
        };
        if !fits {
            let length = found.len();
            return Err(format!(
                "{} has {length} bytes, neither the old ones nor the new\n{}",
                self.output,
                finished.describe()
            ));
        }
        self.is_tidy(way)
    }

    fn ends_in_order(&self, way: &Way, finished: &Finished) -> Check {
        let says = &finished.stderr;
        let goes_on = finished.exited(0) && !says.contains("error: ");
        // Where no call succeeds any more, nothing can be said either; what was said before is no error.
        let can_be_silent = way.may_leave_draft && !says.contains("error: ");
        let is_told = says.matches("error: ").count() == 1 || can_be_silent;
        let gives_up = finished.exited(1) && is_told;
        let is_written = goes_on && finished.stdout == "written\n";
        let fits = match (way.is_harmless, way.is_caught) {
            (true, _) => is_written,
            (false, true) => is_written || goes_on && finished.stdout == "caught\n",
            (false, false) => goes_on || gives_up,
        };
        match fits && !says.contains("bug") {
            true => Ok(()),
            false => Err(finished.describe()),
        }
    }

    /// Nothing lies beside the two files.
    fn is_tidy(&self, way: &Way) -> Check {
        let entries = fs::read_dir(&self.folder).map_err(|error| error.to_string())?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let is_draft = name.to_string_lossy().ends_with(".part");
            if way.may_leave_draft && is_draft {
                fs::remove_file(entry.path()).map_err(|error| error.to_string())?;
            } else if ![&self.input, &self.output]
                .iter()
                .any(|known| name == ***known)
            {
                return Err(format!("it leaves {}", name.display()));
            }
        }
        Ok(())
    }
}
