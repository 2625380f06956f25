//! Program tests with `--fp=strict`, a sixth of them in each run, chosen by the commit: the processor, with one thread and with three, and the emulated GPU print the same bytes.
//!
//! A number is printed as the shortest decimal that reads back equal, so equal text is equal bits. What the text should be is the business
//! of the tests of the language. The last lines tell how many programs launched kernels on the device, and how many launches there were.
//!
//! *Invariant:* a program that is not compared is told with its reason; an exception whose results agree is a failure.

use quasar_tests::engines::{self, ENGINES, Engine, Job};
use quasar_tests::outcome::{self, Check, Outcome, Test};
use quasar_tests::process::Finished;
use quasar_tests::source::{self, Expectations};
use quasar_tests::{programs, repository, turn};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Programs that print something else each time, with the reason; docs/gpu.md has the same list.
const EXCEPTIONS: &[(&str, &str)] = &[("macros/time.q", TIMED), ("library/toc_printed.q", TIMED)];

const TIMED: &str = "it prints how long something took";

/// In how many commits a program has its turn once, on average.
const ONE_IN: u8 = 6;
/// The same for a program that takes long.
const HEAVY_ONE_IN: u8 = 24;

fn has_its_turn(path: &Path) -> bool {
    let name = repository::relative(path);
    let one_in = match engines::is_heavy(&name) {
        true => HEAVY_ONE_IN,
        false => ONE_IN,
    };
    turn::has_come(&name, one_in)
}

/// What the device has done in all programs.
#[derive(Default)]
struct Done {
    programs: AtomicUsize,
    launches: AtomicUsize,
}

fn main() {
    let files: Vec<PathBuf> = repository::files("tests/programs", "q")
        .into_iter()
        .filter(|path| !path.components().any(|part| part.as_os_str() == "import"))
        .collect();
    let all = files.len();
    let files: Vec<PathBuf> = files
        .into_iter()
        .filter(|path| has_its_turn(path))
        .collect();
    println!("{} of {all} programs have their turn", files.len());
    let done = Done::default();
    let test = |path: &PathBuf| {
        let (path, done) = (path.clone(), &done);
        Test::new(repository::relative(&path), move || run(&path, done))
    };
    let tests: Vec<Test> = files.iter().map(test).collect();
    let results = outcome::run_all(&tests);
    let count = |number: &AtomicUsize| number.load(Ordering::Relaxed);
    println!(
        "{} programs launched kernels on the emulated GPU, {} launches in all",
        count(&done.programs),
        count(&done.launches)
    );
    std::process::exit(outcome::close("bits", &results));
}

fn run(path: &Path, done: &Done) -> Outcome {
    let emulated = ENGINES.iter().find(|engine| engine.is_emulated());
    if !emulated.is_some_and(Engine::runs_here) {
        return Outcome::Skipped("QC_TEST_NVRTC does not name a libnvrtc.so".into());
    }
    let expectations = match source::read(path) {
        Ok(expectations) => expectations,
        Err(why) => return Outcome::Failed(why),
    };
    if let Some(why) = left_out(&expectations) {
        return Outcome::Skipped(why);
    }
    let name = repository::relative(path);
    let exception = EXCEPTIONS.iter().find(|(file, _)| name.ends_with(file));
    let outcome = outcome::in_folder(&format!("bits {name}"), |folder| {
        compare(&expectations, folder, done)
    });
    match (outcome, exception) {
        (Outcome::Failed(_), Some((_, reason))) => Outcome::Skipped((*reason).into()),
        (Outcome::Passed, Some(_)) => Outcome::Failed("it is no exception any more".into()),
        (outcome, _) => outcome,
    }
}

/// Why a program is not for both the processor and the GPU.
fn left_out(expectations: &Expectations) -> Option<String> {
    let elsewhere = expectations
        .run
        .as_ref()
        .filter(|only| !only.starts_with("native"));
    elsewhere.or(expectations.pending.as_ref()).cloned()
}

fn compare(expectations: &Expectations, folder: &Path, done: &Done) -> Check {
    programs::bring_files(expectations, folder)?;
    let (mut flags, environment) = programs::placed(expectations, folder);
    flags.push("--fp=strict".into());
    let counts = folder.join("launches");
    let environment: Vec<(String, String)> = environment
        .into_iter()
        .chain([("QC_EMU_COUNTS".to_string(), counts.display().to_string())])
        .collect();
    let job = Job {
        source: &expectations.path,
        flags: &flags,
        args: &expectations.args,
        folder,
        environment: &environment,
    };
    let (executable, _) = engines::compile(&job, &[]).map_err(|end| end.describe())?;
    let on = |threads: &str, device: &str| engines::run_native(&job, &executable, threads, device);
    let first = on("1", "cpu");
    for (threads, device) in [("3", "cpu"), ("2", "emu")] {
        let other = on(threads, device);
        if result(expectations, &first) != result(expectations, &other) {
            return Err(format!(
                "{} thread(s) on {device} give something else than one thread on the processor:\n{}\n{}",
                threads,
                first.describe(),
                other.describe()
            ));
        }
    }
    let launches = std::fs::read_to_string(&counts).map_or(0, |text| text.lines().count());
    done.launches.fetch_add(launches, Ordering::Relaxed);
    done.programs
        .fetch_add(usize::from(launches > 0), Ordering::Relaxed);
    Ok(())
}

/// What is compared: how the program ended and what it printed, as a set of lines where threads decide their order.
fn result(expectations: &Expectations, finished: &Finished) -> (bool, Vec<String>) {
    let mut lines: Vec<String> = finished.stdout.lines().map(String::from).collect();
    if expectations.any_order {
        lines.sort();
    }
    (finished.exited(expectations.exit), lines)
}
