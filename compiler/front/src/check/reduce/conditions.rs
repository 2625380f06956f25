//! What is known of numbers at compile time: bounds from constants and assertions, and what conditions they decide.
//!
//! *Invariant:* a bound holds wherever the environment that has it holds.

use crate::builtins::Builtin;
use crate::check::environment::{Bounds, Slot};
use crate::check::operator::equality;
use crate::check::{BodyState, Checker};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::ast;
use crate::types::{ArrayType, Size, Type};

impl<'a> Checker<'a> {
    /// What an assertion says; `assert(x = 1)` says that they are equal.
    pub(in crate::check) fn asserted(&mut self, f: &mut BodyState<'a>, e: &'a ast::Expr) -> Expr {
        match &e.kind {
            ast::ExprKind::Assign(equation) if equation.op == ast::AssignOp::Set => {
                let left = self.expr(f, &equation.target);
                let right = self.expr(f, &equation.value);
                let equal = equality(
                    &mut self.reports,
                    f,
                    ast::BinaryOp::Equal,
                    left,
                    right,
                    e.span,
                    true,
                );
                self.condition(f, equal)
            }
            _ => self.condition_expr(f, e),
        }
    }

    /// Whether a condition is known to hold, or not to hold.
    pub(super) fn decided(&self, f: &BodyState<'a>, cond: &Expr) -> Option<bool> {
        match &cond.kind {
            ExprKind::Int(value) => Some(*value != 0),
            ExprKind::Unary(UnaryOp::Not, inner) => self.decided(f, inner).map(|value| !value),
            ExprKind::Binary(BinaryOp::And, left, right) => {
                match (self.decided(f, left), self.decided(f, right)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                match (self.decided(f, left), self.decided(f, right)) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                }
            }
            ExprKind::ArrayTruth(inner) => self.decided(f, inner),
            ExprKind::ArraysEqual(left, right) => equal_sizes(left, right),
            ExprKind::Binary(op, left, right) => self.decided_comparison(f, *op, left, right),
            _ => None,
        }
    }

    fn decided_comparison(
        &self,
        f: &BodyState<'a>,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Option<bool> {
        let (left, right) = (self.bounds_of(f, left)?, self.bounds_of(f, right)?);
        match op {
            BinaryOp::Lt => left.below(&right),
            BinaryOp::Ge => left.below(&right).map(|value| !value),
            BinaryOp::Gt => right.below(&left),
            BinaryOp::Le => right.below(&left).map(|value| !value),
            BinaryOp::Eq => left.equal(&right),
            BinaryOp::Ne => left.equal(&right).map(|value| !value),
            _ => None,
        }
    }

    /// Between which numbers a value lies.
    pub(in crate::check) fn bounds_of(&self, f: &BodyState<'a>, value: &Expr) -> Option<Bounds> {
        if let Some(number) = constant(value).filter(|number| !number.is_nan()) {
            return Some(Bounds::exactly(number));
        }
        if let (Type::Int, Size::Known(number)) = (&value.ty, self.known_size(f, value)) {
            return Some(Bounds::exactly(f64::from(number)));
        }
        match &value.kind {
            ExprKind::Var(_) | ExprKind::Global(_) => {
                let slot = slot_of(value)?;
                f.env.bounds.get(&slot).copied()
            }
            ExprKind::Convert(_, inner) if value.ty == Type::Scalar && inner.ty == Type::Int => {
                self.bounds_of(f, inner)
            }
            ExprKind::Unary(UnaryOp::Neg, inner) => Some(self.bounds_of(f, inner)?.negated()),
            _ => None,
        }
    }
}

impl<'a> BodyState<'a> {
    /// Remembers what an assertion says of variables.
    pub(in crate::check) fn assume(&mut self, cond: &Expr) {
        let ExprKind::Binary(op, left, right) = &cond.kind else {
            return;
        };
        if *op == BinaryOp::And {
            self.assume(left);
            self.assume(right);
            return;
        }
        if let (Some(slot), Some(limit)) = (slot_of(left), constant(right)) {
            restrict(self, slot, *op, limit);
        }
        if let (Some(limit), Some(slot)) = (constant(left), slot_of(right)) {
            restrict(self, slot, mirrored(*op), limit);
        }
    }
}

/// The number that a literal is, also negated or converted.
fn constant(value: &Expr) -> Option<f64> {
    match &value.kind {
        ExprKind::Int(number) if value.ty == Type::Int => Some(f64::from(*number)),
        ExprKind::Scalar(number) => Some(*number),
        ExprKind::Convert(_, inner) if value.ty == Type::Scalar => constant(inner),
        ExprKind::Unary(UnaryOp::Neg, inner) => Some(-constant(inner)?),
        _ => None,
    }
}

fn slot_of(value: &Expr) -> Option<Slot> {
    if !matches!(value.ty, Type::Int | Type::Scalar) {
        return None;
    }
    match &value.kind {
        ExprKind::Var(var) => Some(Slot::Var(*var)),
        ExprKind::Global(global) => Some(Slot::Global(*global)),
        ExprKind::Convert(_, inner) if value.ty == Type::Scalar && inner.ty == Type::Int => {
            slot_of(inner)
        }
        _ => None,
    }
}

fn restrict(f: &mut BodyState<'_>, slot: Slot, op: BinaryOp, limit: f64) {
    if limit.is_nan() {
        return;
    }
    let mut bounds = f.env.bounds.get(&slot).copied().unwrap_or_default();
    match op {
        BinaryOp::Eq => bounds = Bounds::exactly(limit),
        BinaryOp::Lt => bounds.limit_above(limit, true),
        BinaryOp::Le => bounds.limit_above(limit, false),
        BinaryOp::Gt => bounds.limit_below(limit, true),
        BinaryOp::Ge => bounds.limit_below(limit, false),
        _ => return,
    }
    f.env.bounds.insert(slot, bounds);
}

/// `a op b` as `b op a`.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// Whether `size(a)` and `size(b)` are known to be equal, or not to be.
fn equal_sizes(left: &Expr, right: &Expr) -> Option<bool> {
    let (left, right) = (whole_size(left)?, whole_size(right)?);
    if left.any_rank || right.any_rank || left.sizes.len() != right.sizes.len() {
        return None;
    }
    let pairs = || left.sizes.iter().zip(&right.sizes);
    if pairs().all(|(a, b)| a == b && *a != Size::Open) {
        return Some(true);
    }
    let differ = |(a, b): (&Size, &Size)| match (a, b) {
        (Size::Known(a), Size::Known(b)) => a != b,
        (Size::Known(_) | Size::Symbol(_) | Size::Open, _) => false,
    };
    pairs().any(differ).then_some(false)
}

fn whole_size(value: &Expr) -> Option<&ArrayType> {
    match &value.kind {
        ExprKind::Builtin(Builtin::Size, args) if args.len() == 1 => args[0].ty.as_array(),
        _ => None,
    }
}
