//! Where variables that hold a slice are read as a whole: in `mean(w)`, `sum(w.*k)`, `max(w) - min(w)` of `w = x[m-r..m+r, n-r..n+r]`.
//!
//! Layer: `tree`.
//!
//! *Invariant:* every occurrence of a variable is counted once, as such a read or as another one.

use std::collections::{BTreeMap, BTreeSet};

use crate::builtins::Builtin;
use crate::hir::walk::{Visitor, walk_block, walk_expr, walk_stmt, walk_target};
use crate::hir::{Assign, AssignOp, Expr, ExprKind, Instance, Stmt, StmtKind, Target, VarId};
use crate::lower::tree::operator::{is_elementwise, operands};

/// The variable and the slice of an assignment `w = x[…]`; a copy of a slice is one.
pub(in crate::lower) fn slice_assignment(stmt: &Stmt) -> Option<(VarId, &Expr)> {
    let StmtKind::Assign(Assign {
        target: Target::Var(var),
        op: AssignOp::Set,
        value,
        ..
    }) = &stmt.kind
    else {
        return None;
    };
    let slice = match &value.kind {
        ExprKind::Builtin(Builtin::Copy, args) => &args[0],
        _ => value,
    };
    matches!(slice.kind, ExprKind::Element(_)).then_some((*var, slice))
}

/// Variables of an instance that are assigned once, by a slice, and that all other places read as a whole, with the number of these.
pub(in crate::lower) fn read_as_a_whole(instance: &Instance) -> BTreeMap<VarId, usize> {
    let mut places = Places::default();
    walk_block(&mut places, &instance.body);
    places
        .others
        .extend(instance.outputs.iter().chain(&instance.params));
    let kept = |var: &VarId| !places.others.contains(var);
    let slices = places.slices.into_iter().filter(kept);
    slices
        .map(|var| (var, places.reads.get(&var).copied().unwrap_or(0)))
        .collect()
}

/// Where variables occur.
#[derive(Default)]
struct Places {
    /// Variables that a slice is assigned to.
    slices: BTreeSet<VarId>,
    /// Variables that are read as a whole, and how often.
    reads: BTreeMap<VarId, usize>,
    /// Variables that occur otherwise.
    others: BTreeSet<VarId>,
}

impl Places {
    /// An array of which all elements are read, one after the other.
    fn read(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) => *self.reads.entry(*var).or_default() += 1,
            _ if is_elementwise(expr) => {
                operands(expr).into_iter().for_each(|part| self.read(part));
            }
            _ => self.expr(expr),
        }
    }
}

impl Visitor for Places {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) => self.others.extend([*var]),
            ExprKind::Builtin(builtin, args) if args.len() == 1 && reads_a_whole(*builtin) => {
                self.read(&args[0]);
            }
            _ if is_elementwise(expr) => self.read(expr),
            _ => walk_expr(self, expr),
        }
    }

    fn target(&mut self, target: &Target) {
        if let Target::Var(var) = target {
            self.others.insert(*var);
        }
        walk_target(self, target);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match slice_assignment(stmt) {
            Some((var, value)) => {
                if !self.slices.insert(var) {
                    self.others.insert(var);
                }
                self.expr(value);
            }
            None => walk_stmt(self, stmt),
        }
    }
}

/// Whether a function of the library takes the elements of its argument one after the other.
fn reads_a_whole(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Sum
            | Builtin::Prod
            | Builtin::Min
            | Builtin::Max
            | Builtin::Mean
            | Builtin::Any
            | Builtin::All
            | Builtin::Std
            | Builtin::Var
            | Builtin::Norm
            | Builtin::Numel
    )
}

/// How often statements read a variable as a whole.
pub(in crate::lower) fn reads_of(var: VarId, stmts: &[Stmt]) -> usize {
    let mut places = Places::default();
    walk_block(&mut places, stmts);
    places.reads.get(&var).copied().unwrap_or(0)
}
