//! Scalar passes, proved: functions of the test programs and of random ones, before and behind each pass, go to `tests/smt/smt.py`, which asks
//! z3 whether they can do different things. `tests/smt/README.md` tells what is modelled.
//!
//! An ordinary run takes a share of the programs, chosen by the commit; `QC_TEST_DEEP=1` takes all. `QC_SMT=part/of/name` selects programs,
//! `QC_SMT_TABLE=file` keeps the table of pairs. Without Python and z3 nothing is proved, which is said.
//!
//! *Invariant:* what z3 does not prove in time is counted as not proved, never as proved, and never as a failure.

mod gather;
#[path = "../shared/lowered.rs"]
mod lowered;
mod rules;
mod table;
#[path = "../shared/turn.rs"]
mod turn;

use gather::Gatherer;
use qc::base::stack::on_deep_stack;
use qc::mir::{Program, parse};
use qc::opt::pipeline::{Settings, walk, watch_some};
use std::path::{Path, PathBuf};
use std::process::Command;
use turn::{commit, gather_files, is_deep};

/// One test program in so many is proved in an ordinary run.
const ONE_IN: usize = 64;
/// Random programs of an ordinary run, and of a deep one.
const RANDOM: [u64; 2] = [10, 100];
/// Seconds of work that z3 has for a formula.
const SECONDS: &str = "0.3";
/// Seconds after which an ordinary run leaves out the rest.
const MOST: &str = "12";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

/// The test programs whose turn it is.
fn programs() -> Vec<PathBuf> {
    let wanted = std::env::var("QC_SMT").unwrap_or_default();
    let mut paths = gather_files(&root().join("programs"), "q");
    paths.retain(|path| path.display().to_string().contains(&wanted));
    let (takes_all, share) = (is_deep() || paths.len() < 20, commit() % ONE_IN);
    let numbered = paths.into_iter().enumerate();
    let taken = numbered.filter(|(at, _)| takes_all || at % ONE_IN == share);
    taken.map(|(_, path)| path).collect()
}

/// Lets the passes run over a test program; whether the front end takes it.
fn gather_program(path: &Path, gatherer: &mut Gatherer) -> bool {
    let text = std::fs::read_to_string(path).expect("a program");
    let Ok(mut found) = lowered::lowered(&path.display().to_string(), &text) else {
        return false;
    };
    let settings = Settings {
        switches: Some(&found.switches),
        requests: &found.requests,
        ..Settings::optimised()
    };
    let name = path.strip_prefix(root().join("programs")).unwrap_or(path);
    gatherer.source = name.display().to_string();
    walk(&mut found.program, &settings, gatherer);
    true
}

/// Lets each pass run alone over a random program, and all of them in their order.
fn gather_random(seed: u64, gatherer: &mut Gatherer) {
    let settings = Settings::optimised();
    gatherer.source = format!("random program {seed}");
    let program = qc::mir::random_program::random_program(seed);
    walk(&mut program.clone(), &settings, gatherer);
    for wanted in [
        "continues",
        "common-subexpressions",
        "dominating-conditions",
        "unroll",
        "hoist",
        "loop-normalisation",
    ] {
        let mut program = program.clone();
        watch_some(
            &mut program,
            &settings,
            |pass| pass.name == wanted,
            gatherer,
        );
    }
}

/// Python with z3; none where it is missing, which `QC_PYTHON` rules out.
fn python() -> Option<std::ffi::OsString> {
    let given = std::env::var_os("QC_PYTHON");
    let python = given.clone().unwrap_or_else(|| "python3".into());
    let found = Command::new(&python).args(["-c", "import z3"]).output();
    if found.is_ok_and(|found| found.status.success()) {
        return Some(python);
    }
    assert!(
        given.is_none(),
        "QC_PYTHON has no z3; tests/requirements.txt names it"
    );
    println!("skipped: no Python with z3 (QC_PYTHON names one)");
    None
}

/// Gives a table to a command of `tests/smt/smt.py`; what it prints is printed here, and its failure fails.
fn prove(command: &str, name: &str, table: &str, options: &[String]) {
    let Some(python) = python() else { return };
    let folder = std::env::temp_dir().join(format!("qc-smt-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the table");
    let kept = std::env::var_os("QC_SMT_TABLE").map(PathBuf::from);
    let path = kept.unwrap_or_else(|| folder.join("table"));
    std::fs::write(&path, table).expect("the table is written");
    let mut run = Command::new(python);
    run.arg(root().join("smt/smt.py")).arg(command).arg(&path);
    let output = run.args(options).output().expect("Python runs");
    let _left_behind = std::fs::remove_dir_all(&folder);
    print!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(
        output.status.success(),
        "{name}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// How long z3 and the whole may take.
fn limits(of: &str) -> Vec<String> {
    let mut options = vec!["--of", of, "--seconds", SECONDS];
    if !is_deep() {
        options.extend(["--most", MOST, "--jobs", "1"]);
    }
    options.into_iter().map(str::to_owned).collect()
}

/// Tells how much of what the passes met they left as it was.
fn tell_unchanged(gatherer: &Gatherer, of: &str) {
    let mut sums = [[0; 2]; 2];
    for (pass, met) in &gatherer.met {
        let [all, same] = met.functions;
        println!("{of}, {pass}: {all} functions, {same} of them have the same text behind it");
        for (sum, met) in sums.iter_mut().zip([met.functions, met.statements]) {
            sum[0] += met[0];
            sum[1] += met[1];
        }
    }
    let words = [
        ("functions", "functions"),
        ("statements", "statements of functions"),
    ];
    for ([all, same], (what, those)) in sums.into_iter().zip(words) {
        println!("campaign\tsmt\t{of}: {what} that passes met\t{all}\t{what}");
        println!("campaign\tsmt\t{of}: {those} with the same text behind the pass\t{same}\t{what}");
    }
    println!("{of}: {} different pairs", gatherer.pairs);
}

#[test]
fn test_programs_are_proved() {
    let (taken, gatherer) = on_deep_stack(|| {
        let (mut taken, mut gatherer) = (0, Gatherer::default());
        for path in programs() {
            taken += usize::from(gather_program(&path, &mut gatherer));
        }
        (taken, gatherer)
    });
    println!("campaign\tsmt\ttest programs\t{taken}\tprograms");
    tell_unchanged(&gatherer, "test programs");
    prove(
        "pairs",
        "programs",
        &gatherer.table,
        &limits("test programs"),
    );
}

#[test]
fn random_programs_are_proved() {
    let count = RANDOM[usize::from(is_deep())];
    let turns = RANDOM[1] / RANDOM[0];
    let first = match is_deep() {
        true => 0,
        false => commit() as u64 % turns * count,
    };
    let mut gatherer = Gatherer::default();
    for seed in first..first + count {
        gather_random(seed, &mut gatherer);
    }
    println!("campaign\tsmt\trandom programs\t{count}\tprograms");
    tell_unchanged(&gatherer, "random programs");
    prove(
        "pairs",
        "random programs",
        &gatherer.table,
        &limits("random programs"),
    );
}

/// The functions `before` and `after` of a text of MIR.
fn sides(path: &Path) -> (String, String) {
    let text = std::fs::read_to_string(path).expect("a text of MIR");
    let program: Program =
        parse::program(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let side = |name: &str| {
        let mut all = program.functions.iter();
        let found = all.find(|one| one.name == name);
        let found = found.unwrap_or_else(|| panic!("{}: no {name}", path.display()));
        let text = table::function(&program, found);
        let (head, rest) = text.split_once('\n').expect("a line");
        format!("{}\n{rest}", head.replace(name, "f"))
    };
    (side("before"), side("after"))
}

#[test]
fn wrong_pairs_are_found() {
    let mut gatherer = Gatherer::default();
    for path in gather_files(&root().join("smt/pairs"), "mir") {
        let (before, after) = sides(&path);
        let of = path.parent().and_then(Path::file_name).expect("a folder");
        let file = path.file_stem().expect("a name").to_string_lossy();
        let what = file.split('_').next().unwrap_or_default();
        let name = format!("{} {file}", of.to_string_lossy());
        gatherer.add(&name, what, &before, &after);
    }
    prove("expect", "wrong pairs", &gatherer.table, &[]);
}
