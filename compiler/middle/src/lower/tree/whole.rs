//! Variables of type scalar that may hold whole numbers where a loop needs them: `r` in `x[m+r, n]` and in `for i = -r..r`.
//!
//! `r = floor(size(k,0)/2)` and `r = (size(k,0)-1)/2` are scalars, and indices made of them are floats, which tells no pass where elements lie.
//!
//! Layer: `tree`.
//!
//! *Invariant:* a sum of whole numbers is made of whole numbers alone, so that integers compute it exactly.

use std::collections::{BTreeMap, BTreeSet};

use crate::builtins::Builtin;
use crate::hir::walk::{Visitor, walk_expr, walk_stmt, walk_target};
use crate::hir::{
    Assign, AssignOp, BinaryOp, Expr, ExprKind, Sequence, Stmt, StmtKind, Target, UnaryOp, VarId,
};
use crate::types::Type;

/// Numbers of this size and more are not looked at: below, floats hold sums of a few exactly.
pub(in crate::lower) const LARGEST_WHOLE: i32 = 1 << 22;

/// The variables of a sum of whole numbers, as far as its form tells: ints, constants, variables, sums, differences, lesser and greater ones,
/// multiples.
pub(in crate::lower) fn variables_of_sum(expr: &Expr) -> Option<BTreeSet<VarId>> {
    let mut variables = BTreeSet::new();
    gather(expr, &mut variables).then_some(variables)
}

fn gather(expr: &Expr, variables: &mut BTreeSet<VarId>) -> bool {
    if expr.ty != Type::Scalar {
        return false;
    }
    match &expr.kind {
        ExprKind::Scalar(_) => constant(expr).is_some(),
        ExprKind::Convert(_, inner) => inner.ty == Type::Int,
        ExprKind::Var(var) => {
            variables.insert(*var);
            true
        }
        ExprKind::Unary(UnaryOp::Neg, a) => gather(a, variables),
        ExprKind::Builtin(Builtin::Min | Builtin::Max, args) => {
            args.len() == 2 && args.iter().all(|arg| gather(arg, variables))
        }
        ExprKind::Binary(BinaryOp::Mul, a, b) => {
            let multiple = constant(a).is_some() || constant(b).is_some();
            multiple && gather(a, variables) && gather(b, variables)
        }
        ExprKind::Binary(op, a, b) => {
            let sum = matches!(
                op,
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Min | BinaryOp::Max
            );
            sum && gather(a, variables) && gather(b, variables)
        }
        _ => false,
    }
}

/// The whole number that an expression is.
pub(in crate::lower) fn constant(expr: &Expr) -> Option<i32> {
    let small = |value: &f64| value.fract() == 0.0 && value.abs() < f64::from(LARGEST_WHOLE);
    match &expr.kind {
        ExprKind::Scalar(value) => Some(*value).filter(small).map(|value| value as i32),
        ExprKind::Int(value) => Some(*value),
        ExprKind::Convert(_, inner) if inner.ty == Type::Int => constant(inner),
        _ => None,
    }
}

/// The variables that a loop does not assign and that make its indices, or the bounds of loops in it, sums of whole numbers if they hold such.
pub(in crate::lower) fn variables_to_ask(
    var: VarId,
    sequence: &Sequence,
    body: &[Stmt],
) -> BTreeSet<VarId> {
    let mut assigned = assigned_in(body);
    assigned.insert(var);
    let mut found = Wanted {
        assigned,
        resting: BTreeMap::new(),
        variables: BTreeSet::new(),
    };
    found.sequence(var, sequence);
    for stmt in body {
        found.stmt(stmt);
    }
    found.variables
}

/// The variables that statements assign, loop variables among them.
pub(in crate::lower) fn assigned_in(stmts: &[Stmt]) -> BTreeSet<VarId> {
    let mut assigned = Assigned {
        variables: BTreeSet::new(),
    };
    stmts.iter().for_each(|stmt| assigned.stmt(stmt));
    assigned.variables
}

/// The variable and the value of `var = value`, of type scalar.
pub(in crate::lower) fn plain_assignment(stmt: &Stmt) -> Option<(VarId, &Expr)> {
    match &stmt.kind {
        StmtKind::Assign(Assign {
            target: Target::Var(var),
            op: AssignOp::Set,
            value,
            ..
        }) if value.ty == Type::Scalar => Some((*var, value)),
        _ => None,
    }
}

/// Variables that get a value.
struct Assigned {
    variables: BTreeSet<VarId>,
}

impl Visitor for Assigned {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::For { var, .. } = &stmt.kind {
            self.variables.insert(*var);
        }
        walk_stmt(self, stmt);
    }

    fn target(&mut self, target: &Target) {
        if let Target::Var(var) = target {
            self.variables.insert(*var);
        }
        walk_target(self, target);
    }
}

/// The variables that are wanted whole.
struct Wanted {
    /// What is assigned in the loop, loop variables among it.
    assigned: BTreeSet<VarId>,
    /// Variables that are whole numbers in the loop if others are, and these.
    resting: BTreeMap<VarId, BTreeSet<VarId>>,
    variables: BTreeSet<VarId>,
}

impl Wanted {
    /// The variables that an expression rests on as a sum, none of which changes within the loop.
    fn sum(&self, expr: &Expr) -> Option<BTreeSet<VarId>> {
        let mut found = BTreeSet::new();
        for var in variables_of_sum(expr)? {
            match self.resting.get(&var) {
                Some(others) => found.extend(others),
                None if self.assigned.contains(&var) => return None,
                None => {
                    found.insert(var);
                }
            }
        }
        Some(found)
    }

    /// Wants a sum to be whole; of a variable alone nobody needs to know that.
    fn want(&mut self, expr: &Expr) {
        let alone = |var| !self.resting.contains_key(var);
        if matches!(&expr.kind, ExprKind::Var(var) if alone(var)) {
            return;
        }
        if let Some(variables) = self.sum(expr) {
            self.variables.extend(variables);
        }
    }

    /// Notes what the variable of a loop rests on.
    fn sequence(&mut self, var: VarId, sequence: &Sequence) {
        if let Sequence::ScalarRange { start, step, stop } = sequence
            && let Some(mut variables) = self.sum(start)
        {
            if let Some(step) = step {
                let Some(others) = self.sum(step) else {
                    return;
                };
                variables.extend(others);
            }
            variables.extend(self.sum(stop).into_iter().flatten());
            self.resting.insert(var, variables);
        }
    }
}

impl Visitor for Wanted {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Convert(_, inner) = &expr.kind
            && expr.ty == Type::Int
        {
            self.want(inner);
        }
        walk_expr(self, expr);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::For { var, sequence, .. } = &stmt.kind {
            self.sequence(*var, sequence);
        }
        if let Some((var, value)) = plain_assignment(stmt)
            && let Some(variables) = self.sum(value)
        {
            self.resting.insert(var, variables);
        }
        walk_stmt(self, stmt);
    }
}
