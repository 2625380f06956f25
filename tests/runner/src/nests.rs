//! Random loop nests: their Quasar text, and what they compute by running
//! them in order. The text tests the dependence analysis, the paralleliser and
//! the vector code; the simulation is the definition.
//!
//! Ranges and sizes are written with a `z` that is 0 when the program runs, so that no
//! loop is known to be too small for a kernel.
//!
//! *Invariant:* all values are integers below 2^24, so every order of exact
//! operations gives the same single precision number; stores stay inside.

use crate::mutate::Random;
use std::fmt::Write as _;

/// `a*i + b*j + c`
#[derive(Debug, Clone, Copy)]
struct Affine {
    i: i64,
    j: i64,
    constant: i64,
}

/// A loop variable's values: from, step, count.
#[derive(Debug, Clone, Copy)]
struct Range {
    from: i64,
    step: i64,
    count: i64,
}

/// What a term of the right side is.
#[derive(Debug, Clone, Copy)]
enum Term {
    /// An element of an array; outside it is 0.
    Element(usize, Affine),
    /// A function of the loop variables.
    Counter(Affine),
}

/// One statement of the body.
#[derive(Debug, Clone)]
enum Statement {
    /// `A[f] = mod(terms, 101)`
    Store(usize, Affine, Vec<Term>),
    /// `A[f] += c`
    Add(usize, Affine, i64),
    /// `if mod(g, 2) == 0 … end`
    If(Affine, Box<Statement>),
    /// `s += terms`
    Accumulate(Vec<Term>),
    /// `t = term`, then a store that uses `t`
    Local(Term, usize, Affine, Term),
}

/// A nest of one or two loops over two arrays and a sum.
#[derive(Debug, Clone)]
pub struct Nest {
    ranges: [Range; 2],
    depth: usize,
    body: Vec<Statement>,
    sizes: [i64; 2],
}

impl Range {
    fn random(random: &mut Random) -> Self {
        let step = [1, 1, 1, 2, -1, 3][random.below(6)];
        Range {
            from: random.below(7) as i64 - 2,
            step,
            count: 1 + random.below(13) as i64,
        }
    }

    fn values(self) -> impl Iterator<Item = i64> {
        (0..self.count).map(move |k| self.from + k * self.step)
    }

    fn last(self) -> i64 {
        self.from + (self.count - 1) * self.step
    }

    fn text(self) -> String {
        match self.step {
            1 => format!("{} + z..{} + z", self.from, self.last()),
            step => format!("{} + z..{step}..{} + z", self.from, self.last()),
        }
    }
}

impl Affine {
    fn random(random: &mut Random, depth: usize) -> Self {
        let coefficient = |random: &mut Random| [0, 1, 1, 1, -1, 2][random.below(6)];
        let i = coefficient(random);
        let j = if depth == 2 { coefficient(random) } else { 0 };
        Affine {
            i,
            j,
            constant: random.below(5) as i64 - 2,
        }
    }

    fn at(self, i: i64, j: i64) -> i64 {
        self.i * i + self.j * j + self.constant
    }

    fn text(self) -> String {
        format!("{}*i + {}*j + {}", self.i, self.j, self.constant).replace("+ -", "- ")
    }
}

/// A random nest.
pub fn random(random: &mut Random) -> Nest {
    let depth = 1 + random.below(2);
    let ranges = [Range::random(random), Range::random(random)];
    let count = 1 + random.below(2);
    let body = (0..count).map(|_| statement(random, depth, 0)).collect();
    let mut nest = Nest {
        ranges,
        depth,
        body,
        sizes: [1, 1],
    };
    nest.fit();
    nest
}

fn statement(random: &mut Random, depth: usize, nesting: usize) -> Statement {
    let array = random.below(2);
    let target = Affine::random(random, depth);
    match random.below(if nesting == 0 { 8 } else { 6 }) {
        0 => Statement::Add(array, target, 1 + random.below(5) as i64),
        1 => Statement::Accumulate(terms(random, depth)),
        2 => Statement::Local(term(random, depth), array, target, term(random, depth)),
        6 | 7 => Statement::If(
            Affine::random(random, depth),
            Box::new(statement(random, depth, 1)),
        ),
        _ => Statement::Store(array, target, terms(random, depth)),
    }
}

fn terms(random: &mut Random, depth: usize) -> Vec<Term> {
    (0..1 + random.below(3))
        .map(|_| term(random, depth))
        .collect()
}

fn term(random: &mut Random, depth: usize) -> Term {
    match random.below(4) {
        0 => Term::Counter(Affine::random(random, depth)),
        _ => Term::Element(random.below(2), Affine::random(random, depth)),
    }
}

impl Nest {
    /// Moves the targets so that no store is below 0, and sizes the arrays so that none is above.
    fn fit(&mut self) {
        let points = self.points();
        for statement in &mut self.body {
            let (array, target) = match inner(statement) {
                Statement::Store(array, target, _)
                | Statement::Add(array, target, _)
                | Statement::Local(_, array, target, _) => (*array, target),
                Statement::Accumulate(_) | Statement::If(..) => continue,
            };
            let lowest = points
                .iter()
                .map(|&(i, j)| target.at(i, j))
                .min()
                .unwrap_or(0);
            target.constant -= lowest.min(0);
            let highest = points
                .iter()
                .map(|&(i, j)| target.at(i, j))
                .max()
                .unwrap_or(0);
            self.sizes[array] = self.sizes[array].max(highest + 1);
        }
    }

    /// The iterations in order.
    fn points(&self) -> Vec<(i64, i64)> {
        let inner: Vec<i64> = if self.depth == 2 {
            self.ranges[1].values().collect()
        } else {
            vec![0]
        };
        self.ranges[0]
            .values()
            .flat_map(|i| inner.iter().map(move |&j| (i, j)).collect::<Vec<_>>())
            .collect()
    }

    /// The nest as Quasar text; it prints both arrays and the sum. Adding 0 turns a negative zero into 0.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, size, factor) in [("a", self.sizes[0], 3), ("b", self.sizes[1], 5)] {
            let _ = write!(
                text,
                "{name} = zeros({size} + z)\nfor k = 0..{}\n    {name}[k] = mod({factor}*k + 1, 17)\nend\n",
                size - 1
            );
        }
        let _ = write!(text, "s = 0\nj = 0\nfor i = {}\n", self.ranges[0].text());
        if self.depth == 2 {
            let _ = writeln!(text, "for j = {}", self.ranges[1].text());
        }
        for statement in &self.body {
            text += &statement.text();
        }
        text += if self.depth == 2 {
            "end\nend\n"
        } else {
            "end\n"
        };
        text + "print a + 0\nprint b + 0\nprint s + 0\n"
    }

    /// What the text prints, found by running the nest in order.
    pub fn output(&self) -> String {
        let initial = |size: i64, factor: i64| {
            (0..size)
                .map(|k| (factor * k + 1) % 17)
                .collect::<Vec<i64>>()
        };
        let mut state = State {
            arrays: [initial(self.sizes[0], 3), initial(self.sizes[1], 5)],
            sum: 0,
        };
        for (i, j) in self.points() {
            for statement in &self.body {
                state.run(statement, i, j);
            }
        }
        let list = |values: &[i64]| {
            values
                .iter()
                .map(i64::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        format!(
            "[{}]\n[{}]\n{}\n",
            list(&state.arrays[0]),
            list(&state.arrays[1]),
            state.sum
        )
    }
}

/// The statement itself, or the one within an `if`.
fn inner(statement: &mut Statement) -> &mut Statement {
    match statement {
        Statement::If(_, body) => inner(body),
        Statement::Store(..)
        | Statement::Add(..)
        | Statement::Accumulate(..)
        | Statement::Local(..) => statement,
    }
}

const NAMES: [&str; 2] = ["a", "b"];

impl Statement {
    fn text(&self) -> String {
        match self {
            Statement::Store(array, target, terms) => format!(
                "{}[{}] = mod({}, 101)\n",
                NAMES[*array],
                target.text(),
                sum_text(terms)
            ),
            Statement::Add(array, target, value) => {
                format!("{}[{}] += {value}\n", NAMES[*array], target.text())
            }
            Statement::If(condition, body) => {
                format!("if mod({}, 2) == 0\n{}end\n", condition.text(), body.text())
            }
            Statement::Accumulate(terms) => format!("s += {}\n", sum_text(terms)),
            Statement::Local(value, array, target, other) => {
                let target = format!("{}[{}]", NAMES[*array], target.text());
                format!(
                    "t = {}\n{target} = mod(2*t + {}, 101)\n",
                    value.text(),
                    other.text()
                )
            }
        }
    }
}

fn sum_text(terms: &[Term]) -> String {
    terms
        .iter()
        .map(|term| term.text())
        .collect::<Vec<_>>()
        .join(" + ")
}

impl Term {
    fn text(self) -> String {
        match self {
            Term::Element(array, index) => format!("{}[{}]", NAMES[array], index.text()),
            Term::Counter(index) => format!("({})", index.text()),
        }
    }
}

/// The arrays and the sum while a nest is run.
struct State {
    arrays: [Vec<i64>; 2],
    sum: i64,
}

impl State {
    fn run(&mut self, statement: &Statement, i: i64, j: i64) {
        match statement {
            Statement::Store(array, target, terms) => {
                self.store(*array, target.at(i, j), self.total(terms, i, j) % 101)
            }
            Statement::Add(array, target, value) => {
                self.arrays[*array][target.at(i, j) as usize] += value
            }
            Statement::If(condition, body) if condition.at(i, j) % 2 == 0 => self.run(body, i, j),
            Statement::If(..) => {}
            Statement::Accumulate(terms) => self.sum += self.total(terms, i, j),
            Statement::Local(value, array, target, other) => {
                let total = 2 * self.value(*value, i, j) + self.value(*other, i, j);
                self.store(*array, target.at(i, j), total % 101);
            }
        }
    }

    fn store(&mut self, array: usize, index: i64, value: i64) {
        self.arrays[array][index as usize] = value;
    }

    fn total(&self, terms: &[Term], i: i64, j: i64) -> i64 {
        terms.iter().map(|term| self.value(*term, i, j)).sum()
    }

    fn value(&self, term: Term, i: i64, j: i64) -> i64 {
        match term {
            Term::Element(array, index) => usize::try_from(index.at(i, j))
                .ok()
                .and_then(|at| self.arrays[array].get(at))
                .copied()
                .unwrap_or(0),
            Term::Counter(index) => index.at(i, j),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_stay_inside() {
        // Running the nests would panic otherwise.
        for seed in 0..2000 {
            super::random(&mut Random::new(seed)).output();
        }
    }
}
