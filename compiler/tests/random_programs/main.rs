//! Random well-typed programs on every engine: the interpreter before and after optimisation, machine code at several widths.
//!
//! `QC_GENERATED_PROGRAMS=50000` runs more of them, `QC_GENERATED_SECONDS` ends the run after a time, `QC_FUZZ_SEED` starts elsewhere.
//! And random loop nests (`QC_GENERATED_NESTS`): what the dependence analysis calls parallel runs in a random order. What passes on
//! loops did is validated on test programs and nests (`provenance`).
//!
//! *Invariant:* the interpreter on code that no pass but the necessary ones has touched is the oracle; a disagreement is reported
//! with the smallest program that still shows it.

mod engines;
mod expressions;
mod generate;
#[path = "../shared/lowered.rs"]
mod lowered;
#[path = "../shared/native.rs"]
mod native;
mod nests;
mod provenance;
mod random;
mod scope;
mod source;
#[path = "../shared/turn.rs"]
mod turn;
mod values;

use engines::Disagreement;
use source::Node;
use std::time::{Duration, Instant};

/// Programs in an ordinary run.
const PROGRAMS: u64 = 2000;
/// Loop nests in an ordinary run.
const NESTS: u64 = 10_000;
/// Nests of one program: starting a program is the larger part of the time.
const PER_PROGRAM: usize = 8;
/// Seconds after which an ordinary run ends, however many programs it has seen.
const SECONDS: u64 = 12;
/// Ranges of seeds that ordinary runs take in turn, chosen by the commit.
const RANGES: u64 = 4;
/// How long a failing program is made smaller.
const SHRINKING: Duration = Duration::from_secs(30);

fn number(name: &str, otherwise: u64) -> u64 {
    let value = std::env::var(name).ok();
    value
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

/// The kind of a failure: a smaller program must fail in the same way.
fn same_kind(a: &Disagreement, b: &Disagreement) -> bool {
    a.engine == b.engine && a.crashed == b.crashed
}

/// A way of running a program that must agree with the oracle.
type Check = fn(&str) -> Result<(), Disagreement>;

/// Removes statements while the program still fails in the same way.
fn shrink(mut nodes: Vec<Node>, failure: &Disagreement, check: Check) -> Vec<Node> {
    let start = Instant::now();
    while start.elapsed() < SHRINKING {
        let fails = |candidate: &Vec<Node>| {
            let found = check(&source::text(candidate));
            found.is_err_and(|found| !found.rejected && same_kind(&found, failure))
        };
        match source::smaller(&nodes).into_iter().find(fails) {
            Some(candidate) => nodes = candidate,
            None => break,
        }
    }
    nodes
}

fn run(seed: u64, nodes: Vec<Node>, check: Check) -> Result<(), String> {
    let text = source::text(&nodes);
    let Err(failure) = check(&text) else {
        return Ok(());
    };
    if failure.rejected {
        return Err(format!("seed {seed}: {}\n{text}", failure.what));
    }
    eprintln!("seed {seed}, {}: made smaller", failure.engine);
    let small = source::text(&shrink(nodes, &failure, check));
    let what = check(&small).err().map(|failure| failure.what);
    Err(format!(
        "seed {seed}, {}: {}\nsmaller:\n{small}",
        failure.engine,
        what.unwrap_or(failure.what)
    ))
}

/// Checks `count` programs from the first seed on, until the time is up or five have failed; how many were tried.
fn run_all(count: u64, program: fn(u64) -> Vec<Node>, check: Check) -> u64 {
    let range = turn::commit() as u64 % RANGES;
    let first = number("QC_FUZZ_SEED", 1 + range * count);
    let limit = Duration::from_secs(number("QC_GENERATED_SECONDS", SECONDS));
    let start = Instant::now();
    let mut tried = 0;
    let mut failures = Vec::new();
    engines::on_large_stack(|| {
        for seed in first..first + count {
            if start.elapsed() > limit || failures.len() >= 5 {
                break;
            }
            tried += 1;
            failures.extend(run(seed, program(seed), check).err());
        }
    });
    assert!(tried > 0, "nothing was tried");
    assert!(
        failures.is_empty(),
        "{} of {tried} failed\n{}",
        failures.len(),
        failures.join("\n----\n")
    );
    tried
}

#[test]
fn all_engines_agree_on_random_programs() {
    let count = number("QC_GENERATED_PROGRAMS", PROGRAMS);
    let tried = run_all(count, generate::program, engines::check);
    println!("{tried} random programs tried");
}

#[test]
fn what_is_called_parallel_gives_the_same_in_any_order() {
    let count = number("QC_GENERATED_NESTS", NESTS).div_ceil(PER_PROGRAM as u64);
    let program = |seed| nests::program(seed, PER_PROGRAM);
    let tried = run_all(count, program, engines::check_orders) * PER_PROGRAM as u64;
    let parallel = engines::parallel_loops();
    println!("{tried} random loop nests tried, {parallel} parallel loops in them");
    assert!(
        parallel > tried / 4,
        "too few of them are parallel to show anything"
    );
}
