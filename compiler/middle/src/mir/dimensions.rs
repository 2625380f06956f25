//! Which dimensions of the position the values of a kernel depend on.
//!
//! *Invariant:* a value has at least the dimensions that it changes with.

use super::kernel::kernel_data;
use super::{Function, Local, Op, Stmt, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Sets of dimensions, a bit for each.
pub type Dimensions = u32;

/// The dimensions of the values whose statements were seen.
pub struct Dependence {
    /// Variables that the kernel assigns: what they hold may depend on every dimension.
    assigned: BTreeSet<Local>,
    of: BTreeMap<Value, Dimensions>,
}

impl Dependence {
    /// Those of the parts of the position.
    pub fn of(kernel: &Function) -> Dependence {
        let positions = kernel_data(kernel).position.iter().zip(0..);
        Dependence {
            assigned: kernel.body.assigned_locals(),
            of: positions.map(|(value, at)| (*value, 1 << at)).collect(),
        }
    }

    /// Those of a value.
    pub fn get(&self, value: Value) -> Dimensions {
        self.of.get(&value).copied().unwrap_or(Dimensions::MAX)
    }

    /// Those of what a statement is made of.
    pub fn operands(&self, op: &Op) -> Dimensions {
        let mut of = 0;
        op.for_each_operand(|value| of |= self.get(*value));
        of
    }

    /// Takes in a statement, without the blocks in it.
    pub fn define(&mut self, stmt: &Stmt) {
        let of = match &stmt.op {
            Op::Get(local) if self.assigned.contains(local) => Dimensions::MAX,
            op => self.operands(op),
        };
        for result in &stmt.results {
            self.of.insert(*result, of);
        }
        if let Op::For { index, .. } = &stmt.op {
            self.of.insert(*index, of);
        }
    }
}
