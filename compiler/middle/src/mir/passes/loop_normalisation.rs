//! The pass `loop-normalisation`: a loop of a kernel from `p - r` to `p + r` counts from 0 to `2r`.
//!
//! The number of iterations is then the same at every position, however `p` varies, and an index `p - r + k` is a position plus what does not
//! vary: vector code reads whole vectors where it would gather element by element under a mask.
//!
//! *Invariant:* the index takes the same values in the same order. So `p` must be a value around which nothing wraps at 32 bits: a
//! position, counted from 0 or from a parameter, of which there are fewer than any array has elements, or what a few steps make of one.
//! An element of an array or a parameter by itself can be any number.

use std::collections::{BTreeMap, BTreeSet};

use crate::mir::data::*;

/// Larger distances are left alone.
const MOST_ITERATIONS: i64 = 1 << 20;

/// Positions are multiplied by this at most: windows that move by several elements.
const MOST_STEP: i64 = 64;

/// Runs the pass on every kernel.
pub fn loop_normalisation(program: &mut Program) {
    for function in program.functions.iter_mut() {
        if matches!(function.kind, FuncKind::Kernel(_)) {
            let mut body = std::mem::take(&mut function.body);
            let sums = Sums::of(function, &body);
            block(function, &sums, &mut body);
            function.body = body;
        }
    }
}

fn block(function: &mut Function, sums: &Sums, block_: &mut Block) {
    let mut output = Vec::with_capacity(block_.stmts.len());
    for mut stmt in std::mem::take(&mut block_.stmts) {
        for inner in stmt.op.blocks_mut() {
            block(function, sums, inner);
        }
        if let Some(distance) = distance(sums, &stmt.op) {
            count_from_zero(function, &mut stmt, distance, &mut output);
        }
        output.push(stmt);
    }
    block_.stmts = output;
}

/// `stop - start` of a counted loop whose bounds are one value that varies plus constants.
fn distance(sums: &Sums, op: &Op) -> Option<i32> {
    let Op::For { start, stop, .. } = op else {
        return None;
    };
    let ((from, low), (to, high)) = (sums.parts(*start), sums.parts(*stop));
    let distance = high - low;
    let is_window = from == to && sums.counts.contains(&from) && distance.abs() < MOST_ITERATIONS;
    is_window.then_some(distance as i32)
}

fn count_from_zero(
    function: &mut Function,
    stmt: &mut Stmt,
    distance: i32,
    output: &mut Vec<Stmt>,
) {
    let loc = stmt.loc;
    let Op::For {
        index,
        start,
        stop,
        body,
        ..
    } = &mut stmt.op
    else {
        unreachable!("only counted loops have a distance");
    };
    let mut constant = |number| {
        let value = function.values.push(ValueData { ty: Ty::I32 });
        output.push(Stmt {
            op: Op::Const(Const::I32(number)),
            results: vec![value],
            loc,
        });
        value
    };
    let (zero, last) = (constant(0), constant(distance));
    let counter = function.values.push(ValueData { ty: Ty::I32 });
    let sum = Op::Binary(BinaryOp::Add, *start, counter);
    body.stmts.insert(
        0,
        Stmt {
            op: sum,
            results: vec![*index],
            loc,
        },
    );
    (*index, *start, *stop) = (counter, zero, last);
}

/// Values as sums of another value and a constant, and those that cannot wrap.
struct Sums {
    constants: BTreeMap<Value, i64>,
    sums: BTreeMap<Value, (Value, i64)>,
    /// Positions, and what is made of them by small steps, quotients and remainders.
    counts: BTreeSet<Value>,
    /// Indices of loops between small constants.
    small: BTreeSet<Value>,
    /// Parameters that are read: where a loop began that became the kernel.
    given: BTreeSet<Value>,
}

impl Sums {
    fn of(function: &Function, body: &Block) -> Sums {
        let counts = match &function.kind {
            FuncKind::Kernel(kernel) => kernel.position.iter().copied().collect(),
            FuncKind::Host => BTreeSet::new(),
        };
        let mut found = Sums {
            constants: BTreeMap::new(),
            sums: BTreeMap::new(),
            counts,
            small: BTreeSet::new(),
            given: BTreeSet::new(),
        };
        body.for_each_stmt(&mut |stmt| {
            if let Op::Get(local) = stmt.op
                && function.params.contains(&local)
            {
                found.given.extend(&stmt.results);
            }
            found.note(stmt);
        });
        found
    }

    fn note(&mut self, stmt: &Stmt) {
        if let Op::For {
            index, start, stop, ..
        } = &stmt.op
        {
            self.note_loop(*index, *start, *stop, distance(self, &stmt.op).is_some());
        }
        let &[result] = stmt.results.as_slice() else {
            return;
        };
        match &stmt.op {
            Op::Const(Const::I32(number)) => {
                self.constants.insert(result, i64::from(*number));
            }
            Op::Binary(op, a, b) => {
                if self.stays(*op, *a, *b) {
                    self.counts.insert(result);
                }
                self.note_sum(*op, *a, *b, result);
            }
            _other => {}
        }
    }

    fn note_loop(&mut self, index: Value, start: Value, stop: Value, is_window: bool) {
        if is_window {
            self.counts.insert(index);
        } else if self.is_small(start) && self.is_small(stop) {
            self.small.insert(index);
        }
    }

    fn is_small(&self, value: Value) -> bool {
        let number = self.constants.get(&value);
        number.is_some_and(|number| number.abs() < MOST_ITERATIONS) || self.small.contains(&value)
    }

    /// Whether an operation makes of a value that cannot wrap another one.
    fn stays(&self, op: BinaryOp, a: Value, b: Value) -> bool {
        let counts = |value| self.counts.contains(&value);
        let start = |value| self.is_small(value) || self.given.contains(&value);
        let factor = |value| {
            self.constants
                .get(&value)
                .is_some_and(|by| by.abs() <= MOST_STEP)
        };
        match op {
            BinaryOp::Add => counts(a) && start(b) || counts(b) && start(a),
            BinaryOp::Sub => counts(a) && start(b),
            BinaryOp::Mul => counts(a) && factor(b) || counts(b) && factor(a),
            BinaryOp::IntDiv | BinaryOp::Rem => counts(a),
            _other => false,
        }
    }

    fn note_sum(&mut self, op: BinaryOp, a: Value, b: Value, result: Value) {
        let constant = |value: Value| self.constants.get(&value).copied();
        let sum = match (op, constant(a), constant(b)) {
            (BinaryOp::Add, None, Some(number)) => (a, number),
            (BinaryOp::Add, Some(number), None) => (b, number),
            (BinaryOp::Sub, None, Some(number)) => (a, -number),
            _ => return,
        };
        let (base, offset) = self.parts(sum.0);
        self.sums.insert(result, (base, offset + sum.1));
    }

    fn parts(&self, value: Value) -> (Value, i64) {
        self.sums.get(&value).copied().unwrap_or((value, 0))
    }
}
