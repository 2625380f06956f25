//! Variables that hold a slice which statements only read as a whole: `w = x[m-r..m+r, n-r..n+r]`, then `mean(w)`, `sum(w.*k)`, `max(w) - min(w)`.
//!
//! Layer: `tree`.
//!
//! *Invariant:* between such an assignment and the last statement that reads the variable, nothing is stored in any array, and the array of the
//! slice is not replaced; so nobody can tell that the slice was not copied.

use std::collections::{BTreeMap, BTreeSet};

use crate::builtins::Builtin;
use crate::hir::walk::{Visitor, walk_assign, walk_block, walk_expr, walk_stmt, walk_target};
use crate::hir::{
    Assign, AssignOp, Expr, ExprKind, Instance, InstanceId, Program, Stmt, StmtKind, Target, VarId,
};
use crate::lower::tree::operator::{is_elementwise, operands};
use crate::lower::tree::summaries::Summaries;
use crate::lower::tree::whole::assigned_in;

/// The variables and the slices of assignments `w = x[…]`.
pub(in crate::lower) fn slice_assignment(stmt: &Stmt) -> Option<(VarId, &Expr)> {
    match &stmt.kind {
        StmtKind::Assign(Assign {
            target: Target::Var(var),
            op: AssignOp::Set,
            value,
            ..
        }) if matches!(value.kind, ExprKind::Element(_)) => Some((*var, value)),
        _ => None,
    }
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

/// Whether statements read a variable in all places that there are, and up to the last of these leave all arrays, and the variable `array`, as
/// they are.
pub(in crate::lower) fn keep_arrays(
    program: &Program,
    summaries: &Summaries,
    id: InstanceId,
    (var, array): (VarId, VarId),
    behind: &[Stmt],
) -> bool {
    let mut places = Places::default();
    walk_block(&mut places, behind);
    if places.reads.get(&var).copied().unwrap_or(0) != summaries.of(id).slices[&var] {
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
