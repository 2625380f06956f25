//! Whether evaluating an expression does more than give its value.
//!
//! *Invariant:* an expression without effects may be left out where its value is not needed; when in doubt there are effects.

use super::data::{Element, Expr, ExprKind, Place, Subscript};
use crate::builtins::{self, Builtin, Where};

/// Whether something happens when the expression is evaluated: a call, an assignment, a statement, a function that
/// touches the world.
pub fn has_effects(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Scalar(_)
        | ExprKind::Complex(..)
        | ExprKind::String(_)
        | ExprKind::Var(_)
        | ExprKind::Global(_)
        | ExprKind::Null => false,
        ExprKind::Unary(_, inner)
        | ExprKind::ArrayTruth(inner)
        | ExprKind::Convert(_, inner)
        | ExprKind::IsMember(inner, _)
        | ExprKind::ExceptionField(_, inner)
        | ExprKind::Field(inner, _)
        | ExprKind::Deref(inner)
        | ExprKind::NewObject(inner)
        | ExprKind::IsNull(inner)
        | ExprKind::Entry(inner, _) => has_effects(inner),
        ExprKind::Binary(_, left, right)
        | ExprKind::ArraysEqual(left, right)
        | ExprKind::MatMul(left, right)
        | ExprKind::MatPow(left, right)
        | ExprKind::Concat(left, right)
        | ExprKind::SameObject(left, right) => has_effects(left) || has_effects(right),
        ExprKind::Ternary(cond, then, otherwise) => {
            has_effects(cond) || has_effects(then) || has_effects(otherwise)
        }
        ExprKind::ArrayLiteral(items)
        | ExprKind::MakeClosure(_, items)
        | ExprKind::Record(items)
        | ExprKind::Object(items)
        | ExprKind::NewArray { dims: items, .. } => items.iter().any(has_effects),
        ExprKind::Range { start, step, stop } => {
            has_effects(start) || has_effects(stop) || step.as_deref().is_some_and(has_effects)
        }
        ExprKind::Element(element) => element_has_effects(element),
        ExprKind::Builtin(builtin, args) => touches_world(*builtin) || args.iter().any(has_effects),
        ExprKind::Call { .. }
        | ExprKind::Launch { .. }
        | ExprKind::Assign(_)
        | ExprKind::Sequence(..) => true,
    }
}

fn element_has_effects(element: &Element) -> bool {
    let place = match &element.place {
        Place::Position(inner) | Place::Mask(inner) => has_effects(inner),
        Place::Subscripts(subscripts) => subscripts.iter().any(subscript_has_effects),
    };
    place || has_effects(&element.array)
}

fn subscript_has_effects(subscript: &Subscript) -> bool {
    match subscript {
        Subscript::All => false,
        Subscript::Index(inner) | Subscript::Vector(inner) => has_effects(inner),
        Subscript::Range { start, step, stop } => {
            has_effects(start) || has_effects(stop) || step.as_deref().is_some_and(has_effects)
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
