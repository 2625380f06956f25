//! What the rows of a launch read again, which had better be in a cache when the next row reads it.
//!
//! *Invariant:* only the order in which positions run, and copies that hold the same elements, depend on it.

use super::cost::{COST_BITS, position_cost};
use super::dimensions::{Dependence, Dimensions};
use super::kernel::kernel_data;
use super::{Access, AccessMode, Block, Function, Local, Op, Stmt, Ty, Value};
use crate::machine::cost::ITERATIONS;
use quasar_abi::REREAD_BITS;
use std::collections::{BTreeMap, BTreeSet};

/// What the runtime is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reread {
    /// Bytes of elements that depend on the innermost position alone, not on the others, for so many 1/256 nanoseconds of a row's cost.
    pub bytes: i32,
    /// A bit for each of the first parameters: arrays with such elements that may have more columns in a launch, of zeros.
    pub may_be_padded: i32,
}

/// What the rows of a kernel read again; nothing in kernels of one dimension.
pub fn reread(kernel: &Function) -> Reread {
    let rank = kernel_data(kernel).position.len();
    if rank < 2 {
        return Reread::default();
    }
    let mut rows = Rows {
        last: 1 << (rank - 1),
        dependence: Dependence::of(kernel),
        kernel,
        variables: BTreeMap::new(),
        reread: BTreeSet::new(),
        others: BTreeSet::new(),
    };
    let bytes = rows.bytes(&kernel.body);
    if bytes == 0 {
        return Reread::default();
    }
    let (cost, together) = position_cost(kernel);
    let cost = cost.without_launch().max(1);
    let scaled = bytes.saturating_mul(together << (COST_BITS + REREAD_BITS)) / cost;
    Reread {
        bytes: i32::try_from(scaled).unwrap_or(i32::MAX),
        may_be_padded: rows.may_be_padded(),
    }
}

struct Rows<'k> {
    /// The innermost dimension.
    last: Dimensions,
    dependence: Dependence,
    kernel: &'k Function,
    /// The variables of arrays.
    variables: BTreeMap<Value, Local>,
    /// Arrays that rows read again.
    reread: BTreeSet<Local>,
    /// Arrays that something else is done with than to read elements by indices of all dimensions.
    others: BTreeSet<Local>,
}

impl Rows<'_> {
    fn bytes(&mut self, block: &Block) -> i64 {
        let mut sum: i64 = 0;
        for stmt in &block.stmts {
            self.dependence.define(stmt);
            sum = sum.saturating_add(self.of_stmt(stmt));
        }
        sum
    }

    fn of_stmt(&mut self, stmt: &Stmt) -> i64 {
        match &stmt.op {
            Op::Get(local) => {
                self.variables.insert(stmt.results[0], *local);
                return 0;
            }
            Op::Load(access) => return self.load(access),
            // The number of rows is that of the copy as well.
            Op::Dim(_, 0) => return 0,
            _ => {}
        }
        stmt.op.for_each_operand(|value| {
            self.others.extend(self.variables.get(value));
        });
        let inner: i64 = stmt.op.blocks().map(|inner| self.bytes(inner)).sum();
        match stmt.op {
            Op::For { .. } | Op::Loop { .. } => inner.saturating_mul(ITERATIONS),
            _ => inner,
        }
    }

    fn load(&mut self, access: &Access) -> i64 {
        let variable = self.variables.get(&access.array).copied();
        let mode = access.mode;
        if access.index.len() < 2 || !matches!(mode, AccessMode::Safe | AccessMode::Unchecked) {
            self.others.extend(variable);
        }
        let indices = access.index.iter();
        let of = indices.fold(0, |of, index| of | self.dependence.get(*index));
        match self.kernel.values[access.array].ty {
            Ty::Array(kind) if of == self.last => {
                self.reread.extend(variable);
                kind.size() as i64
            }
            _ => 0,
        }
    }

    fn may_be_padded(&self) -> i32 {
        let params = self.kernel.params.iter().take(31).zip(0..);
        params.fold(0, |bits, (param, number)| {
            let may = self.reread.contains(param) && !self.others.contains(param);
            bits | i32::from(may) << number
        })
    }
}
