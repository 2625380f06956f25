//! What the pass decides in all small cases, compared with what follows, and on random programs. `tests/mir/dominating-conditions` shows what it
//! does with bounds, ways that end and parts of conditions.
//!
//! *Invariant:* what may be proven is counted over all small numbers, by nothing that the pass uses.

use super::*;
use crate::mir::build::FunctionBuilder;
use crate::mir::interpret::Random;
use crate::mir::print;
use crate::mir::testing::{access, agree, program};

/// The program's text after the pass; the pass keeps what it does.
fn after(build: impl FnOnce(&mut FunctionBuilder, Value, Value)) -> String {
    let mut program = program(|_, b| {
        let n = b.runtime(RtFn::thread_count, &[], &[])[0];
        let array = b.new_array(ElemKind::F32, &[n], Fill::Ones);
        build(b, array, n);
    });
    let before = program.clone();
    dominating_conditions(&mut program);
    agree(&before, &program);
    print::function(&program, &program.functions[program.entry])
}

const OPS: [CompareOp; 6] = [
    CompareOp::Lt,
    CompareOp::Le,
    CompareOp::Gt,
    CompareOp::Ge,
    CompareOp::Eq,
    CompareOp::Ne,
];

/// Those that the pass decides.
const ORDERS: [CompareOp; 4] = [CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];

fn holds(op: CompareOp, left: i32, right: i32) -> bool {
    match op {
        CompareOp::Lt => left < right,
        CompareOp::Le => left <= right,
        CompareOp::Gt => left > right,
        CompareOp::Ge => left >= right,
        CompareOp::Eq => left == right,
        CompareOp::Ne => left != right,
    }
}

/// An unknown number, or a constant.
#[derive(Clone, Copy, Debug)]
enum Term {
    Unknown(usize),
    Number(i32),
}

/// A comparison, and whether it holds.
type Fact = (Term, CompareOp, Term, bool);

/// What follows for the last comparison from the others, counted over all small numbers; none where both are possible or nothing is.
fn follows(known: &[Fact], asked: (Term, CompareOp, Term)) -> Option<bool> {
    let numbers = -2..8;
    let mut found = [false; 2];
    for (a, b, c) in numbers.clone().flat_map(|a| {
        let numbers = numbers.clone();
        numbers
            .clone()
            .flat_map(move |b| numbers.clone().map(move |c| (a, b, c)))
    }) {
        let value = |term: Term| match term {
            Term::Unknown(at) => [a, b, c][at],
            Term::Number(number) => number,
        };
        let mut facts = known.iter();
        if facts.all(|&(left, op, right, truth)| holds(op, value(left), value(right)) == truth) {
            let (left, op, right) = asked;
            found[usize::from(holds(op, value(left), value(right)))] = true;
        }
    }
    match found {
        [true, false] => Some(false),
        [false, true] => Some(true),
        [true, true] | [false, false] => None,
    }
}

/// What the pass says of it, in a branch in which the facts hold.
fn decided(known: &[Fact], asked: (Term, CompareOp, Term)) -> Option<bool> {
    let (left, op, right) = asked;
    let text = after(|b, _, _| {
        let unknown = [(); 3].map(|()| b.runtime(RtFn::thread_count, &[], &[])[0]);
        let value = |b: &mut FunctionBuilder, term: Term| match term {
            Term::Unknown(at) => unknown[at],
            Term::Number(number) => b.int(number),
        };
        b.scope(|b, label| {
            for &(left, op, right, truth) in known {
                let (left, right) = (value(b, left), value(b, right));
                let cond = b.compare(op, left, right);
                match truth {
                    true => b.if_(cond, |_| (), |b| b.break_(label)),
                    false => b.if_(cond, |b| b.break_(label), |_| ()),
                }
            }
            let (left, right) = (value(b, left), value(b, right));
            let cond = b.compare(op, left, right);
            b.if_then(cond, |b| show(b, 7));
        });
    });
    match (text.contains("if true"), text.contains("if false")) {
        (false, false) => None,
        (found, _) => Some(found),
    }
}

fn show(b: &mut FunctionBuilder, number: i32) {
    let number = b.int(number);
    let list = b.list(&[number]);
    b.runtime(RtFn::print, &[], &list);
}

#[test]
fn an_order_of_two_numbers_decides_all_that_follows() {
    let (a, b) = (Term::Unknown(0), Term::Unknown(1));
    for known in OPS {
        for truth in [true, false] {
            for asked in ORDERS {
                for (left, right) in [(a, b), (b, a)] {
                    let (fact, asked) = ((a, known, b, truth), (left, asked, right));
                    let expected = follows(&[fact], asked);
                    assert_eq!(decided(&[fact], asked), expected, "{fact:?} {asked:?}");
                }
            }
        }
    }
}

#[test]
fn bounds_of_a_number_decide_all_that_follows() {
    let a = Term::Unknown(0);
    for known in OPS {
        for truth in [true, false] {
            for asked in ORDERS {
                for number in 2..=4 {
                    let known = (a, known, Term::Number(3), truth);
                    let sides = [(a, Term::Number(number)), (Term::Number(number), a)];
                    for (left, right) in sides {
                        let asked = (left, asked, right);
                        let expected = follows(&[known], asked);
                        assert_eq!(decided(&[known], asked), expected, "{known:?} {asked:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn orders_chain() {
    let [a, b, c] = [0, 1, 2].map(Term::Unknown);
    for first in ORDERS {
        for second in ORDERS {
            for asked in ORDERS {
                let known = [(a, first, b, true), (b, second, c, true)];
                for (left, right) in [(a, c), (c, a)] {
                    let asked = (left, asked, right);
                    let expected = follows(&known, asked);
                    assert_eq!(decided(&known, asked), expected, "{known:?} {asked:?}");
                }
            }
        }
    }
    // Through a number: what is at most 2 is less than what is at least 3.
    for (low, high) in [(2, 3), (3, 3), (3, 4)] {
        for (first, second) in [
            (CompareOp::Le, CompareOp::Ge),
            (CompareOp::Lt, CompareOp::Gt),
        ] {
            let known = [
                (a, first, Term::Number(low), true),
                (b, second, Term::Number(high), true),
            ];
            for asked in ORDERS {
                let asked = (a, asked, b);
                let expected = follows(&known, asked);
                assert_eq!(decided(&known, asked), expected, "{known:?} {asked:?}");
            }
        }
    }
}

fn unknown(b: &mut FunctionBuilder) -> Value {
    b.runtime(RtFn::thread_count, &[], &[])[0]
}

/// `a && b` and `a || b` as they are lowered, with the second part where the first does not decide.
#[test]
fn conditions_with_a_second_part_behind_the_first() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum First {
        Itself,
        Negated,
        NegatesIt,
        Opposite,
        OppositeAgain,
        Other,
        NegatedOther,
        OtherNumber,
        OtherOrder,
        OtherKind,
        Floats,
    }
    let decided = |first: First, then: bool, truth: bool, asked: usize| {
        let text = after(|b, _, _| {
            let (a, c, four) = (unknown(b), unknown(b), b.int(4));
            let five = b.int(5);
            let [f, g] = [a, four].map(|number| b.convert(number, Ty::F32));
            let plain = b.compare(CompareOp::Lt, a, four);
            let one = match first {
                First::NegatesIt => b.unary(UnaryOp::Not, plain),
                First::Floats => b.compare(CompareOp::Lt, f, g),
                _ => plain,
            };
            let held = b.local_with(None, one);
            let cond = match first {
                First::Itself => one,
                First::Negated => b.unary(UnaryOp::Not, one),
                First::NegatesIt => plain,
                First::Opposite => b.compare(CompareOp::Ge, a, four),
                First::OppositeAgain => {
                    let again = b.emit_one(Op::Const(Const::I32(4)), Ty::I32);
                    b.compare(CompareOp::Ge, a, again)
                }
                First::Other => b.compare(CompareOp::Ge, c, four),
                First::NegatedOther => {
                    let other = b.compare(CompareOp::Ge, c, four);
                    b.unary(UnaryOp::Not, other)
                }
                First::OtherNumber => b.compare(CompareOp::Ge, a, five),
                First::OtherOrder => b.compare(CompareOp::Gt, a, four),
                First::OtherKind => {
                    let other = b.compare(CompareOp::Ge, c, four);
                    b.binary(BinaryOp::And, other, other)
                }
                // Neither holds of what is no number.
                First::Floats => b.compare(CompareOp::Ge, f, g),
            };
            let second = |b: &mut FunctionBuilder| {
                let two = b.int(2);
                let other = b.compare(CompareOp::Gt, c, two);
                b.set(held, other);
            };
            match then {
                true => b.if_then(cond, second),
                false => b.if_(cond, |_| (), second),
            }
            let joined = b.get(held);
            b.scope(|b, label| {
                match truth {
                    true => b.if_(joined, |_| (), |b| b.break_(label)),
                    false => b.if_(joined, |b| b.break_(label), |_| ()),
                }
                let two = b.int(2);
                let parts = [one, b.compare(CompareOp::Gt, c, two)];
                b.if_then(parts[asked], |b| show(b, 7));
            });
        });
        match (text.contains("if true"), text.contains("if false")) {
            (false, false) => None,
            (found, _) => Some(found),
        }
    };
    let opposite = [
        First::Negated,
        First::NegatesIt,
        First::Opposite,
        First::OppositeAgain,
    ];
    let unrelated = [
        First::Other,
        First::NegatedOther,
        First::OtherNumber,
        First::OtherOrder,
        First::OtherKind,
        First::Floats,
    ];
    for first in [First::Itself].into_iter().chain(opposite).chain(unrelated) {
        for then in [true, false] {
            // Where the first part must hold for the second to be computed, both do behind it.
            let is_and = then == (first == First::Itself);
            for truth in [true, false] {
                for asked in 0..2 {
                    let known = is_and == truth && !unrelated.contains(&first);
                    let found = decided(first, then, truth, asked);
                    assert_eq!(found, known.then_some(truth), "{first:?} {then} {asked}");
                }
            }
        }
    }
}

/// Conditions and accesses at random, in loops over a few numbers. Accesses outside give 0, unless the pass takes their checks.
struct Maker<'b> {
    random: Random,
    b: &'b mut FunctionBuilder,
    numbers: Vec<Value>,
    truths: Vec<Value>,
    /// Arrays with the number of their indices.
    arrays: Vec<(Value, usize)>,
    held: Local,
    label: Label,
    shown: i32,
}

impl Maker<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    fn number(&mut self) -> Value {
        let known = |maker: &mut Self| {
            let at = maker.below(maker.numbers.len());
            maker.numbers[at]
        };
        let value = match self.below(14) {
            0..=6 => return known(self),
            7 => {
                let number = self.below(7) as i32 - 2;
                self.b.int(number)
            }
            8 | 9 => self.extent(),
            10 => {
                let (extent, part) = (self.extent(), self.below(3) as i32);
                let part = self.b.int(part);
                self.b.sub(extent, part)
            }
            way => {
                let (one, other) = (known(self), known(self));
                let op = [BinaryOp::Min, BinaryOp::Max, BinaryOp::Sub][way - 11];
                self.b.binary(op, one, other)
            }
        };
        self.numbers.push(value);
        value
    }

    fn extent(&mut self) -> Value {
        let at = self.below(self.arrays.len());
        let (array, rank) = self.arrays[at];
        match self.below(3) {
            0 => self.b.numel(array),
            axis if rank == 2 => self.b.dim(array, axis as u8 - 1),
            axis => self.b.dim(array, axis as u8),
        }
    }

    fn condition(&mut self, depth: usize) -> Value {
        let value = match self.below(if depth == 0 { 8 } else { 12 }) {
            0 | 1 if !self.truths.is_empty() => {
                let at = self.below(self.truths.len());
                return self.truths[at];
            }
            2 => {
                let sides = [self.number(), self.number()];
                let sides = sides.map(|side| self.b.convert(side, Ty::F32));
                // 0/0 is neither less nor not less than anything.
                let quotient = self.b.binary(BinaryOp::Div, sides[0], sides[0]);
                let op = OPS[self.below(6)];
                self.b.compare(op, quotient, sides[1])
            }
            8 => {
                let inner = self.condition(depth - 1);
                self.b.unary(UnaryOp::Not, inner)
            }
            9 | 10 => {
                let (one, other) = (self.condition(depth - 1), self.condition(depth - 1));
                let op = [BinaryOp::And, BinaryOp::Or][self.below(2)];
                self.b.binary(op, one, other)
            }
            11 => {
                let inner = self.condition(depth - 1);
                let number = self.below(2) as i32;
                let (inner, number) = (self.b.convert(inner, Ty::I32), self.b.int(number));
                let op = OPS[self.below(6)];
                self.b.compare(op, inner, number)
            }
            _ => {
                let (one, other) = (self.number(), self.number());
                let op = OPS[self.below(6)];
                self.b.compare(op, one, other)
            }
        };
        self.truths.push(value);
        value
    }

    /// A block, of which nothing is visible outside.
    fn block(&mut self, depth: usize) -> Block {
        let (numbers, truths) = (self.numbers.len(), self.truths.len());
        self.b.open_block();
        for _ in 0..1 + self.below(3) {
            self.stmt(depth);
        }
        self.numbers.truncate(numbers);
        self.truths.truncate(truths);
        self.b.close_block()
    }

    fn stmt(&mut self, depth: usize) {
        match self.below(10) {
            0..=2 if depth > 0 => {
                let cond = self.condition(2);
                let then = self.block(depth - 1);
                let otherwise = match self.below(2) {
                    0 => self.block(depth - 1),
                    _ => Block::default(),
                };
                self.b.push_if(cond, then, otherwise);
            }
            3 | 4 if depth > 0 => {
                let cond = self.condition(2);
                self.b.open_block();
                self.show();
                self.b.continue_(self.label);
                let leaves = self.b.close_block();
                match self.below(2) {
                    0 => self.b.push_if(cond, leaves, Block::default()),
                    _ => self.b.push_if(cond, Block::default(), leaves),
                }
            }
            5 if depth > 0 => self.second_part(),
            6 | 7 => self.access(),
            8 if depth > 0 => {
                let (start, stop) = (self.number(), self.number());
                let step = [1, 1, 2, -1][self.below(4)];
                let (step, label, index) =
                    (self.b.int(step), self.b.label(), self.b.value(Ty::I32));
                let outer = std::mem::replace(&mut self.label, label);
                self.numbers.push(index);
                let body = self.block(depth - 1);
                self.numbers.pop();
                self.label = outer;
                let header = crate::mir::build::ForHeader {
                    label,
                    index,
                    range: LoopRange { start, step, stop },
                    directive: LoopDirective::default(),
                    name: None,
                };
                self.b.push_for(header, body);
            }
            _ => self.show(),
        }
    }

    /// A condition with a second part that is computed where the first does not decide.
    fn second_part(&mut self) {
        let first = self.condition(1);
        // Without it what the variable holds from before gets the second part.
        if self.below(4) != 0 {
            self.b.set(self.held, first);
        }
        let cond = match self.below(3) {
            0 => self.b.unary(UnaryOp::Not, first),
            1 => self.condition(0),
            _ => first,
        };
        let truths = self.truths.len();
        let numbers = self.numbers.len();
        self.b.open_block();
        let second = self.condition(1);
        self.b.set(self.held, second);
        let second = self.b.close_block();
        self.truths.truncate(truths);
        self.numbers.truncate(numbers);
        match self.below(2) {
            0 => self.b.push_if(cond, second, Block::default()),
            _ => self.b.push_if(cond, Block::default(), second),
        }
        let joined = self.b.get(self.held);
        self.truths.push(joined);
    }

    fn access(&mut self) {
        let at = self.below(self.arrays.len());
        let (array, rank) = self.arrays[at];
        let count = if self.below(3) == 0 { 1 } else { rank };
        let index: Vec<Value> = (0..count).map(|_| self.number()).collect();
        let mode = [
            AccessMode::Safe,
            AccessMode::Safe,
            AccessMode::Safe,
            AccessMode::Mirror,
        ];
        let mode = mode[self.below(4)];
        let access = access(array, &index, mode, None);
        match self.below(3) {
            0 => {
                let value = self.b.number(Ty::F32, 2.0);
                self.b.store(access, &[value]);
            }
            _ => {
                let value = self.b.load(access)[0];
                let list = self.b.list(&[value]);
                self.b.runtime(RtFn::print, &[], &list);
            }
        }
    }

    fn show(&mut self) {
        self.shown += 1;
        show(self.b, self.shown);
    }
}

/// A program with random conditions in two loops.
fn random_conditions(seed: u64) -> Program {
    program(|_, b| {
        let arrays = [vec![3], vec![1, 2], vec![2, 3]].map(|extents| {
            let extents: Vec<Value> = extents.into_iter().map(|extent| b.int(extent)).collect();
            (
                b.new_array(ElemKind::F32, &extents, Fill::Ones),
                extents.len(),
            )
        });
        // What the pass does not see through.
        let hidden = arrays.map(|(array, rank)| {
            let held = b.local_with(None, array);
            (b.get(held), rank)
        });
        let no = b.bool(false);
        let held = b.local_with(None, no);
        let [low, one, high] = [-2, 1, 4].map(|number| b.int(number));
        let range = LoopRange {
            start: low,
            step: one,
            stop: high,
        };
        b.for_(range, |b, _, i| {
            let range = LoopRange {
                start: high,
                step: low,
                stop: low,
            };
            b.for_(range, |b, label, j| {
                let numbers = vec![i, j, i, j, low, one, high];
                let arrays = arrays.into_iter().chain(hidden).collect();
                let mut maker = Maker {
                    random: Random::new(seed),
                    b,
                    numbers,
                    truths: Vec::new(),
                    arrays,
                    held,
                    label,
                    shown: 100,
                };
                for _ in 0..6 {
                    maker.stmt(3);
                }
            });
        });
        for (array, _) in arrays {
            let list = b.list(&[array]);
            b.runtime(RtFn::print, &[], &list);
        }
    })
}

#[test]
fn random_conditions_keep_their_meaning() {
    let mut unchecked = 0;
    let mut decided = 0;
    for seed in crate::mir::random_program::seeds(0, 400) {
        let before = random_conditions(seed);
        let mut found = before.clone();
        dominating_conditions(&mut found);
        agree(&before, &found);
        let text = print::program(&found);
        unchecked += text.matches(" unchecked").count();
        decided += text.matches("if true").count() + text.matches("if false").count();
    }
    // Programs of which nothing is proven would show nothing.
    assert!(unchecked > 25 && decided > 100, "{unchecked} {decided}");
}
