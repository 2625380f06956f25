//! `while` loops that count: `while i < n … i += 1 end`.
//!
//! Layer: `tree`.
//!
//! *Invariant:* a loop counts if its variable changes at its end alone, by a constant, and the bound is the same in every iteration; it is left by its
//! condition, or with the function.

use std::collections::BTreeSet;

use crate::builtins::Builtin;
use crate::hir::walk::{Visitor, walk_stmt};
use crate::hir::{Assign, AssignOp, BinaryOp, Expr, ExprKind, Stmt, StmtKind, Target, VarId};
use crate::lower::tree::whole::assigned_in;
use crate::types::Type;

/// A `while` loop that counts.
pub(in crate::lower) struct Counting<'s> {
    /// The variable, an int.
    pub(in crate::lower) var: VarId,
    /// What it is compared with.
    pub(in crate::lower) bound: &'s Expr,
    /// Whether the bound itself is reached: `<=` and `>=`.
    pub(in crate::lower) inclusive: bool,
    /// What is added at the end, upwards for `<`.
    pub(in crate::lower) step: i32,
    /// The statements before that.
    pub(in crate::lower) body: &'s [Stmt],
}

/// The parts of a `while` loop, if it counts.
pub(in crate::lower) fn counting<'s>(cond: &'s Expr, body: &'s [Stmt]) -> Option<Counting<'s>> {
    let ExprKind::Binary(op, left, bound) = &cond.kind else {
        return None;
    };
    let ExprKind::Var(var) = left.kind else {
        return None;
    };
    let (upwards, inclusive) = match op {
        BinaryOp::Lt => (true, false),
        BinaryOp::Le => (true, true),
        BinaryOp::Gt => (false, false),
        BinaryOp::Ge => (false, true),
        _ => return None,
    };
    let (last, body) = body.split_last()?;
    let step = step_of(last, var)?;
    let assigned = assigned_in(body);
    let fits = left.ty == Type::Int
        && bound.ty == Type::Int
        && step != 0
        && (step > 0) == upwards
        && !assigned.contains(&var)
        && is_same(bound, var, &assigned)
        && !is_left_within(body);
    fits.then_some(Counting {
        var,
        bound,
        inclusive,
        step,
        body,
    })
}

/// The constant that a statement adds to a variable.
fn step_of(stmt: &Stmt, var: VarId) -> Option<i32> {
    let StmtKind::Assign(Assign {
        target: Target::Var(target),
        op,
        value,
        ..
    }) = &stmt.kind
    else {
        return None;
    };
    if *target != var {
        return None;
    }
    let constant = |expr: &Expr| match expr.kind {
        ExprKind::Int(value) => Some(value),
        _ => None,
    };
    let is_var = |expr: &Expr| matches!(expr.kind, ExprKind::Var(other) if other == var);
    match (op, &value.kind) {
        (AssignOp::Update(BinaryOp::Add), _) => constant(value),
        (AssignOp::Update(BinaryOp::Sub), _) => constant(value)?.checked_neg(),
        (AssignOp::Set, ExprKind::Binary(BinaryOp::Add, a, b)) if is_var(a) => constant(b),
        (AssignOp::Set, ExprKind::Binary(BinaryOp::Add, a, b)) if is_var(b) => constant(a),
        (AssignOp::Set, ExprKind::Binary(BinaryOp::Sub, a, b)) if is_var(a) => {
            constant(b)?.checked_neg()
        }
        _ => None,
    }
}

/// Whether a bound is the same in every iteration: constants, variables that the loop does not assign, sizes of their arrays, sums.
fn is_same(bound: &Expr, var: VarId, assigned: &BTreeSet<VarId>) -> bool {
    let kept = |expr: &Expr| matches!(expr.kind, ExprKind::Var(other) if other != var && !assigned.contains(&other));
    match &bound.kind {
        ExprKind::Int(_) => true,
        ExprKind::Var(_) => kept(bound),
        ExprKind::Builtin(Builtin::Numel, args) => kept(&args[0]),
        ExprKind::Builtin(Builtin::Size, args) => {
            kept(&args[0]) && args[1..].iter().all(|axis| is_same(axis, var, assigned))
        }
        ExprKind::Binary(
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Min | BinaryOp::Max,
            a,
            b,
        ) => is_same(a, var, assigned) && is_same(b, var, assigned),
        _ => false,
    }
}

/// Whether a `break` or a `continue` of the loop itself stands in its body.
fn is_left_within(body: &[Stmt]) -> bool {
    struct Leaving {
        found: bool,
    }
    impl Visitor for Leaving {
        fn expr(&mut self, _: &Expr) {}

        fn stmt(&mut self, stmt: &Stmt) {
            match &stmt.kind {
                StmtKind::Break | StmtKind::Continue => self.found = true,
                StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::Repeat { .. } => {}
                _ => walk_stmt(self, stmt),
            }
        }
    }
    let mut leaving = Leaving { found: false };
    body.iter().for_each(|stmt| leaving.stmt(stmt));
    leaving.found
}
