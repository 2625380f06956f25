//! Variables that hold a slice which statements only read as a whole: `w = x[m-r..m+r, n-r..n+r]`, then `mean(w)`, `sum(w.*k)`, `max(w) - min(w)`.
//!
//! Layer: `tree`.
//!
//! *Invariant:* between such an assignment and the last statement that reads the variable, nothing is stored in any array, and the array of the
//! slice is not replaced; so nobody can tell that the slice was not copied.

use crate::hir::walk::{Visitor, walk_assign, walk_block, walk_expr};
use crate::hir::{
    Assign, AssignOp, Expr, ExprKind, Instance, InstanceId, Program, Stmt, StmtKind, Target, VarId,
};
use crate::lower::tree::summaries::Summaries;
use crate::lower::tree::whole::assigned_in;
use crate::lower::tree::whole_reads::reads_of;

/// Whether statements read a variable in all places that there are, and up to the last of these leave all arrays, and the variable `array`, as
/// they are.
pub(in crate::lower) fn keep_arrays(
    program: &Program,
    summaries: &Summaries,
    id: InstanceId,
    var: VarId,
    array: VarId,
    behind: &[Stmt],
) -> bool {
    if reads_of(var, behind) != summaries.of(id).slices[&var] {
        return false;
    }
    let reading = Reading {
        program,
        summaries,
        id,
        var,
        array,
    };
    reading.is_done_before_changes(behind)
}

/// A variable that stands for a slice of an array while statements are looked at.
struct Reading<'s> {
    program: &'s Program,
    summaries: &'s Summaries,
    id: InstanceId,
    var: VarId,
    array: VarId,
}

impl Reading<'_> {
    /// Whether nothing changes before the last statement that reads the variable, nor in it before it has.
    fn is_done_before_changes(&self, stmts: &[Stmt]) -> bool {
        let reads = |stmt: &Stmt| occurs(self.var, |v| v.stmt(stmt));
        let Some(last) = stmts.iter().rposition(reads) else {
            return true;
        };
        !self.changes(&stmts[..last])
            && (!self.changes(&stmts[last..=last]) || self.is_read_first(&stmts[last]))
    }

    /// Whether statements store in an array, or give the array of the slice another value.
    fn changes(&self, stmts: &[Stmt]) -> bool {
        let mut stores = Stores {
            program: self.program,
            summaries: self.summaries,
            instance: &self.program.instances[self.id],
            found: false,
        };
        walk_block(&mut stores, stmts);
        stores.found || assigned_in(stmts).contains(&self.array)
    }

    /// Whether a statement has read the variable when it changes something: its value comes before its target, its condition before what depends
    /// on it.
    fn is_read_first(&self, stmt: &Stmt) -> bool {
        let stores = |expr| self.summaries.may_store(self.program, expr);
        match &stmt.kind {
            StmtKind::Assign(Assign { target, value, .. }) => {
                !occurs(self.var, |v| v.target(target)) && !stores(value)
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                let branches = [then, otherwise];
                !stores(cond)
                    && branches
                        .iter()
                        .all(|stmts| self.is_done_before_changes(stmts))
            }
            _ => false,
        }
    }
}

/// Whether a variable occurs in what is visited.
fn occurs(var: VarId, visit: impl FnOnce(&mut Occurs)) -> bool {
    let mut occurs = Occurs { var, found: false };
    visit(&mut occurs);
    occurs.found
}

struct Occurs {
    var: VarId,
    found: bool,
}

impl Visitor for Occurs {
    fn expr(&mut self, expr: &Expr) {
        self.found |= matches!(expr.kind, ExprKind::Var(var) if var == self.var);
        walk_expr(self, expr);
    }
}

/// Whether anything is stored in an array.
struct Stores<'s> {
    program: &'s Program,
    summaries: &'s Summaries,
    instance: &'s Instance,
    found: bool,
}

impl Visitor for Stores<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(assign) => self.assign(assign),
            ExprKind::Call { .. } | ExprKind::Launch { .. } => {
                self.found = self.found || self.summaries.may_store(self.program, expr);
                walk_expr(self, expr);
            }
            _ => walk_expr(self, expr),
        }
    }

    fn assign(&mut self, assign: &Assign) {
        self.found |= match &assign.target {
            Target::Var(var) => {
                assign.op != AssignOp::Set && !self.instance.vars[*var].ty.is_number()
            }
            Target::Global(_) => assign.op != AssignOp::Set,
            Target::Ignore => false,
            Target::Element(_) | Target::Field(..) | Target::Deref(_) | Target::Entry(..) => true,
        };
        walk_assign(self, assign);
    }
}
