//! Products that both kernels compute keep their roundings.
//!
//! With `--fp=fast` a product that only one sum uses is contracted with it. A product of the second kernel that the first one computes
//! too would be computed once and used twice, and its sum would round in another way than before. So it is told apart.
//!
//! *Invariant:* a product of the second kernel has as many uses in the fused kernel as it had before.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Id;
use crate::mir::families::pure_op;
use crate::mir::{BinaryOp, Block, FuncKind, Function, Op, Stmt, Value, ValueData};

/// Tells products of the second kernel, whose values begin at number `second`, apart from those of the first.
pub fn tell_apart(kernel: &mut Function, second: usize) {
    let mut numbers = Numbers::default();
    if let FuncKind::Kernel(data) = &kernel.kind {
        data.position.iter().for_each(|&value| numbers.fresh(value));
    }
    let (mut known, mut again) = (BTreeSet::new(), BTreeSet::new());
    kernel.body.for_each_stmt(&mut |stmt| {
        numbers.stmt(stmt, kernel);
        if let (Op::Binary(BinaryOp::Mul, ..), &[result]) = (&stmt.op, stmt.results.as_slice())
            && kernel.values[result].ty.is_float()
        {
            let number = numbers.of[&result];
            if result.index() < second {
                known.insert(number);
            } else if known.contains(&number) {
                again.insert(result);
            }
        }
    });
    let mut body = std::mem::take(&mut kernel.body);
    change(&mut body, kernel, &again);
    kernel.body = body;
}

/// Numbers of values: equal for those that are computed alike.
#[derive(Default)]
struct Numbers {
    of: BTreeMap<Value, usize>,
    known: BTreeMap<String, usize>,
}

impl Numbers {
    fn fresh(&mut self, value: Value) {
        let number = self.known.len();
        self.known.insert(format!("one {number}"), number);
        self.of.insert(value, number);
    }

    fn stmt(&mut self, stmt: &Stmt, kernel: &Function) {
        let assigned = |local| kernel.body.assigned_locals().contains(&local);
        let counts = match &stmt.op {
            pure_op!() | Op::Load(_) => true,
            Op::Get(local) => !assigned(*local),
            _ => false,
        };
        for (place, &result) in stmt.results.iter().enumerate() {
            match counts {
                true => self.number(stmt, place, result),
                false => self.fresh(result),
            }
        }
        if let Op::For { index, .. } = stmt.op {
            self.fresh(index);
        }
    }

    /// The number of a result by its operation and the numbers of its operands.
    fn number(&mut self, stmt: &Stmt, place: usize, result: Value) {
        let mut op = stmt.op.clone();
        if let Op::Load(access) = &mut op {
            access.name = None;
        }
        op.for_each_operand_mut(|value| {
            let number = self.of.get(value).copied().unwrap_or(value.index());
            *value = Value::from_index(number);
        });
        let next = self.known.len();
        let number = *self.known.entry(format!("{place} {op:?}")).or_insert(next);
        self.of.insert(result, number);
    }
}

/// The first factor of a product becomes the greater of itself and itself, which is the same number.
fn change(block: &mut Block, kernel: &mut Function, products: &BTreeSet<Value>) {
    let mut output = Vec::with_capacity(block.stmts.len());
    for mut stmt in std::mem::take(&mut block.stmts) {
        if stmt
            .results
            .first()
            .is_some_and(|result| products.contains(result))
            && let Op::Binary(BinaryOp::Mul, factor, _) = &mut stmt.op
        {
            let ty = kernel.values[*factor].ty;
            let same = kernel.values.push(ValueData { ty });
            output.push(Stmt {
                op: Op::Binary(BinaryOp::Max, *factor, *factor),
                results: vec![same],
                loc: stmt.loc,
            });
            *factor = same;
        }
        for inner in stmt.op.blocks_mut() {
            change(inner, kernel, products);
        }
        output.push(stmt);
    }
    block.stmts = output;
}
