//! Runs programs under valgrind: no invalid access, no use of uninitialised memory, nothing lost, nothing that piles up.
//!
//! *Invariant:* without valgrind every test is skipped and says so; the programs are chosen from all program tests by position, so
//! that new ones join by themselves.

use quasar_tests::engines::{self, Job};
use quasar_tests::outcome::{self, Check, Needs, Outcome, Test};
use quasar_tests::process::{self, Finished};
use quasar_tests::source::Expectations;
use quasar_tests::{programs, repository, source};
use std::path::Path;
use std::process::Command;

/// How many of the program tests run here.
const PROGRAMS: usize = 24;

/// What valgrind exits with when it found an error.
const FOUND: i32 = 99;

/// Allocates and frees in every way that a loop can: arrays, strings, slices, results, closures, printed text.
const ROUNDS: &str = "
function y = twice(x)
    y = x + x
end
function [] = main(rounds : int)
    total = 0.0
    for i = 1..rounds
        a = zeros(8, 8)
        a[:,2] = i
        list = []
        for k = 0..20
            list = append(list, k)
            list = append(list, sprintf(\"%d\", k) == \"3\")
        end
        f = x -> sum(a) + x + 0*list[41]
        s = sprintf(\"%d of %d\", i, rounds)
        total += f(1) + sum(twice(a)[2,0..3]) + (s == \"7 of 9\")
    end
    print total > 0
end
";

fn main() {
    let programs = chosen();
    let mut tests: Vec<Test> = programs
        .iter()
        .map(|one| {
            let name = repository::relative(&one.path);
            Test::new(name, || {
                where_valgrind_is(&one.path, |folder| clean(one, folder))
            })
            .needing(Needs::Command)
        })
        .collect();
    tests.push(
        Test::new("nothing piles up", || {
            where_valgrind_is(Path::new("rounds"), nothing_piles_up)
        })
        .needing(Needs::Command),
    );
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("memcheck", &results));
}

/// Evenly spread over the program tests that run natively to a good end.
fn chosen() -> Vec<Expectations> {
    let fit: Vec<Expectations> = repository::files("tests/programs", "q")
        .iter()
        .filter_map(|path| source::read(path).ok())
        .filter(|one| one.exit == 0 && one.pending.is_none() && one.run.is_none())
        .filter(|one| !one.output.is_empty() && one.files.is_empty())
        .collect();
    let step = (fit.len() / PROGRAMS).max(1);
    fit.into_iter().step_by(step).take(PROGRAMS).collect()
}

fn where_valgrind_is(name: &Path, run: impl Fn(&Path) -> Check) -> Outcome {
    if !process::run(Command::new("valgrind").arg("--version")).exited(0) {
        return Outcome::Skipped("valgrind is not here".into());
    }
    outcome::in_folder(&name.to_string_lossy(), run)
}

fn clean(one: &Expectations, folder: &Path) -> Check {
    let (flags, environment) = programs::placed(one, folder);
    let job = Job {
        source: &one.path,
        flags: &flags,
        args: &one.args,
        folder,
        environment: &environment,
    };
    let (executable, _) = engines::compile(&job, &[]).map_err(|finished| finished.describe())?;
    let arguments: Vec<&str> = one.args.iter().map(String::as_str).collect();
    under_valgrind(&executable, &arguments, folder).map(drop)
}

/// Runs it, lets nothing lost or invalid pass, and gives what valgrind wrote. One block that glibc keeps for the stack of a
/// thread counts as "possibly lost"; definite losses alone are errors.
fn under_valgrind(executable: &Path, args: &[&str], folder: &Path) -> Result<Finished, String> {
    let mut command = Command::new("valgrind");
    command
        .arg(format!("--error-exitcode={FOUND}"))
        .args([
            "--leak-check=full",
            "--errors-for-leak-kinds=definite,indirect",
        ])
        .arg(executable)
        .args(args)
        .current_dir(folder)
        .env("QC_NUM_THREADS", "2")
        .env("QC_DEVICE", "cpu");
    let finished = process::run(&mut command);
    if finished.exited(0) {
        Ok(finished)
    } else {
        Err(finished.describe())
    }
}

/// What is still held at the end does not depend on how often the body ran.
fn nothing_piles_up(folder: &Path) -> Check {
    let path = folder.join("rounds.q");
    std::fs::write(&path, ROUNDS).map_err(|error| error.to_string())?;
    let job = Job {
        source: &path,
        flags: &[],
        args: &[],
        folder,
        environment: &[],
    };
    let (executable, _) = engines::compile(&job, &[]).map_err(|finished| finished.describe())?;
    let held = |rounds: &str| -> Result<String, String> {
        let finished = under_valgrind(&executable, &[rounds], folder)?;
        let line = finished
            .stderr
            .lines()
            .find(|line| line.contains("in use at exit"));
        let line = line.ok_or_else(|| finished.describe())?;
        Ok(line.rsplit("exit:").next().unwrap_or_default().to_string())
    };
    let (few, many) = (held("3")?, held("300")?);
    if few == many {
        Ok(())
    } else {
        Err(format!("after 3 rounds {few}, after 300 {many}"))
    }
}
