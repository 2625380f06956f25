//! How often loops of a kernel run in a launch, computed by the host in front of it.
//!
//! *Invariant:* what is computed depends on the arguments of the launch alone, and cannot fail.

use super::emit::Emitter;
use crate::mir::{BinaryOp, Const, Function, Label, Launch, Op, Stmt, Ty, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A loop of a kernel that counts by ones, the same at all positions.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) label: Label,
    pub(super) index: Value,
    pub(super) start: Value,
    pub(super) stop: Value,
}

impl Counted {
    /// The same for a number that does not change in a launch, as if it were the index of a loop of one iteration.
    pub(super) fn fixed(number: Value, kernel: &Function, made: &BTreeMap<Value, &Stmt>) -> Bounds {
        let ends = [number; 2];
        let stmts = computing(kernel, made, &ends);
        Bounds { stmts, ends }
    }

    /// The bounds for the host; `made` has what defines values of the kernel that depend on its arguments alone.
    pub(super) fn bounds(&self, kernel: &Function, made: &BTreeMap<Value, &Stmt>) -> Bounds {
        let ends = [self.start, self.stop];
        let stmts = computing(kernel, made, &ends);
        Bounds { stmts, ends }
    }
}

/// The statements of a kernel that compute values, in their order, as far as `made` has them.
fn computing(kernel: &Function, made: &BTreeMap<Value, &Stmt>, wanted: &[Value]) -> Vec<Stmt> {
    let mut needed = BTreeSet::new();
    let mut open = wanted.to_vec();
    while let Some(value) = open.pop() {
        if let Some(stmt) = made.get(&value)
            && needed.insert(value)
        {
            stmt.op.for_each_operand(|operand| open.push(*operand));
        }
    }
    let mut stmts = Vec::new();
    kernel.body.for_each_stmt(&mut |stmt| {
        if stmt
            .results
            .first()
            .is_some_and(|result| needed.contains(result))
        {
            stmts.push(stmt.clone());
        }
    });
    stmts
}

/// The first and the last index of a loop.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// The statements of the kernel that compute them of its arguments.
    stmts: Vec<Stmt>,
    ends: [Value; 2],
}

impl Bounds {
    /// The first and the last index in a launch, in 64 bits.
    pub(super) fn ends(
        &self,
        emitter: &mut Emitter,
        launch: &Launch,
        kernel: &Function,
    ) -> [Value; 2] {
        let mut here: BTreeMap<Value, Value> = BTreeMap::new();
        for stmt in &self.stmts {
            let result = stmt.results[0];
            let value = match stmt.op {
                Op::Get(local) => {
                    let number = kernel.params.iter().position(|param| *param == local);
                    launch.args[number.expect("bounds depend on arguments alone")]
                }
                _ => {
                    let mut op = stmt.op.clone();
                    op.for_each_operand_mut(|operand| *operand = here[operand]);
                    emitter.define(op, kernel.values[result].ty)
                }
            };
            here.insert(result, value);
        }
        self.ends.map(|end| emitter.convert(here[&end], Ty::I64))
    }

    /// How often the loop runs in a launch, 0 or less if it does not, in 64 bits: bounds may lie far from each other.
    pub(super) fn iterations(
        &self,
        emitter: &mut Emitter,
        launch: &Launch,
        kernel: &Function,
    ) -> Value {
        let [start, stop] = self.ends(emitter, launch, kernel);
        let behind = emitter.binary(BinaryOp::Sub, stop, start);
        let one = emitter.constant(Const::I64(1));
        emitter.binary(BinaryOp::Add, behind, one)
    }
}
