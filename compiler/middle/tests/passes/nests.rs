//! Random loop nests: what the pass calls parallel must give the sequential result when launches run in a random order.
//!
//! `QC_RANDOM_NESTS=100000 cargo test -p qc-middle --test passes nests` is the long run.

use super::language::{Arg, program};
use super::{half, parallelise, parallelise_watched, validated};
use qc_middle::analysis::loops::Options;
use qc_middle::analysis::loops::verdict::Outcome as Verdict;
use qc_middle::mir::interpret::{self, Order, Outcome, Random};
use qc_middle::mir::passes::simplify::simplify;
use qc_middle::mir::{Program, verify};
use qc_middle::opt::validation::{Sum, Validator};
use std::fmt::Write;

const SEED: u64 = 0x5eed;
/// One nest of so many has the reads of each pass validated.
const VALIDATED: u64 = 5;

/// A nest as text, with arguments.
struct Generator {
    random: Random,
    text: String,
    /// Arrays with their ranks.
    arrays: Vec<usize>,
    /// Loop variables in scope.
    indices: Vec<String>,
    next_index: usize,
    statements: usize,
}

impl Generator {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }

    fn generate(seed: u64) -> (String, Vec<Arg>) {
        let mut generator = Generator {
            random: Random::new(seed),
            text: String::new(),
            arrays: Vec::new(),
            indices: Vec::new(),
            next_index: 0,
            statements: 0,
        };
        let args = generator.header();
        generator.body();
        generator.text.push_str("} return s, t, u");
        (generator.text, args)
    }

    fn header(&mut self) -> Vec<Arg> {
        let mut args = vec![
            Arg::Int(self.below(7) as i32),
            Arg::Int(self.below(5) as i32),
        ];
        self.text.push_str("fn (n, m");
        for number in 0..1 + self.below(3) {
            let rank = 1 + self.below(2) as usize;
            let mode = self.pick(&[
                "safe", "safe", "safe", "checked", "circular", "mirror", "clamped",
            ]);
            write!(self.text, ", x{number}[{rank}] {mode}").expect("text");
            let same = (0..self.arrays.len()).find(|&other| self.arrays[other] == rank);
            let shape = (0..rank).map(|_| 3 + self.random.below(6) as i32).collect();
            args.push(match same {
                Some(other) if self.one_in(3) => Arg::Same(other + 2),
                _ => Arg::Array(shape),
            });
            self.arrays.push(rank);
        }
        self.text.push_str(") {");
        args
    }

    fn body(&mut self) {
        if self.one_in(3) {
            self.product();
        }
        if self.one_in(3) {
            self.pivoted();
        }
        for _ in 0..1 + self.below(2) {
            self.for_loop();
        }
    }

    /// Three loops as in a product of matrices, the sum in the middle: `c[i,j] += ...` for i, k, j.
    fn product(&mut self) {
        let Some(number) = self.arrays.iter().position(|&rank| rank == 2) else {
            return;
        };
        for depth in 0..3 {
            let name = format!("i{}", self.next_index);
            self.next_index += 1;
            let range = match self.indices.first() {
                Some(_) if depth == 2 && self.random.below(2) == 0 => {
                    let range = self.pick(&["0 to I", "I to n-1", "I+1 to 6", "1 to 6-I"]);
                    range.replace('I', &self.indices[0])
                }
                _ => self
                    .pick(&["0 to n-1", "0 to m", "1 to 4", "0 to 2"])
                    .to_string(),
            };
            write!(self.text, " for {name} = {range} {{").expect("text");
            self.indices.push(name);
        }
        let [outer, _, inner] = [0, 1, 2].map(|at| self.indices[at].clone());
        let shift = self.pick(&["", "", "+1", "-1"]);
        let target = format!("x{number}[{outer},{inner}{shift}]");
        let value = self.value(2);
        match self.one_in(4) {
            true => write!(self.text, " {target} = {value};").expect("text"),
            false => write!(self.text, " {target} += {value};").expect("text"),
        }
        self.indices.clear();
        self.text.push_str(" } } }");
    }

    /// Elements that one iteration changes and the others read, as in an elimination: row and column `p`, a number that the loops
    /// leave alone and that may lie outside of them.
    fn pivoted(&mut self) {
        let number = self.below(self.arrays.len() as u64) as usize;
        let around = self.one_in(2);
        if around {
            self.open("0 to m".to_string());
        }
        let place = match self.below(8) {
            0..4 if around => self.indices[0].clone(),
            _ => self
                .pick(&[
                    "m",
                    "n",
                    "m",
                    "n-2",
                    "0",
                    "2",
                    "m+n",
                    "0-1",
                    "m*n",
                    "n-n",
                    "2147483647",
                    "-2147483647-1",
                ])
                .to_string(),
        };
        for _ in 0..self.arrays[number] {
            // From or to an end of all numbers is a long way.
            let near = !place.contains("214");
            let range = match self.below(12) {
                0 => "2147483645 to 2147483647".to_string(),
                1 if near => format!("{place} to 6"),
                2 if near => format!("0 to {place}"),
                3 if near => format!("dim(x{number},0)-4 to {place}"),
                _ => self
                    .pick(&["0 to n-1", "0 to m", "1 to 4", "0 to 5", "1 to n"])
                    .to_string(),
            };
            self.open(range);
        }
        let own = self.indices[usize::from(around)..].to_vec();
        let guarded = self.one_in(4);
        if guarded {
            let sign = self.pick(&["!=", "!=", "<", ">", "=="]);
            write!(self.text, " if {} {sign} {place} {{", own[0]).expect("text");
        }
        for _ in 0..1 + self.below(2) {
            self.pivoted_stmt(number, &place, &own);
        }
        let braces = usize::from(guarded) + self.indices.len();
        self.text.push_str(&" }".repeat(braces));
        self.indices.clear();
    }

    fn open(&mut self, range: String) {
        let name = format!("i{}", self.next_index);
        self.next_index += 1;
        write!(self.text, " for {name} = {range} {{").expect("text");
        self.indices.push(name);
    }

    fn pivoted_stmt(&mut self, number: usize, place: &str, own: &[String]) {
        let shift = self.pick(&["", "", "", "", "+1", "-1"]);
        let element = |generator: &mut Self, one_in: u64| {
            let rank = own.len();
            let same: Vec<usize> = (0..generator.arrays.len())
                .filter(|&other| generator.arrays[other] == rank)
                .collect();
            let array = match generator.one_in(3) {
                true => same[generator.below(same.len() as u64) as usize],
                false => number,
            };
            let index: Vec<String> = own
                .iter()
                .map(|name| match generator.one_in(one_in) {
                    true => format!("{place}{shift}"),
                    false => format!("{name}{shift}"),
                })
                .collect();
            format!("x{array}[{}]", index.join(","))
        };
        let (target, left, right) = (element(self, 20), element(self, 2), element(self, 2));
        match self.below(6) {
            0 => write!(self.text, " t = {left}; {target} = t + {right};"),
            1 => write!(
                self.text,
                " s = s + {left} + {}; {target} = {right};",
                own[0]
            ),
            2 => write!(self.text, " {target} = {left};"),
            _ => write!(self.text, " {target} = {target} + {left} - {right};"),
        }
        .expect("text");
    }

    fn for_loop(&mut self) {
        let name = format!("i{}", self.next_index);
        self.next_index += 1;
        let range = match self.below(11) {
            9 | 10 if !self.indices.is_empty() => {
                let at = self.below(self.indices.len() as u64) as usize;
                let outer = self.indices[at].clone();
                let range = self.pick(&["0 to I-1", "I to n-1", "I+1 to n-1", "n to I step -1"]);
                range.replace('I', &outer)
            }
            8 => {
                let number = self.below(self.arrays.len() as u64) as usize;
                let axis = self.below(self.arrays[number] as u64);
                format!("0 to dim(x{number},{axis})-1")
            }
            0 => "0 to 2".to_string(),
            1 => "1 to n step 2".to_string(),
            2 => "n to 0 step -1".to_string(),
            3 => "1 to 4".to_string(),
            4 if !self.indices.is_empty() => format!("0 to {}", self.indices[0]),
            5 => "0 to m".to_string(),
            _ => "0 to n-1".to_string(),
        };
        write!(self.text, " for {name} = {range} {{").expect("text");
        self.indices.push(name);
        let perfect = self.indices.len() < 3 && self.one_in(2);
        let count = if perfect { 0 } else { 1 + self.below(3) };
        for _ in 0..count {
            self.stmt();
        }
        if perfect || (self.indices.len() < 3 && self.one_in(4)) {
            self.for_loop();
            // Two loops next to each other: a body that may be divided.
            if self.indices.len() < 2 && self.one_in(3) {
                self.for_loop();
            }
        }
        if !perfect && self.one_in(6) {
            self.stmt();
        }
        self.indices.pop();
        self.text.push_str(" }");
    }

    fn stmt(&mut self) {
        self.statements += 1;
        match self.below(12) {
            0 => self.assign("t"),
            1 => {
                let value = self.value(2);
                let update = self.pick(&["s + ", "s - ", "-1 + s + "]);
                write!(self.text, " s = {update}{value};").expect("text");
            }
            2 => {
                let value = self.value(1);
                write!(self.text, " u = max(u, {value});").expect("text");
            }
            3 if self.statements < 8 => {
                let (left, right) = (self.value(1), self.value(1));
                write!(self.text, " if {left} < {right} {{").expect("text");
                self.stmt();
                self.text.push_str(" }");
                if self.one_in(3) {
                    self.text.push_str(" else {");
                    self.stmt();
                    self.text.push_str(" }");
                }
            }
            4 => {
                let target = self.element();
                let value = self.value(1);
                write!(self.text, " {target} += {value};").expect("text");
            }
            7 => {
                let target = self.element();
                let value = self.value(1);
                write!(self.text, " {target} = {target} + {value};").expect("text");
            }
            5 if self.one_in(6) => self.text.push_str(" if t > 9 { break }"),
            6 => {
                let value = self.value(1);
                write!(self.text, " t = {value}; u = max(t, u);").expect("text");
            }
            _ => {
                let target = self.element();
                let value = self.value(2);
                write!(self.text, " {target} = {value};").expect("text");
            }
        }
    }

    fn assign(&mut self, name: &str) {
        let value = self.value(2);
        write!(self.text, " {name} = {value};").expect("text");
    }

    fn element(&mut self) -> String {
        let number = self.below(self.arrays.len() as u64) as usize;
        let index: Vec<String> = (0..self.arrays[number])
            .map(|axis| self.index(axis))
            .collect();
        format!("x{number}[{}]", index.join(","))
    }

    fn index(&mut self, axis: usize) -> String {
        // The last index of an element is often that of the innermost loop, as in `c[i,j] += a[i,k]` with `j` inside.
        let innermost = axis == 1 && self.one_in(2);
        let own = match innermost {
            true => self.indices.last().cloned(),
            false => self.indices.get(axis).cloned(),
        };
        let mut text = match own {
            Some(name) if !self.one_in(4) => name,
            _ if self.one_in(3) => self.below(3).to_string(),
            _ => {
                let at = self.below(self.indices.len() as u64) as usize;
                self.indices[at].clone()
            }
        };
        match self.below(10) {
            0 => text = format!("2*{text}"),
            1 => text = format!("{}*{text}", self.below(4)),
            2 => text = format!("0-{text}"),
            3 => text = format!("m*{text}"),
            _ => {}
        }
        match self.below(8) {
            0 => text.push_str("+1"),
            1 => text.push_str("-1"),
            2 => text.push_str("+n"),
            3 => {
                let at = self.below(self.indices.len() as u64) as usize;
                write!(text, "+{}", self.indices[at]).expect("text");
            }
            4 if self.one_in(4) => text.push_str("+t"),
            _ => {}
        }
        text
    }

    fn value(&mut self, depth: u64) -> String {
        match self.below(6 + depth) {
            0 => self.below(5).to_string(),
            1 => "t".to_string(),
            2 | 3 => {
                let at = self.below(self.indices.len() as u64) as usize;
                self.indices[at].clone()
            }
            4 | 5 => self.element(),
            _ => {
                let (left, right) = (self.value(depth - 1), self.value(depth - 1));
                let op = self.pick(&["+", "-", "*"]);
                format!("({left} {op} {right})")
            }
        }
    }
}

fn run(program: &Program, order: Order) -> Outcome {
    let options = interpret::Options {
        order,
        counted: false,
        depth_limit: 10,
    };
    interpret::execute(program, options)
}

/// Checks one nest; gives the number of loops that became kernels, of those with a serial loop moved inside, and of loops that were split; adds to
/// a sum what was validated.
fn check(seed: u64, sum: &mut Sum) -> [usize; 3] {
    let (text, args) = Generator::generate(seed);
    let mut sequential = program(&text, &args);
    // As the driver gives it: without the variables of loops, which tie statements together.
    if seed % 4 != 1 {
        simplify(&mut sequential);
    }
    let mut parallel = sequential.clone();
    let options = Options {
        minimum_work: 0,
        // None, those of two iterations or more, and longer ones.
        short_work: [0, 40, 200][seed as usize % 3],
        atomic_updates: seed.is_multiple_of(2),
        always_reorder: !seed.is_multiple_of(3),
        ..Options::default()
    };
    // The runs of validation take longer than the others.
    let verdicts = if seed.is_multiple_of(VALIDATED) {
        let mut validator = Validator::new(200_000, seed);
        let verdicts = parallelise_watched(&mut parallel, options, &mut validator);
        validated(&validator, seed, &text, sum);
        verdicts
    } else {
        parallelise(&mut parallel, options)
    };
    let kernels = verdicts
        .iter()
        .filter_map(|verdict| match &verdict.outcome {
            // A serial loop has moved inside where the order has more loops than the kernel has dimensions.
            Verdict::Parallel(found) => Some(
                found
                    .order
                    .as_ref()
                    .is_some_and(|order| order.variables.len() > found.dimensions.len()),
            ),
            _ => None,
        });
    let kernels: Vec<bool> = kernels.collect();
    // Serial loops are rewritten too.
    if qc_middle::mir::print::program(&parallel) == qc_middle::mir::print::program(&sequential) {
        return [0; 3];
    }
    let split = verdicts.iter().filter(|verdict| verdict.part.is_some());
    let split = split.count();
    let violations = verify::check(&parallel);
    assert!(violations.is_empty(), "seed {seed}: {text}\n{violations:?}");
    let expected = run(&sequential, Order::RowMajor);
    for order in [Order::Shuffled(seed), Order::Reversed] {
        let found = run(&parallel, order);
        let same = match (&expected.failure, &found.failure) {
            (None, None) => expected.output == found.output,
            (Some(left), Some(right)) => left.row == right.row,
            _ => false,
        };
        let show = qc_middle::mir::print::program(&parallel);
        assert!(
            same,
            "seed {seed}: {text}\n{args:?}\n{expected:?}\n{found:?}\n{show}"
        );
    }
    let moved = kernels.iter().filter(|new| **new).count();
    [kernels.len(), moved, split]
}

#[test]
fn parallel_loops_mean_what_the_serial_ones_did() {
    let count = std::env::var("QC_RANDOM_NESTS")
        .ok()
        .and_then(|text| text.parse().ok());
    let range = half(count, 2_500);
    let count = range.end - range.start;
    let [mut kernels, mut moved, mut split] = [0; 3];
    let mut sum = Sum::default();
    for number in range {
        let found = check(SEED.wrapping_mul(31) + number, &mut sum);
        kernels += found[0];
        moved += found[1];
        split += found[2];
    }
    print!("{}", sum.lines("random deep nests"));
    // A generator whose nests are all serial would prove nothing.
    assert!(
        kernels as u64 > count / 4,
        "only {kernels} kernels of {count} nests"
    );
    assert!(
        moved as u64 > count / 100,
        "only {moved} of {kernels} kernels have a loop moved inside"
    );
    assert!(
        split as u64 > count / 50,
        "only {split} loops of {count} nests were split"
    );
}
