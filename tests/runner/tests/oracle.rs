//! Programs with an independent meaning: `tests/oracle/generate.py` writes them with the output that Python and NumPy compute, the engines
//! run them. For a minute in the ordinary run, always the same ones, so that no commit fails by the luck of its seed; `tests/run --deep` and
//! `QC_ORACLE_SEED`, `QC_ORACLE_SECONDS`, `QC_ORACLE_CASES` (how many at most) and `QC_ORACLE_FIRST` (the number of the first program) make
//! other ones.
//!
//! *Invariant:* the same seed gives the same programs on every machine; a difference is told with the command that makes its case again.

use quasar_tests::engines::{ENGINES, Engine, Executables, Job, Kind};
use quasar_tests::oracle::{self, Program, Stream};
use quasar_tests::outcome::{self, Check, Needs, Test};
use quasar_tests::process::Finished;
use quasar_tests::repository;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Cases in one program: compiling and starting are a part of the time.
const PER_PROGRAM: usize = 24;

/// The seed of an ordinary run.
const SEED: &str = "1";

/// How many cases an ordinary run tries at most; a quiet machine needs a minute for them.
const CASES: u64 = 1500;

/// One case of every so many programs runs on the emulated GPU too.
const ON_DEVICE: u64 = 3;

/// After so many cases that differ the rest is of no interest.
const ENOUGH: usize = 10;

/// Levels of optimisation that the table of engines has no executable for.
const LESS_OPTIMISED: [Engine; 2] = [
    Engine {
        name: "native, -O0",
        kind: Kind::Native,
        flags: &["-O0"],
        level: "2",
        threads: "1",
        device: "cpu",
        vectors: 0,
        one_in: 1,
        heavy_one_in: 1,
    },
    Engine {
        name: "native, -O1",
        kind: Kind::Native,
        flags: &["-O1"],
        level: "2",
        threads: "1",
        device: "cpu",
        vectors: 0,
        one_in: 1,
        heavy_one_in: 1,
    },
];

fn main() {
    let tests = [
        Test::new("oracle/programs", || outcome::in_folder("oracle", programs)),
        Test::new("oracle/planted defects apply", || {
            outcome::in_folder("oracle-patches", |_| patches_apply())
        })
        .needing(Needs::Files),
        Test::new("oracle/page of campaigns", || {
            outcome::in_folder("oracle-page", |_| page_is_written())
        })
        .needing(Needs::Files),
    ];
    let results = outcome::run_all(&tests);
    std::process::exit(outcome::close("oracle", &results));
}

fn number(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// What a run has seen.
#[derive(Default)]
struct Tally {
    cases: u64,
    runs: u64,
    differences: Vec<String>,
}

fn programs(folder: &Path) -> Check {
    if !oracle::can_generate() {
        return Err(format!("{}no Python with NumPy", outcome::SKIP));
    }
    let seed = std::env::var("QC_ORACLE_SEED").unwrap_or_else(|_| SEED.to_string());
    let (seconds, most) = (
        number("QC_ORACLE_SECONDS", 60),
        number("QC_ORACLE_CASES", CASES),
    );
    println!("oracle: QC_ORACLE_SEED={seed}");
    let mut stream = Stream::start(&seed, number("QC_ORACLE_FIRST", 0), PER_PROGRAM)
        .map_err(|error| error.to_string())?;
    let (start, mut tally) = (Instant::now(), Tally::default());
    while start.elapsed() < Duration::from_secs(seconds)
        && tally.cases < most
        && tally.differences.len() < ENOUGH
    {
        let program = stream.next_program().map_err(|error| error.to_string())?;
        try_program(&seed, &program, folder, &mut tally)?;
    }
    tell(&tally, start.elapsed());
    match tally.differences.is_empty() {
        true => Ok(()),
        false => Err(tally.differences.join("\n")),
    }
}

/// The figures of the run, as `tests/campaign.py` gathers them.
fn tell(tally: &Tally, time: Duration) {
    println!("campaign\toracle\tcases tried\t{}\tcases", tally.cases);
    println!("campaign\toracle\truns of engines\t{}\truns", tally.runs);
    let differences = tally.differences.len();
    println!("campaign\toracle\tdifferences\t{differences}\tcases");
    println!("campaign\toracle\ttime\t{}\tseconds", time.as_secs());
}

/// The engines of a whole program: the fast ones always, the others in turn by its number.
fn engines(number: u64) -> impl Iterator<Item = &'static Engine> {
    let all = ENGINES.iter().chain(&LESS_OPTIMISED);
    let here = all.filter(|engine| engine.runs_here() && !engine.is_gpu());
    let in_turn = move |engine: &&Engine| {
        let turn = match (engine.kind, engine.flags) {
            (Kind::Native, []) => return true,
            (Kind::Interpreter, _) => 4,
            (Kind::Native, _) => 6,
        };
        let name = engine.name.bytes().map(u64::from).sum::<u64>();
        (number + name).is_multiple_of(turn)
    };
    here.filter(in_turn)
}

fn try_program(seed: &str, program: &Program, folder: &Path, tally: &mut Tally) -> Check {
    try_on(engines(program.number), seed, program, folder, tally)?;
    tally.cases += oracle::by_case(&program.output).len() as u64;
    if !program.number.is_multiple_of(ON_DEVICE) {
        return Ok(());
    }
    // NVRTC takes as long for the kernels of one case as all engines for a program.
    let device = ENGINES
        .iter()
        .filter(|engine| engine.is_gpu() && engine.runs_here());
    let index = program.number / ON_DEVICE % PER_PROGRAM as u64;
    let one = oracle::only(seed, program.number, &index.to_string());
    try_on(
        device,
        seed,
        &one.map_err(|error| error.to_string())?,
        folder,
        tally,
    )
}

/// Rows of strips: small arrays go in strips only if they are told to.
fn strip_rows(number: u64) -> Option<u64> {
    number.is_multiple_of(2).then_some(2 + number / 2 % 2)
}

fn try_on(
    engines: impl Iterator<Item = &'static Engine>,
    seed: &str,
    program: &Program,
    folder: &Path,
    tally: &mut Tally,
) -> Check {
    let source = folder.join("program.q");
    fs::write(&source, &program.text).map_err(|error| error.to_string())?;
    let flags = ["-A".to_string(), "warnings".to_string()];
    let environment: Vec<(String, String)> = strip_rows(program.number)
        .map(|rows| ("QC_STRIP_ROWS".to_string(), rows.to_string()))
        .into_iter()
        .collect();
    let job = Job {
        source: &source,
        flags: &flags,
        args: &[],
        folder,
        environment: &environment,
    };
    let mut executables = Executables::default();
    for engine in engines {
        tally.runs += 1;
        let differing = match executables.run(&job, engine, |_| Ok(())) {
            Ok(finished) => compare(program, &finished),
            Err(why) => vec![(String::new(), first_lines(&why))],
        };
        for (case, why) in differing {
            tally
                .differences
                .push(describe(seed, program, engine, &case, &why, folder));
        }
        if tally.differences.len() >= ENOUGH {
            break;
        }
    }
    Ok(())
}

fn compare(program: &Program, finished: &Finished) -> Vec<(String, String)> {
    let mut differing = oracle::differing(&program.output, &finished.stdout);
    if differing.is_empty() && !finished.exited(0) {
        differing.push((String::new(), first_lines(&finished.describe())));
    }
    if let Some((_, why)) = differing.last_mut().filter(|_| !finished.exited(0)) {
        *why = format!(
            "{why}\n{:?}: {}",
            finished.end,
            first_lines(&finished.stderr)
        );
    }
    differing
}

fn first_lines(text: &str) -> String {
    text.lines().take(12).collect::<Vec<_>>().join("\n")
}

/// The message of a difference; the case alone is left as a file.
fn describe(
    seed: &str,
    program: &Program,
    engine: &Engine,
    case: &str,
    why: &str,
    folder: &Path,
) -> String {
    let kept = folder.join(format!("program{}{case}.q", program.number));
    let text = match case {
        "" => program.text.clone(),
        case => oracle::only(seed, program.number, case)
            .map_or_else(|_| program.text.clone(), |one| one.text),
    };
    // Without the file the command still tells how to make it.
    let _ = fs::write(&kept, text);
    let which = if case.is_empty() {
        format!("{seed} {} 1", program.number)
    } else {
        format!("{seed} {} --only {}", program.number, &case[4..])
    };
    format!(
        "[{}] {case}: {why}\n   {}\n   python3 tests/oracle/generate.py {which}",
        engine.name,
        kept.display()
    )
}

/// Each planted defect is a patch of the sources as they are.
fn patches_apply() -> Check {
    let patches = repository::files("tests/oracle/planted", "patch");
    let texts = patches.iter().map(std::fs::read_to_string);
    let texts: Result<Vec<String>, _> = texts.collect();
    let texts = texts.map_err(|error| error.to_string())?;
    let numbers = |text: &String| {
        let added = text.lines().filter(|line| line.starts_with('+'));
        added
            .filter(|line| line.contains("planted(") && !line.contains("fn planted"))
            .count()
    };
    let defects: usize = texts.iter().map(numbers).sum();
    if defects < 20 {
        return Err(format!("there are {defects} planted defects"));
    }
    let mut broken = Vec::new();
    for patch in patches {
        let mut git = Command::new("git");
        git.current_dir(repository::root())
            .args(["apply", "--check"])
            .arg(&patch);
        let output = git
            .output()
            .map_err(|error| format!("{}git: {error}", outcome::SKIP))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            broken.push(format!("{}: {said}", patch.display()));
        }
    }
    match broken.is_empty() {
        true => Ok(()),
        false => Err(broken.join("\n")),
    }
}

/// `docs/campaign.md` has what the tables of the campaigns have.
fn page_is_written() -> Check {
    if !oracle::can_generate() {
        return Err(format!("{}no Python", outcome::SKIP));
    }
    let mut python = oracle::python();
    let output = python
        .arg(repository::root().join("tests/campaign.py"))
        .arg("check")
        .output()
        .map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
