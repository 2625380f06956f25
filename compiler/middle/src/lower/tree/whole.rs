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

/// No sum is looked at that may come further from 0 than this, by its variables and constants.
const FURTHEST: i64 = (1 << 30) + (1 << 29);

/// How far from 0 a sum may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lower) struct Reach {
    /// By constants and variables of type scalar.
    pub(in crate::lower) size: i64,
    /// Whether ints are added, which may have any size; a multiple of these is no sum.
    pub(in crate::lower) has_int: bool,
}

impl Reach {
    /// That of a variable that was found to be whole.
    pub(in crate::lower) const ASKED: Reach = Reach {
        size: LARGEST_WHOLE as i64,
        has_int: false,
    };

    /// That of a variable that a loop counts one by one, from a whole number to what only running tells. Twice that is beyond an int only after
    /// 2³⁰ iterations.
    pub(in crate::lower) const COUNTED: Reach = Reach {
        size: 1 << 29,
        has_int: false,
    };

    /// That of an int.
    pub(in crate::lower) const INT: Reach = Reach {
        size: 0,
        has_int: true,
    };

    fn plus(self, other: Reach) -> Reach {
        Reach {
            size: self.size + other.size,
            has_int: self.has_int || other.has_int,
        }
    }

    /// Of one of two numbers.
    pub(in crate::lower) fn either(self, other: Reach) -> Reach {
        Reach {
            size: self.size.max(other.size),
            has_int: self.has_int || other.has_int,
        }
    }
}

/// How far a sum of whole numbers comes, where its variables come as far as told: of ints, constants, variables, sums, differences, lesser and
/// greater ones, multiples. None where it is no such sum, or may come too far for an int.
pub(in crate::lower) fn reach_of_sum(
    expr: &Expr,
    of: &mut impl FnMut(VarId) -> Option<Reach>,
) -> Option<Reach> {
    if expr.ty != Type::Scalar {
        return None;
    }
    if let Some(value) = constant(expr) {
        let size = i64::from(value).abs();
        return Some(Reach {
            size,
            has_int: false,
        });
    }
    let reach = match &expr.kind {
        ExprKind::Convert(_, inner) if inner.ty == Type::Int => Reach::INT,
        ExprKind::Var(var) => of(*var)?,
        ExprKind::Unary(UnaryOp::Neg, a) => reach_of_sum(a, of)?,
        ExprKind::Builtin(Builtin::Min | Builtin::Max, args) if args.len() == 2 => {
            reach_of_sum(&args[0], of)?.either(reach_of_sum(&args[1], of)?)
        }
        ExprKind::Binary(BinaryOp::Mul, a, b) => {
            let (factor, rest) = match (constant(a), constant(b)) {
                (Some(factor), _) => (factor, b),
                (_, Some(factor)) => (factor, a),
                (None, None) => return None,
            };
            let Reach { size, has_int } = reach_of_sum(rest, of)?;
            (!has_int).then(|| Reach {
                size: size * i64::from(factor).abs(),
                has_int,
            })?
        }
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
            reach_of_sum(a, of)?.plus(reach_of_sum(b, of)?)
        }
        ExprKind::Binary(BinaryOp::Min | BinaryOp::Max, a, b) => {
            reach_of_sum(a, of)?.either(reach_of_sum(b, of)?)
        }
        _ => return None,
    };
    (reach.size <= FURTHEST).then_some(reach)
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

/// What a sum rests on.
struct Resting {
    variables: BTreeSet<VarId>,
    reach: Reach,
}

/// The variables that are wanted whole.
struct Wanted {
    /// What is assigned in the loop, loop variables among it.
    assigned: BTreeSet<VarId>,
    /// Variables that are whole numbers in the loop if others are, and these.
    resting: BTreeMap<VarId, Resting>,
    variables: BTreeSet<VarId>,
}

impl Wanted {
    /// The variables that an expression rests on as a sum, none of which changes within the loop, and how far it comes.
    fn sum(&self, expr: &Expr) -> Option<Resting> {
        let mut variables = BTreeSet::new();
        let reach = reach_of_sum(expr, &mut |var| match self.resting.get(&var) {
            Some(others) => {
                variables.extend(&others.variables);
                Some(others.reach)
            }
            None if self.assigned.contains(&var) => None,
            None => {
                variables.insert(var);
                Some(Reach::ASKED)
            }
        })?;
        Some(Resting { variables, reach })
    }

    /// Wants a sum to be whole; of a variable alone nobody needs to know that.
    fn want(&mut self, expr: &Expr) {
        let alone = |var| !self.resting.contains_key(var);
        if matches!(&expr.kind, ExprKind::Var(var) if alone(var)) {
            return;
        }
        if let Some(sum) = self.sum(expr) {
            self.variables.extend(sum.variables);
        }
    }

    /// Notes what the variable of a loop rests on.
    fn sequence(&mut self, var: VarId, sequence: &Sequence) {
        if let Sequence::ScalarRange { start, step, stop } = sequence
            && let Some(mut resting) = self.sum(start)
        {
            if let Some(step) = step {
                let Some(others) = self.sum(step) else {
                    return;
                };
                resting.variables.extend(others.variables);
            }
            resting.reach = match self.sum(stop) {
                Some(end) => {
                    resting.variables.extend(end.variables);
                    resting.reach.either(end.reach)
                }
                None if step.is_none() => Reach::COUNTED,
                None => Reach::INT,
            };
            self.resting.insert(var, resting);
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
            && let Some(resting) = self.sum(value)
        {
            self.resting.insert(var, resting);
        }
        walk_stmt(self, stmt);
    }
}
