//! Whether evaluating an expression does more than give its value.
//!
//! *Invariant:* an expression without effects may be left out where its value is not needed; when in doubt there are effects.

use super::data::{Expr, ExprKind};
use super::walk::{Visitor, walk_expr};
use crate::builtins::{self, Builtin, Where};

/// Whether something happens when the expression is evaluated: a call, an assignment, a statement, a function that
/// touches the world.
pub fn has_effects(expr: &Expr) -> bool {
    let mut effects = Effects(false);
    effects.expr(expr);
    effects.0
}

/// Whether an effect has been found.
struct Effects(bool);

impl Visitor for Effects {
    fn expr(&mut self, expr: &Expr) {
        self.0 |= match &expr.kind {
            ExprKind::Call { .. }
            | ExprKind::Launch { .. }
            | ExprKind::Assign(_)
            | ExprKind::Sequence(..) => true,
            ExprKind::Builtin(builtin, _) => touches_world(*builtin),
            ExprKind::Int(_)
            | ExprKind::Scalar(_)
            | ExprKind::Complex(..)
            | ExprKind::String(_)
            | ExprKind::Null
            | ExprKind::Var(_)
            | ExprKind::Global(_)
            | ExprKind::Unary(..)
            | ExprKind::ArrayTruth(_)
            | ExprKind::IsMember(..)
            | ExprKind::Convert(..)
            | ExprKind::Field(..)
            | ExprKind::Deref(_)
            | ExprKind::NewObject(_)
            | ExprKind::IsNull(_)
            | ExprKind::Entry(..)
            | ExprKind::ExceptionField(..)
            | ExprKind::Binary(..)
            | ExprKind::ArraysEqual(..)
            | ExprKind::SameObject(..)
            | ExprKind::MatMul(..)
            | ExprKind::MatPow(..)
            | ExprKind::Concat(..)
            | ExprKind::Ternary(..)
            | ExprKind::ArrayLiteral(_)
            | ExprKind::MakeClosure(..)
            | ExprKind::Record(_)
            | ExprKind::Object(_)
            | ExprKind::NewArray { .. }
            | ExprKind::Range { .. }
            | ExprKind::Element(_) => false,
        };
        if !self.0 {
            walk_expr(self, expr);
        }
    }
}

/// Files, time, random numbers are for host code; in kernels threads wait for each other and share arrays.
fn touches_world(builtin: Builtin) -> bool {
    let between_threads = matches!(
        builtin,
        Builtin::Shared
            | Builtin::SharedZeros
            | Builtin::SyncThreads
            | Builtin::MemFence
            | Builtin::ThreadBlock
    );
    between_threads || builtins::row(builtin).place == Where::Host
}
