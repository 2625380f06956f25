//! Random sequences of loops: what fusion makes one launch must give the result of the loops one after the other, whatever the order
//! of the positions.
//!
//! `QC_RANDOM_NESTS=100000 cargo test -p qc --lib parallel::tests::fusion` is the long run.

use super::language::{Arg, program};
use crate::base::{FileId, Id, Span};
use crate::mir::interpret::{self, Order, Outcome, Random};
use crate::mir::passes::{self, BEFORE_FUSION};
use crate::mir::{Program, verify};
use crate::parallel::fusion::fuse;
use crate::parallel::{Options, parallelise};
use crate::resolve::fusion::{Requests, Strategy};

const SEED: u64 = 0xf05e;
const STRATEGIES: [Strategy; 5] = [
    Strategy::Smart,
    Strategy::NoReordering,
    Strategy::MinSyncGrid,
    Strategy::MinWorkingMemory,
    Strategy::Manual,
];

/// Loops over a few vectors or matrices, mostly at their own position.
fn sequence(random: &mut Random) -> (String, Vec<Arg>) {
    let rank = 1 + random.below(2) as usize;
    let mut text = "fn (n".to_owned();
    let mut args = vec![Arg::Int(5)];
    let modes = ["safe", "safe", "checked", "circular", "mirror", "clamped"];
    for number in 0..4 {
        let mode = modes[random.below(6) as usize];
        text += &format!(", x{number}[{rank}] {mode}");
        args.push(match number > 0 && random.below(5) == 0 {
            true => Arg::Same(1 + random.below(number) as usize),
            false => Arg::Array(vec![5; rank]),
        });
    }
    text += ") {";
    for number in 0..2 + random.below(4) {
        text += &loops(random, rank, number);
    }
    (text + " }", args)
}

/// A nest of `rank` loops with one or two assignments.
fn loops(random: &mut Random, rank: usize, number: u64) -> String {
    let last = ["n-1", "n-1", "n-1", "4", "2", "n"][random.below(6) as usize];
    let indices: Vec<_> = (0..rank).map(|axis| format!("i{number}{axis}")).collect();
    let mut text = String::new();
    for index in &indices {
        text += &format!(" for {index} = 0 to {last} {{");
    }
    for _ in 0..1 + random.below(2) {
        let target = element(random, &indices, 8);
        let (one, other) = (element(random, &indices, 4), element(random, &indices, 4));
        text += &format!(" {target} = {one} + {other} * 3 + 1;");
    }
    text + &" }".repeat(rank)
}

/// An element at the position, and one time in `odds` beside it or elsewhere.
fn element(random: &mut Random, indices: &[String], odds: u64) -> String {
    let array = random.below(4);
    let mut places = indices.to_vec();
    if random.below(odds) == 0 {
        let at = random.below(places.len() as u64) as usize;
        places[at] += ["+1", "-1", "+2"][random.below(3) as usize];
    }
    if random.below(4 * odds) == 0 {
        places.reverse();
    }
    format!("x{array}[{}]", places.join(","))
}

fn run(program: &Program, order: Order) -> Outcome {
    let options = interpret::Options {
        order,
        counted: false,
        depth_limit: 10,
    };
    interpret::execute(program, options)
}

/// Checks one sequence; gives the number of pairs that were fused.
fn check(seed: u64) -> usize {
    let (text, args) = sequence(&mut Random::new(seed));
    let mut sequential = program(&text, &args);
    passes::run(passes::EARLY, &mut sequential, None);
    let mut fused = sequential.clone();
    let options = Options {
        minimum_work: 0,
        ..Options::default()
    };
    let mut verdicts = parallelise(&mut fused, options);
    passes::run(BEFORE_FUSION, &mut fused, None);
    let everything = Span::new(FileId::from_index(0), 0, u32::MAX);
    let strategy = STRATEGIES[seed as usize % STRATEGIES.len()];
    let requests = Requests::for_all(everything, strategy);
    let decisions = fuse(&mut fused, &requests, &mut verdicts);
    let violations = verify::check(&fused);
    assert!(violations.is_empty(), "seed {seed}: {text}\n{violations:?}");
    let expected = run(&sequential, Order::RowMajor);
    for order in [Order::Shuffled(seed), Order::Reversed, Order::RowMajor] {
        let found = run(&fused, order);
        let same = match (&expected.failure, &found.failure) {
            (None, None) => expected.output == found.output,
            (Some(_), Some(_)) => true,
            _ => false,
        };
        let show = crate::mir::print::program(&fused);
        assert!(
            same,
            "seed {seed}, {strategy:?}: {text}\n{args:?}\n{expected:?}\n{found:?}\n{show}"
        );
    }
    decisions.iter().filter(|one| one.outcome.is_ok()).count()
}

#[test]
fn fused_launches_mean_what_the_loops_did() {
    let count = std::env::var("QC_RANDOM_NESTS")
        .ok()
        .and_then(|text| text.parse().ok());
    let count: u64 = count.unwrap_or(1_000);
    let fused: usize = (0..count).map(|number| check(SEED + number)).sum();
    // A generator of which nothing is fused would prove nothing.
    assert!(
        fused as u64 > count / 10,
        "only {fused} fusions in {count} sequences"
    );
}
