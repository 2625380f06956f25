//! The pass `window`: a loop of a kernel from `p - r` to `p + r` counts from 0 to `2r`.
//!
//! The number of rounds is then the same at every position, however `p` varies, and an index `p - r + k` is a position plus what does not
//! vary: vector code reads whole vectors where it would gather element by element under a mask.
//!
//! *Invariant:* the index takes the same values in the same order. Bounds that wrap at 32 bits are out of question: `p` counts
//! positions, which are fewer than any array has elements.

use std::collections::BTreeMap;

use crate::mir::data::*;

/// Larger distances are left alone.
const MOST_ROUNDS: i64 = 1 << 20;

/// Runs the pass on every kernel.
pub fn window(program: &mut Program) {
    for function in program.functions.iter_mut() {
        if matches!(function.kind, FuncKind::Kernel(_)) {
            let mut body = std::mem::take(&mut function.body);
            let sums = Sums::of(&body);
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
    let is_window =
        from == to && !sums.constants.contains_key(&from) && distance.abs() < MOST_ROUNDS;
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

/// Values as sums of another value and a constant.
struct Sums {
    constants: BTreeMap<Value, i64>,
    sums: BTreeMap<Value, (Value, i64)>,
}

impl Sums {
    fn of(body: &Block) -> Sums {
        let mut found = Sums {
            constants: BTreeMap::new(),
            sums: BTreeMap::new(),
        };
        body.for_each_stmt(&mut |stmt| found.note(stmt));
        found
    }

    fn note(&mut self, stmt: &Stmt) {
        let constant = |value: &Value| self.constants.get(value).copied();
        let sum = match &stmt.op {
            Op::Const(Const::I32(number)) => {
                self.constants.insert(stmt.results[0], i64::from(*number));
                return;
            }
            Op::Binary(BinaryOp::Add, a, b) => match (constant(a), constant(b)) {
                (None, Some(number)) => (*a, number),
                (Some(number), None) => (*b, number),
                _ => return,
            },
            Op::Binary(BinaryOp::Sub, a, b) => match (constant(a), constant(b)) {
                (None, Some(number)) => (*a, -number),
                _ => return,
            },
            _ => return,
        };
        let (base, offset) = self.parts(sum.0);
        self.sums.insert(stmt.results[0], (base, offset + sum.1));
    }

    fn parts(&self, value: Value) -> (Value, i64) {
        self.sums.get(&value).copied().unwrap_or((value, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values by number, as a kernel's position or a constant would have them.
    fn value(number: usize) -> Value {
        use crate::base::Id;
        Value::from_index(number)
    }

    fn stmt(op: Op, result: usize) -> Stmt {
        use crate::base::Id;
        Stmt {
            op,
            results: vec![value(result)],
            loc: Loc::from_index(0),
        }
    }

    #[test]
    fn bounds_around_one_value_have_a_distance() {
        let body = Block {
            stmts: vec![
                stmt(Op::Const(Const::I32(6)), 1),
                stmt(Op::Binary(BinaryOp::Sub, value(0), value(1)), 2),
                stmt(Op::Binary(BinaryOp::Add, value(1), value(0)), 3),
                stmt(Op::Binary(BinaryOp::Add, value(3), value(1)), 4),
            ],
        };
        let sums = Sums::of(&body);
        assert_eq!(sums.parts(value(2)), (value(0), -6));
        assert_eq!(sums.parts(value(4)), (value(0), 12));
    }
}
