//! Which kernels do several positions at a time so that these read what they have in common once (register tiling).
//!
//! ```text
//! for d = 0..k-1: s += w[d,c]*x[m,d]          m of four rows: w[d,c] is loaded once for four products
//! ```
//!
//! *Technique:* unroll-and-jam with scalar replacement (Callahan, Carr and Kennedy, "Improving Register Allocation for Subscripted
//! Variables", PLDI 1990).
//!
//! *Invariant:* what is found is as right for any dimension; which one is a matter of time only.

use super::find::{Interleaving, interleaving};
use crate::mir::dimensions::{Dependence, Dimensions};
use crate::mir::families::pure_op;
use crate::mir::{Block, FuncKind, Function, KernelOrigin, Op};

/// Operations of the kernel, at most.
const MOST_OPERATIONS: u32 = 100;

/// The dimension along which positions share elements of an innermost loop, not the last one; none without such.
pub fn shared_dimension(kernel: &Function) -> Option<usize> {
    let FuncKind::Kernel(data) = &kernel.kind else {
        return None;
    };
    let is_loop = matches!(
        data.origin,
        KernelOrigin::Loop | KernelOrigin::Expression | KernelOrigin::Prepared
    );
    let is_plain = data.accumulators.is_empty() && data.group.is_none();
    let rank = data.position.len();
    if !is_loop
        || !is_plain
        || !(2..=8).contains(&rank)
        || interleaving(kernel) == Interleaving::Never
    {
        return None;
    }
    let mut operations = 0;
    kernel.body.for_each_stmt(&mut |_| operations += 1);
    if operations > MOST_OPERATIONS {
        return None;
    }
    let mut search = Search {
        last: 1 << (rank - 1),
        dependence: Dependence::of(kernel),
        shared: 0,
    };
    search.block(&kernel.body, 0);
    (0..rank - 1).rev().find(|at| search.shared & 1 << at != 0)
}

struct Search {
    /// The last dimension, which vectors go along.
    last: Dimensions,
    dependence: Dependence,
    /// Dimensions along which positions share elements.
    shared: Dimensions,
}

impl Search {
    /// A block of loops and branches whose bounds and conditions depend on some dimensions.
    fn block(&mut self, block: &Block, bounds: Dimensions) {
        let is_innermost = block.stmts.iter().all(|stmt| is_straight(&stmt.op));
        let mut loads = Vec::new();
        for stmt in &block.stmts {
            self.dependence.define(stmt);
            match &stmt.op {
                Op::For { body, .. } => {
                    let own = bounds | self.dependence.operands(&stmt.op);
                    self.block(body, own);
                }
                Op::If {
                    cond,
                    then,
                    otherwise,
                } => {
                    let own = bounds | self.dependence.get(*cond);
                    self.block(then, own);
                    self.block(otherwise, own);
                }
                Op::Load(_) => loads.push(self.dependence.get(stmt.results[0])),
                _ => {}
            }
        }
        let is_reduction = block
            .stmts
            .iter()
            .any(|stmt| matches!(stmt.op, Op::Set(..)));
        if is_innermost && is_reduction && bounds & self.last == 0 {
            self.shared |= self.shared_by(&loads) & !bounds;
        }
    }

    /// Dimensions that a vector does not depend on and a single element does.
    fn shared_by(&self, loads: &[Dimensions]) -> Dimensions {
        let vectors = loads.iter().filter(|load| *load & self.last != 0);
        let elements = loads.iter().filter(|load| *load & self.last == 0);
        let common = vectors.fold(0, |common, load| common | !load);
        let own = elements.fold(0, |own, load| own | load);
        common & own
    }
}

fn is_straight(op: &Op) -> bool {
    matches!(op, Op::Get(_) | Op::Set(..) | Op::Load(_) | pure_op!())
}
