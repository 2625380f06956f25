//! What the text of one expression tells: its array type, whether it has effects, what it costs.
//!
//! Layer: `tree`.
//!
//! *Invariant:* an effect is assumed where none can be excluded.

use crate::builtins::Builtin;
use crate::hir::walk::{Visitor, walk_expr};
use crate::hir::{BinaryOp, Expr, ExprKind};
use crate::types::{ArrayType, Elem, Type};

/// Whether an expression of numbers is so cheap and harmless that it may be evaluated without need.
pub(in crate::lower) fn is_cheap(expr: &Expr) -> bool {
    cost(expr).is_some_and(|cost| cost <= 8)
}

/// The number of operations; none when the expression may fail, has effects or takes long.
fn cost(expr: &Expr) -> Option<u32> {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Scalar(_) | ExprKind::Complex(..) => Some(0),
        ExprKind::Var(_) => expr.ty.is_number().then_some(0),
        ExprKind::Unary(_, a) => Some(cost(a)? + 1),
        ExprKind::Convert(_, a) => (expr.ty.is_number() && a.ty.is_number())
            .then(|| cost(a))?
            .map(|c| c + 1),
        ExprKind::Binary(op, a, b) => {
            (*op != BinaryOp::Pow && expr.ty.is_number() && a.ty.is_number()).then_some(())?;
            Some(cost(a)? + cost(b)? + 1)
        }
        ExprKind::Builtin(
            Builtin::Abs
            | Builtin::Int
            | Builtin::Float
            | Builtin::Floor
            | Builtin::Min
            | Builtin::Max,
            args,
        ) => args.iter().try_fold(1, |sum, arg| {
            arg.ty
                .is_number()
                .then(|| cost(arg))?
                .map(|cost| sum + cost)
        }),
        ExprKind::String(_)
        | ExprKind::Global(_)
        | ExprKind::ArraysEqual(..)
        | ExprKind::SameObject(..)
        | ExprKind::ArrayTruth(_)
        | ExprKind::MatMul(..)
        | ExprKind::MatPow(..)
        | ExprKind::Concat(..)
        | ExprKind::Ternary(..)
        | ExprKind::IsMember(..)
        | ExprKind::ArrayLiteral(_)
        | ExprKind::Range { .. }
        | ExprKind::Element(_)
        | ExprKind::Builtin(..)
        | ExprKind::NewArray { .. }
        | ExprKind::Call { .. }
        | ExprKind::ExceptionField(..)
        | ExprKind::MakeClosure(..)
        | ExprKind::Launch { .. }
        | ExprKind::Record(_)
        | ExprKind::Field(..)
        | ExprKind::Deref(_)
        | ExprKind::NewObject(_)
        | ExprKind::Null
        | ExprKind::IsNull(_)
        | ExprKind::Object(_)
        | ExprKind::Entry(..)
        | ExprKind::Assign(_)
        | ExprKind::Sequence(..) => None,
    }
}

/// Whether a conversion of an array gives the same array.
pub(in crate::lower) fn keeps_reference(expr: &Expr, inner: &Expr) -> bool {
    let (Some(to), Some(from)) = (expr.ty.as_array(), inner.ty.as_array()) else {
        return false;
    };
    to.elem == from.elem || matches!(to.elem, Elem::Compound(_))
}

/// Whether evaluating an expression has effects that could change an array.
pub(in crate::lower) fn has_effects(expr: &Expr) -> bool {
    struct Effects(bool);
    impl Visitor for Effects {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(
                expr.kind,
                ExprKind::Call { .. }
                    | ExprKind::Launch { .. }
                    | ExprKind::Assign(_)
                    | ExprKind::Sequence(..)
            );
            walk_expr(self, expr);
        }
    }
    let mut effects = Effects(false);
    effects.expr(expr);
    effects.0
}

/// Whether evaluating an expression gives variables or elements another value by an assignment within it.
pub(in crate::lower) fn has_assignments(expr: &Expr) -> bool {
    struct Assignments(bool);
    impl Visitor for Assignments {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr.kind, ExprKind::Assign(_));
            walk_expr(self, expr);
        }
    }
    let mut assignments = Assignments(false);
    assignments.expr(expr);
    assignments.0
}

/// The array type of an expression that is an array.
pub(in crate::lower) fn array_type(ty: &Type) -> &ArrayType {
    ty.as_array()
        .unwrap_or_else(|| panic!("{ty} is not an array"))
}

/// Whether an expression makes a shared array.
pub(in crate::lower) fn is_shared(value: &Expr) -> bool {
    matches!(
        value.kind,
        ExprKind::Builtin(Builtin::Shared | Builtin::SharedZeros, _)
    )
}
