//! Updates of a thread's own element of a shared array, which need not be atomic.
//!
//! *Invariant:* only arrays change of which every thread writes no elements but its own.

use std::collections::{BTreeMap, BTreeSet};

use super::shared::{places_in_block, shared_values};
use crate::base::IndexVec;
use crate::mir::data::*;
use crate::mir::operations::Change;

/// Makes a read, an operation and a write of the atomic updates of arrays of which every thread writes its own elements only: their
/// indices name the thread's place in its block along every dimension. Dimensions behind `lane` have one thread.
pub(super) fn update_own_elements(function: &mut Function, lane: usize) {
    let FuncKind::Kernel(data) = &function.kind else {
        return;
    };
    let Some(group) = &data.group else { return };
    let own = Own {
        lane,
        places: places_in_block(function),
        shared: shared_values(function, group),
    };
    let mut used = BTreeSet::new();
    let mut writes: BTreeMap<Local, Vec<&Access>> = BTreeMap::new();
    function.body.for_each_stmt(&mut |stmt| {
        stmt.op.for_each_operand(|value| {
            used.insert(*value);
        });
        if let Op::Store(access, _) | Op::Atomic(_, access, _) = &stmt.op
            && let Some(local) = own.shared.get(&access.array)
        {
            writes.entry(*local).or_default().push(access);
        }
    });
    writes.retain(|_, accesses| !own.are_own(accesses));
    let others = writes.into_keys().collect();
    let mut rewriter = Rewriter {
        own,
        others,
        used,
        locals: &function.locals,
        values: &mut function.values,
    };
    rewriter.block(&mut function.body);
}

/// Which elements no other thread of the block writes.
struct Own {
    lane: usize,
    places: BTreeMap<Value, usize>,
    shared: BTreeMap<Value, Local>,
}

impl Own {
    /// Whether all writes to an array name the thread's place along each dimension, and each place by the same subscript everywhere:
    /// `s[p,q]` and `s[q,p]` are elements of two threads.
    fn are_own(&self, writes: &[&Access]) -> bool {
        let same_length = writes
            .windows(2)
            .all(|pair| pair[0].index.len() == pair[1].index.len());
        same_length
            && writes.iter().all(|access| access.mode.is_exact())
            && (0..=self.lane).all(|axis| self.is_named(axis, writes))
    }

    fn is_named(&self, axis: usize, writes: &[&Access]) -> bool {
        let names = |access: &&Access, at| self.places.get(&access.index[at]) == Some(&axis);
        let subscripts = writes.first().map_or(0, |access| access.index.len());
        (0..subscripts).any(|at| writes.iter().all(|access| names(access, at)))
    }
}

struct Rewriter<'a> {
    own: Own,
    /// Arrays of which threads write other elements too.
    others: BTreeSet<Local>,
    /// Values that something reads.
    used: BTreeSet<Value>,
    locals: &'a IndexVec<Local, LocalData>,
    values: &'a mut IndexVec<Value, ValueData>,
}

impl Rewriter<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut output = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            for inner in stmt.op.blocks_mut() {
                self.block(inner);
            }
            match self.operation(&stmt) {
                Some(op) => self.update(stmt, op, &mut output),
                None => output.push(stmt),
            }
        }
        block.stmts = output;
    }

    /// The operation of an update that need not be atomic. One that is dropped outside of the array must not be asked for its result.
    fn operation(&self, stmt: &Stmt) -> Option<BinaryOp> {
        let Op::Atomic(op, access, _) = &stmt.op else {
            return None;
        };
        let local = self.own.shared.get(&access.array)?;
        let kinds = [ElemKind::I32, ElemKind::F32, ElemKind::F64];
        let is_dropped = access.mode == AccessMode::Safe;
        if self.others.contains(local)
            || (is_dropped && stmt.results.iter().any(|value| self.used.contains(value)))
            || !kinds.map(Ty::Array).contains(&self.locals[*local].ty)
        {
            return None;
        }
        match op.change(Ty::I32) {
            Change::Binary(op) => {
                let total = op.accumulates();
                total.filter(|total| !total.is_bitwise()).map(|_| op)
            }
            Change::Bits(_) | Change::Math(_) | Change::Replace => None,
        }
    }

    fn update(&mut self, stmt: Stmt, op: BinaryOp, output: &mut Vec<Stmt>) {
        let (Op::Atomic(_, access, operands), loc) = (stmt.op, stmt.loc) else {
            panic!("an update is atomic before");
        };
        let ty = self.values[stmt.results[0]].ty;
        let old = self.values.push(ValueData { ty });
        let line = |op, results| Stmt { op, results, loc };
        output.push(line(Op::Load(access.clone()), vec![old]));
        let new = Op::Binary(op, old, operands[0]);
        output.push(line(new, stmt.results.clone()));
        output.push(line(Op::Store(access, stmt.results), Vec::new()));
    }
}
