//! What counts as inside, against the indices that random nests really have.
//!
//! *Invariant:* indices are computed here as the machine does, in 32 bits that come around; nothing of the analysis is used.

use super::*;
use crate::analysis::loops::def_use::{DefUse, Names};
use crate::mir::interpret::Random;
use crate::mir::{Op, Stmt, parse};

/// `factor·(what it stands for) + constant`; the extent, the unknown number, an index of a loop, or nothing.
#[derive(Clone, Copy, Debug)]
struct Term {
    of: Of,
    factor: i64,
    constant: i64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Of {
    Nothing,
    Unknown,
    Index(usize),
}

impl Term {
    fn value(self, unknown: i64, indices: &[i64]) -> i64 {
        let of = match self.of {
            Of::Nothing => 0,
            Of::Unknown => unknown,
            Of::Index(at) => indices[at],
        };
        self.factor * of + self.constant
    }
}

/// A loop: first index, last index, step.
#[derive(Clone, Debug)]
struct Loop {
    first: Term,
    last: Term,
    step: i64,
}

/// A nest with one access, whose index is a sum.
#[derive(Clone, Debug)]
struct Case {
    loops: Vec<Loop>,
    index: Vec<Term>,
    extent: Term,
    /// The loop that is looked at: those before it stand around the nest.
    from: usize,
}

const FAR: i64 = 1 << 28;

fn one_of<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u64) as usize]
}

impl Case {
    fn random(random: &mut Random) -> Case {
        let depth = one_of(random, &[1, 1, 2, 2, 3]);
        let loops: Vec<Loop> = (0..depth).map(|at| Loop::random(random, at)).collect();
        let near = [1, 1, 1, 1, -1, -1, 2, -2, 3];
        let far = [FAR / 2, FAR, -FAR, 2 * FAR, 6 * FAR];
        let factors: &[i64] = match random.below(4) {
            0 => &far,
            _ => &near,
        };
        let mut index: Vec<Term> = (0..depth)
            .map(|at| Term {
                of: Of::Index(at),
                factor: one_of(random, factors),
                constant: 0,
            })
            .collect();
        index.push(Term {
            of: one_of(
                random,
                &[Of::Nothing, Of::Nothing, Of::Nothing, Of::Unknown],
            ),
            factor: one_of(random, &[1, -1]),
            constant: one_of(
                random,
                &[0, 0, 1, -1, 2, 7, FAR, 4 * FAR - 1, 4 * FAR, -4 * FAR],
            ),
        });
        let extent = Term {
            of: one_of(random, &[Of::Nothing, Of::Unknown, Of::Unknown]),
            factor: 1,
            constant: one_of(random, &[0, 0, 1, 2, -1, 5, 20, FAR, 4 * FAR, 8 * FAR - 1]),
        };
        let from = random.below(depth as u64) as usize;
        let case = Case {
            loops,
            index,
            extent,
            from,
        };
        match random.below(4) {
            0 => case,
            _ => case.fitted(random),
        }
    }

    /// The same with an array that just holds all indices, or misses one, where the unknown number is 10.
    fn fitted(mut self, random: &mut Random) -> Case {
        let sums: Vec<i64> = self
            .places(10, random)
            .iter()
            .map(|at| self.sum(10, at))
            .collect();
        let (Some(least), Some(greatest)) = (sums.iter().min(), sums.iter().max()) else {
            return self;
        };
        let last = self.index.last_mut().expect("there is a constant term");
        last.constant -= least;
        let extent = greatest - least + one_of(random, &[1, 1, 1, 0, 2]);
        self.extent.constant = match self.extent.of {
            Of::Unknown => extent - 10,
            _ => extent,
        };
        let constants = [last.constant, self.extent.constant];
        if constants
            .iter()
            .any(|constant| i32::try_from(*constant).is_err())
        {
            return Case::random(random);
        }
        self
    }

    fn sum(&self, unknown: i64, indices: &[i64]) -> i64 {
        let terms = self.index.iter();
        terms.map(|term| term.value(unknown, indices)).sum()
    }

    /// The indices of the loops in the corners of the nest, and in some places between.
    fn places(&self, unknown: i64, random: &mut Random) -> Vec<Vec<i64>> {
        let mut all = vec![Vec::new()];
        for one in &self.loops {
            let longer = all.iter().flat_map(|outer: &Vec<i64>| {
                let places = one.places(unknown, outer, random);
                let with = |at: i64| [&outer[..], &[at]].concat();
                places.into_iter().map(with).collect::<Vec<_>>()
            });
            all = longer.collect();
        }
        all
    }

    /// The nest as a text, with the extent of the array and the last terms as values.
    fn text(&self) -> String {
        let mut text = String::from("entry main\n\nhost f(%n: i32) {\n    v0: i32 = get %n\n");
        let mut next = 1;
        let mut indices: Vec<usize> = Vec::new();
        let extent = write_term(&mut text, &mut next, self.extent, &indices);
        let array = next;
        next += 1;
        text += &format!("    v{array}: [i32] = new_array({extent}) zeros\n");
        for (at, one) in self.loops.iter().enumerate() {
            let first = write_term(&mut text, &mut next, one.first, &indices);
            let last = write_term(&mut text, &mut next, one.last, &indices);
            text += &format!(
                "b{at}: for v{next} 'i' = {first}..{}..{last} {{\n",
                one.step
            );
            indices.push(next);
            next += 1;
        }
        let mut sum = String::from("0");
        for term in &self.index {
            let value = write_term(&mut text, &mut next, *term, &indices);
            text += &format!("v{next}: i32 = add {sum}, {value}\n");
            sum = format!("v{next}");
            next += 1;
        }
        text += &format!("v{next}: i32 = load v{array}[{sum}] clamped 'a'\n");
        text += &"}\n".repeat(self.loops.len());
        text + "}\n\nhost main() {\n}\n"
    }

    /// Whether the analysis says that the index is inside.
    fn is_told_inside(&self) -> bool {
        let text = self.text();
        let program = parse::program(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let names = Names::of(&program);
        let function = &program.functions[program.functions.ids().next().expect("f is the first")];
        let def_use = DefUse::of(function, &names);
        let mut loops: Vec<&Stmt> = Vec::new();
        function.body.for_each_stmt(&mut |stmt| {
            if matches!(stmt.op, Op::For { .. }) {
                loops.push(stmt);
            }
        });
        let nest = Nest::of(&def_use, loops[self.from]);
        is_inside(&nest, &nest.accesses[0], 0)
    }

    /// The first index that is outside, of the corners and some places between, for an unknown number.
    fn outside(&self, unknown: i64, random: &mut Random) -> Option<Vec<i64>> {
        let extent = self.extent.value(unknown, &[]);
        if !(0..1 << 31).contains(&extent) {
            // No such array is made.
            return None;
        }
        let mut all = self.places(unknown, random).into_iter();
        let is_outside = |indices: &Vec<i64>| {
            let index = self.sum(unknown, indices) as i32;
            !(0..extent).contains(&i64::from(index))
        };
        all.find(is_outside)
    }
}

impl Loop {
    fn random(random: &mut Random, at: usize) -> Loop {
        let step = one_of(random, &[1, 1, 1, 1, 2, 3, -1, -2]);
        let outer = match at {
            0 => Of::Nothing,
            at => Of::Index(at - 1),
        };
        let low = Term {
            of: one_of(
                random,
                &[Of::Nothing, Of::Nothing, Of::Nothing, Of::Nothing, outer],
            ),
            factor: 1,
            constant: one_of(random, &[0, 0, 0, 1, 2, -1, -3, FAR]),
        };
        let high = Term {
            of: one_of(
                random,
                &[Of::Unknown, Of::Unknown, Of::Nothing, Of::Nothing, outer],
            ),
            factor: 1,
            constant: one_of(random, &[0, -1, -1, -2, 1, 4, 9, FAR - 1, FAR, 4 * FAR]),
        };
        let (first, last) = if step > 0 { (low, high) } else { (high, low) };
        Loop { first, last, step }
    }

    /// Its first and its last index, and some between.
    fn places(&self, unknown: i64, outer: &[i64], random: &mut Random) -> Vec<i64> {
        let (first, last) = (
            self.first.value(unknown, outer),
            self.last.value(unknown, outer),
        );
        let distance = (last - first) * self.step.signum();
        let fits = |end: i64| i32::try_from(end).is_ok();
        if distance < 0 || !fits(first) || !fits(last) {
            return Vec::new();
        }
        let count = distance / self.step.abs() + 1;
        let mut steps = vec![0, count - 1];
        steps.extend((0..3).map(|_| random.below(count as u64) as i64));
        steps.iter().map(|step| first + step * self.step).collect()
    }
}

/// Writes a term as statements; the operand that has its value.
fn write_term(text: &mut String, next: &mut usize, term: Term, indices: &[usize]) -> String {
    let of = match term.of {
        Of::Nothing => return term.constant.to_string(),
        Of::Unknown => String::from("v0"),
        Of::Index(at) => format!("v{}", indices[at]),
    };
    let product = *next;
    *next += 2;
    *text += &format!("v{product}: i32 = mul {of}, {}\n", term.factor);
    *text += &format!(
        "v{}: i32 = add v{product}, {}\n",
        product + 1,
        term.constant
    );
    format!("v{}", product + 1)
}

#[test]
fn what_is_told_inside_names_an_element() {
    let random = &mut Random::new(7);
    let mut told = 0;
    for _ in 0..12_000 {
        let case = Case::random(random);
        if !case.is_told_inside() {
            continue;
        }
        told += 1;
        let sizes = [
            1,
            2,
            3,
            4,
            7,
            10,
            100,
            FAR - 1,
            FAR,
            FAR + 1,
            4 * FAR,
            8 * FAR - 2,
        ];
        for unknown in sizes {
            let found = case.outside(unknown, random);
            assert!(
                found.is_none(),
                "{unknown} {found:?}\n{case:?}\n{}",
                case.text()
            );
        }
    }
    assert!(told > 400, "only {told} of 12000 are told inside");
}
