//! The tests of the language: programs, diagnostics, renderings and stages,
//! then the account of proven features.
//!
//! *Invariant:* what counts as proven now is told only after a complete run; the account in `docs/conformance.md`
//! follows from the files and is compared by every run.

use quasar_tests::outcome::{self, Needs, Outcome, Result as TestResult, Test};
use quasar_tests::source::{self, Expectations};
use quasar_tests::{diagnostics, features, programs, rendering, repository, stages, tables};
use std::path::PathBuf;
use std::time::Duration;

fn main() {
    let programs = read_all("tests/programs");
    let diagnostics = read_all("tests/diagnostics");
    let renderings = repository::files("tests/rendering", "q");
    let stages = repository::files("tests/stages", "md");
    let table = tables::read();
    let mut tests = expectations_tests(&programs, Needs::Programs, programs::run);
    tests.extend(expectations_tests(
        &diagnostics,
        Needs::Command,
        diagnostics::run,
    ));
    tests.extend(path_tests(&renderings, rendering::run));
    tests.extend(path_tests(&stages, stages::run));
    tests.extend(table_tests(&table));
    let suites = features::suites().expect("the folder of the suites can be read");
    let mut results = outcome::run_all(&tests);
    drop(tests);
    results.extend(table_result(&results));
    let claimants: Vec<Expectations> = programs
        .into_iter()
        .chain(diagnostics)
        .chain([table.map(|(claims, _)| claims)])
        .filter_map(Result::ok)
        .chain(suites)
        .collect();
    results.push(account(&claimants, &results));
    std::process::exit(outcome::close("language", &results));
}

type Read = Result<Expectations, String>;

/// Reads the test files of a folder; imported helpers lie in folders named `import`.
fn read_all(folder: &str) -> Vec<Read> {
    let is_test = |path: &PathBuf| !path.components().any(|part| part.as_os_str() == "import");
    repository::files(folder, "q")
        .into_iter()
        .filter(is_test)
        .map(|path| source::read(&path))
        .collect()
}

fn expectations_tests<'a>(
    files: &'a [Read],
    needs: Needs,
    run: fn(&Expectations) -> Outcome,
) -> Vec<Test<'a>> {
    files
        .iter()
        .map(|file| expectations_test(file, run).needing(needs))
        .collect()
}

fn expectations_test<'a>(file: &'a Read, run: fn(&Expectations) -> Outcome) -> Test<'a> {
    match file {
        Ok(expectations) => Test::new(repository::relative(&expectations.path), move || {
            run(expectations)
        }),
        Err(why) => Test::new(why.clone(), move || Outcome::Failed(why.clone())),
    }
}

fn path_tests(paths: &[PathBuf], run: fn(&std::path::Path) -> Outcome) -> Vec<Test<'_>> {
    paths
        .iter()
        .map(|path| {
            Test::new(repository::relative(path), move || run(path)).needing(Needs::Command)
        })
        .collect()
}

/// A test for each cell of the table of passing conventions.
fn table_tests(table: &Result<(Expectations, Vec<tables::Cell>), String>) -> Vec<Test<'_>> {
    match table {
        Ok((_, cells)) => cells
            .iter()
            .map(|cell| Test::new(cell.name.clone(), || tables::run(cell)))
            .collect(),
        Err(why) => vec![Test::new(why.clone(), || Outcome::Failed(why.clone()))],
    }
}

/// The table passes when all its cells have run and pass.
fn table_result(results: &[TestResult]) -> Option<TestResult> {
    let name = repository::relative(&tables::path());
    let cells: Vec<&TestResult> = results
        .iter()
        .filter(|result| result.name.starts_with(&name))
        .collect();
    let passed = cells.iter().all(|cell| cell.outcome == Outcome::Passed);
    (passed && !cells.is_empty()).then_some(TestResult {
        name,
        outcome: Outcome::Passed,
        time: Duration::ZERO,
    })
}

/// Prints what is proven and compares `docs/conformance.md`.
fn account(claimants: &[Expectations], results: &[TestResult]) -> TestResult {
    let outcome = match account_outcome(claimants, results) {
        Ok(outcome) => outcome,
        Err(why) => Outcome::Failed(why),
    };
    TestResult {
        name: "docs/conformance.md".into(),
        outcome,
        time: Duration::ZERO,
    }
}

fn account_outcome(claimants: &[Expectations], results: &[TestResult]) -> Result<Outcome, String> {
    let inventory = features::inventory()?;
    let claims = features::claims(claimants, results);
    features::check_claims(&inventory, &claims)?;
    features::check_evidence(&inventory, &claims)?;
    if outcome::is_complete_run() {
        print!("{}", features::summary(&inventory, &claims));
    }
    let path = repository::root().join("docs/conformance.md");
    Ok(rendering::compare_or_bless(
        &path,
        &features::conformance(&inventory, &claims),
    ))
}
