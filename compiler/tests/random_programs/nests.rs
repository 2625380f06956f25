//! Random loop nests, for the question which of their loops may run in any order: affine and triangular bounds, affine, indirect and
//! modular indices, private variables, accumulators, recurrences, last values.
//!
//! *Invariant:* stores and reads stay inside; every number is a whole one below 2^24, so that a sum has one value in every order.

use super::generate::{block, line};
use super::random::Random;
use super::source::Node;

/// Elements of the vectors `a`, `b`, `p` (a permutation) and `q` (with repetitions).
const LENGTH: i64 = 128;
/// Rows and columns of the matrix `m`.
const SIDE: i64 = 28;

/// A loop variable and the values that it may have.
#[derive(Clone)]
struct Variable {
    name: &'static str,
    least: i64,
    greatest: i64,
}

/// Makes the statements of one nest.
struct Maker {
    random: Random,
    loops: Vec<Variable>,
    /// Temporary variables that have a value at this place.
    temporaries: Vec<&'static str>,
    /// Stores go to places of their own for (almost) every iteration, and reads to other arrays: many such loops are parallel.
    tidy: bool,
}

/// A program with some nests, each in a function of its own, and their results printed.
pub fn program(seed: u64, count: usize) -> Vec<Node> {
    let mut nodes: Vec<Node> = (0..count)
        .map(|index| function(seed, index, count))
        .collect();
    let calls = (0..count).map(|index| line(format!("nest{index}(z)")));
    nodes.push(block("function [] = main(z : int = 0)", calls.collect()));
    nodes.push(fill());
    nodes.push(digest());
    nodes
}

/// Gives the vectors their first values.
fn fill() -> Node {
    let values = [
        "a[k] = mod(3*k + 1, 17)",
        "b[k] = mod(5*k + 1, 17)",
        "p[k] = mod(37*k + 5, 128)",
        "q[k] = mod(3*k, 40)",
    ];
    block(
        "function [] = fill(a : vec, b : vec, p : vec[int], q : vec[int])",
        vec![block(
            format!("for k = 0..{}", LENGTH - 1),
            values.map(line).to_vec(),
        )],
    )
}

/// A number that tells matrices apart.
fn digest() -> Node {
    let step = line("d = mod(7*d + int(m[k,l]), 9973)");
    let row = block(format!("for l = 0..{}", SIDE - 1), vec![step]);
    let nest = block(format!("for k = 0..{}", SIDE - 1), vec![row]);
    block("function d = digest(m : mat)", vec![line("d = 0"), nest])
}

fn function(seed: u64, index: usize, count: usize) -> Node {
    let mut maker = Maker {
        random: Random::new(seed * count as u64 + index as u64),
        loops: Vec::new(),
        temporaries: Vec::new(),
        tidy: false,
    };
    maker.tidy = maker.below(3) != 0;
    let mut body: Vec<Node> = start();
    let depth = 1 + maker.random.below(3);
    body.push(maker.nest(depth));
    body.extend(prints());
    block(format!("function [] = nest{index}(z : int)"), body)
}

/// The arrays and variables that the nests change. The sizes are not known when compiling.
fn start() -> Vec<Node> {
    let sizes = format!("{LENGTH} + z");
    let mut nodes: Vec<Node> = ["a", "b"]
        .map(|name| line(format!("{name} = zeros({sizes})")))
        .to_vec();
    nodes.extend(["p", "q"].map(|name| line(format!("{name} = vec[int]({sizes})"))));
    nodes.push(line(format!("m = zeros({SIDE} + z, {SIDE} + z)")));
    let others = [
        "s = 0",
        "c = 0",
        "x = 1",
        "high = 0",
        "low = 1000",
        "bits = 0",
    ];
    nodes.push(line("fill(a, b, p, q)"));
    nodes.extend(others.map(line));
    nodes
}

fn prints() -> Vec<Node> {
    let variables = "s, \" \", c, \" \", x, \" \", high, \" \", low, \" \", bits";
    vec![
        line(format!("print digest(m), \" \", {variables}")),
        line("print a"),
        line("print b"),
    ]
}

impl Maker {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    /// A loop with what is inside it.
    fn nest(&mut self, depth: usize) -> Node {
        let head = self.head();
        let known = self.temporaries.len();
        let mut body = Vec::new();
        if depth > 1 {
            // Imperfect nests: statements before and behind the inner loop.
            if self.below(4) == 0 {
                body.push(self.statement(0));
            }
            body.push(self.nest(depth - 1));
            if self.below(4) == 0 {
                body.push(self.statement(0));
            }
        } else {
            for _ in 0..1 + self.below(3) {
                body.push(self.statement(0));
            }
        }
        self.temporaries.truncate(known);
        self.loops.pop();
        block(head, body)
    }

    /// The head of a loop, whose variable joins the others.
    fn head(&mut self) -> String {
        let name = ["i", "j", "k"][self.loops.len()];
        let outer = self.loops.last().cloned();
        if let Some(outer) = outer.filter(|_| self.below(4) == 0) {
            return self.triangular(name, &outer);
        }
        let (least, count) = (self.below(6) as i64, 1 + self.below(6) as i64);
        let step = [1, 1, 1, 1, 2, 3, -1, -2][self.below(8)];
        let greatest = least + (count - 1) * i64::from(step).abs();
        self.loops.push(Variable {
            name,
            least,
            greatest,
        });
        match step {
            1 => format!("for {name} = {least} + z..{greatest} + z"),
            2.. => format!("for {name} = {least} + z..{step}..{greatest} + z"),
            _ => format!("for {name} = {greatest} + z..{step}..{least} + z"),
        }
    }

    fn triangular(&mut self, name: &'static str, outer: &Variable) -> String {
        let (least, greatest) = (0, outer.greatest + 1);
        self.loops.push(Variable {
            name,
            least,
            greatest,
        });
        match self.below(3) {
            0 => format!("for {name} = 0..{}", outer.name),
            1 => format!("for {name} = {} + 1..{greatest} + z", outer.name),
            _ => format!("for {name} = {}..-1..0", outer.name),
        }
    }

    /// An affine index of the loop variables between 0 and `size`, excluded.
    fn affine(&mut self, size: i64) -> String {
        loop {
            let (mut text, mut least, mut greatest) = (String::new(), 0, 0);
            for variable in self.loops.clone() {
                let factor = [0, 0, 1, 1, 1, -1, 2, 3][self.below(8)];
                let ends = [factor * variable.least, factor * variable.greatest];
                least += ends[0].min(ends[1]);
                greatest += ends[0].max(ends[1]);
                text += &match factor {
                    0 => String::new(),
                    1 => format!("{} + ", variable.name),
                    _ => format!("{factor}*{} + ", variable.name),
                };
            }
            let constant = -least.min(0) + self.below(4) as i64;
            if greatest + constant < size {
                return format!("{text}{constant}");
            }
        }
    }

    /// An index of a vector.
    fn index(&mut self) -> String {
        let affine = self.affine(LENGTH);
        match self.below(10) {
            0 => format!("p[{affine}]"),
            1 => format!("q[{affine}]"),
            2 => format!("mod(5*({affine}), {})", [7, 32, 128][self.below(3)]),
            3 => format!("int(({affine})/2)"),
            _ => affine,
        }
    }

    /// Where a statement stores.
    fn target(&mut self) -> String {
        let names: Vec<&str> = self.loops.iter().map(|variable| variable.name).collect();
        let shift = self.below(3);
        match (self.tidy, names.as_slice()) {
            (true, [i]) if self.below(8) == 0 => format!("a[p[{i} + {shift}]]"),
            (true, [i]) => format!("a[{}*{i} + {shift}]", 1 + self.below(2)),
            (true, [i, j]) => format!("m[{i} + {shift},{j} + {}]", self.below(2)),
            (true, [i, j, ..]) if self.below(2) == 0 => format!("m[{j},{i} + {shift}]"),
            _ => self.place(),
        }
    }

    fn place(&mut self) -> String {
        match self.below(3) {
            _ if self.tidy && self.below(12) != 0 => format!("b[{}]", self.index()),
            0 => format!("m[{},{}]", self.affine(SIDE), self.affine(SIDE)),
            1 => format!("a[{}]", self.index()),
            _ => format!("b[{}]", self.index()),
        }
    }

    fn term(&mut self) -> String {
        match self.below(8) {
            0 | 1 => format!("({})", self.affine(LENGTH)),
            2 if !self.temporaries.is_empty() => {
                let at = self.below(self.temporaries.len());
                self.temporaries[at].to_owned()
            }
            3 if !self.tidy => "c".to_owned(),
            _ => self.place(),
        }
    }

    /// A whole number of the range 0 to 100.
    fn value(&mut self) -> String {
        let terms: Vec<String> = (0..1 + self.below(3)).map(|_| self.term()).collect();
        format!("mod({}, 101)", terms.join(" + "))
    }

    fn statement(&mut self, nesting: usize) -> Node {
        let value = self.value();
        match self.below(if nesting == 0 { 15 } else { 11 }) {
            0..=4 => line(format!("{} = {value}", self.target())),
            5 => line(format!("{} += {value}", self.target())),
            6 => line(format!("s += {value}")),
            7 => line(match self.below(3) {
                0 => format!("high = max(high, {value})"),
                1 => format!("low = min(low, {value})"),
                _ => format!("bits ~= int({value})"),
            }),
            8 => self.temporary(value),
            9 if self.tidy => self.temporary(value),
            9 => line(match self.below(4) {
                0 => format!("x = mod(3*x + {value}, 97)"),
                1 => format!("x = {value}"),
                2 => "c += 1".to_owned(),
                _ => format!("a[mod(c, {LENGTH})] = {value}"),
            }),
            10 => line(format!("{} = {value}", self.target())),
            11 | 12 => self.condition(),
            13 => self.inner_loop(),
            _ => block(
                format!("if mod({}, 5) == 4", self.affine(LENGTH)),
                vec![line(["break", "continue"][self.below(2)])],
            ),
        }
    }

    /// A variable that every iteration sets before it reads it.
    fn temporary(&mut self, value: String) -> Node {
        let name = ["t", "u", "v"][self.below(3)];
        if !self.temporaries.contains(&name) {
            self.temporaries.push(name);
        }
        line(format!("{name} = {value}"))
    }

    fn condition(&mut self) -> Node {
        let test = match self.below(3) {
            0 => format!("{} > 8", self.term()),
            1 => format!("mod({}, 3) == 1", self.affine(LENGTH)),
            _ => format!("{} != {}", self.affine(LENGTH), self.affine(LENGTH)),
        };
        let known = self.temporaries.clone();
        let body = vec![self.statement(1)];
        self.temporaries.clone_from(&known);
        let more = match self.below(3) {
            0 => vec![("else".to_owned(), vec![self.statement(1)])],
            _ => Vec::new(),
        };
        self.temporaries = known;
        Node::Block {
            head: format!("if {test}"),
            body,
            more,
            end: "end".into(),
        }
    }

    /// A loop with an end that the nest does not know.
    fn inner_loop(&mut self) -> Node {
        let value = self.value();
        let place = self.target();
        let head = "while w < 3; w += 1".to_owned();
        Node::Block {
            head: "if 1 == 1".into(),
            body: vec![
                line("w = 0"),
                block(head, vec![line(format!("{place} = mod({value} + w, 101)"))]),
            ],
            more: Vec::new(),
            end: "end".into(),
        }
    }
}
