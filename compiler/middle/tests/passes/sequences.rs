//! Random sequences of loops: what fusion makes one launch must give the result of the loops one after the other, whatever the order
//! of the positions. The same for random filters of several passes, which run in strips of rows.
//!
//! `QC_RANDOM_NESTS=100000 cargo test -p qc-middle --test passes sequences` is the long run.

use super::language::{Arg, program};
use super::{half, validated};
use qc_front::base::{FileId, Id, Span};
use qc_front::resolve::fusion::{Requests, Strategy};
use qc_middle::analysis::loops::Options;
use qc_middle::mir::interpret::{self, Order, Outcome, Random};
use qc_middle::mir::{Program, verify};
use qc_middle::opt::loops::fusion::{Decision, Done};
use qc_middle::opt::pipeline::{Settings, walk_part, watch_part};
use qc_middle::opt::validation::{Sum, Validator, set_rows};
use std::ops::Range;

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

/// Passes over a matrix, each of which reads rows around its own of what the ones before wrote.
fn passes_of_a_filter(random: &mut Random) -> (String, Vec<Arg>) {
    let modes = ["safe", "mirror", "clamped", "mirror", "circular", "checked"];
    let mode = |random: &mut Random| modes[random.below(6) as usize];
    let (rows, columns) = (1 + random.below(7) as i32, 1 + random.below(4) as i32);
    let count = 2 + random.below(3);
    let mut text = format!(
        "fn (n, m, a0[2] {}, y[2] safe, z[2] safe) {{\n",
        mode(random)
    );
    for number in 1..count {
        let mode = mode(random);
        text += &format!("new a{number}[n,m] {mode};\n");
    }
    for number in 1..=count {
        let (i, j) = (format!("i{number}"), format!("j{number}"));
        let (first, last) = [
            ("0", "n-1"),
            ("0", "n-1"),
            ("1", "n-2"),
            ("0", "n-2"),
            ("0", "n"),
        ][random.below(5) as usize];
        text += &format!("for {i} = {first} to {last} {{ for {j} = 0 to m-1 {{");
        let target = match number == count {
            true => "y".to_owned(),
            false => format!("a{number}"),
        };
        let place = [format!("{target}[{i},{j}]"), format!("{target}[{i}+1,{j}]")];
        let place = &place[usize::from(random.below(12) == 0)];
        let mut reads = vec![neighbour(random, number - 1, &i, &j)];
        for _ in 0..random.below(3) {
            let from = random.below(number);
            reads.push(neighbour(random, from, &i, &j));
        }
        let sum = format!("{place} = {};", reads.join(" + "));
        text += &match random.below(6) {
            0 => format!(
                " if {} > 3 {{ {sum} }}",
                neighbour(random, number - 1, &i, &j)
            ),
            1 => format!(
                " {sum} z[{i},{j}] = {};",
                neighbour(random, number - 1, &i, &j)
            ),
            _ => format!(" {sum}"),
        };
        text += " } }\n";
    }
    if random.below(12) == 0 {
        text += "y[0,0] = a1[0,0];\n";
    }
    let shape = || Arg::Array(vec![rows, columns]);
    let output = match random.below(8) {
        0 => Arg::Same(2),
        _ => shape(),
    };
    let args = vec![Arg::Int(rows), Arg::Int(columns), shape(), output, shape()];
    (text + "}", args)
}

/// An element some rows and columns away.
fn neighbour(random: &mut Random, array: u64, i: &str, j: &str) -> String {
    let away = |random: &mut Random, odds: u64| match random.below(odds) {
        0 => ["+1", "-1", "+2", "-3", "+4"][random.below(5) as usize],
        _ => "",
    };
    let (row, column) = (away(random, 2), away(random, 3));
    format!("a{array}[{i}{row},{j}{column}]")
}

fn run(program: &Program, order: Order) -> Outcome {
    let options = interpret::Options {
        order,
        counted: false,
        depth_limit: 10,
    };
    interpret::execute(program, options)
}

/// Checks one sequence; gives the decisions, and adds to a sum what was validated.
fn check(seed: u64, text: &str, args: &[Arg], sum: &mut Sum) -> Vec<Decision> {
    let mut sequential = program(text, args);
    walk_part(
        &mut sequential,
        &Settings::optimised(),
        ("regions", "dominating-conditions"),
    );
    let mut fused = sequential.clone();
    let everything = Span::new(FileId::from_index(0), 0, u32::MAX);
    let strategy = STRATEGIES[seed as usize % STRATEGIES.len()];
    let requests = Requests::for_all(everything, strategy);
    let settings = Settings {
        loops: Options {
            minimum_work: 0,
            short_work: 0,
            ..Options::default()
        },
        requests: &requests,
        ..Settings::optimised()
    };
    let mut validator = Validator::new(200_000, seed);
    let part = ("producer-consumer", "absorbed");
    let found = watch_part(&mut fused, &settings, part, &mut validator);
    let decisions = found.expect("the validator goes on").decisions;
    validated(&validator, seed, text, sum);
    for function in fused.functions.iter_mut() {
        let rows = 1 + (seed % 3) as i32;
        set_rows(&mut function.body, rows, &mut function.values);
    }
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
        let show = qc_middle::mir::print::program(&fused);
        assert!(
            same,
            "seed {seed}, {strategy:?}: {text}\n{args:?}\n{expected:?}\n{found:?}\n{show}"
        );
    }
    decisions
}

fn numbers() -> Range<u64> {
    let given = std::env::var("QC_RANDOM_NESTS").ok();
    half(given.and_then(|text| text.parse().ok()), 500)
}

/// How many decisions of random sequences are of some kind; prints what was validated in these sequences, which have a name.
fn decided(
    name: &str,
    numbers: Range<u64>,
    sequence: impl Fn(&mut Random) -> (String, Vec<Arg>),
    kind: impl Fn(&Done) -> bool,
) -> usize {
    let mut sum = Sum::default();
    let mut of = |seed| {
        let (text, args) = sequence(&mut Random::new(seed));
        let decisions = check(seed, &text, &args, &mut sum).into_iter();
        let done = decisions.filter_map(|one| one.outcome.ok());
        done.filter(&kind).count()
    };
    let found = numbers.map(|number| of(SEED + number)).sum();
    print!("{}", sum.lines(name));
    found
}

#[test]
fn passes_in_strips_mean_what_the_loops_did() {
    let (numbers, count) = (numbers(), numbers().count());
    let strips = decided("random filters", numbers, passes_of_a_filter, |done| {
        matches!(done, Done::Strips(_))
    });
    assert!(
        strips > count / 4,
        "only {strips} pairs in strips of {count} sequences"
    );
}

#[test]
fn fused_launches_mean_what_the_loops_did() {
    let (numbers, count) = (numbers(), numbers().count());
    let fused = decided("random sequences", numbers, sequence, |done| {
        matches!(done, Done::Fused(_))
    });
    // A generator of which nothing is fused would prove nothing.
    assert!(
        fused > count / 10,
        "only {fused} fusions in {count} sequences"
    );
}
