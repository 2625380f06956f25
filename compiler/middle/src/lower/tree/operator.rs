//! Operators of the tree and what stands for them in MIR and in rows of the runtime.
//!
//! Layer: `tree`.
//!
//! *Invariant:* an operator that has no such form gives none, and the caller says what happens then.

use crate::builtins::{self};
use crate::hir::families::{arithmetic_op, bitwise_op, comparison_op, logical_op};
use crate::hir::{BinaryOp, Expr, ExprKind};
use crate::lower::tree::expression::keeps_reference;
use crate::mir::{AccumulatorOp, CompareOp};
use crate::types::Type;

/// The comparison of an operator, if it is one.
pub(in crate::lower) fn comparison(op: BinaryOp) -> Option<CompareOp> {
    match op {
        BinaryOp::Eq => Some(CompareOp::Eq),
        BinaryOp::Ne => Some(CompareOp::Ne),
        BinaryOp::Lt => Some(CompareOp::Lt),
        BinaryOp::Le => Some(CompareOp::Le),
        BinaryOp::Gt => Some(CompareOp::Gt),
        BinaryOp::Ge => Some(CompareOp::Ge),
        arithmetic_op!() | bitwise_op!() | logical_op!() => None,
    }
}

/// How an operator is written, for messages.
pub(in crate::lower) fn spelling(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => ".*",
        BinaryOp::Div => "./",
        BinaryOp::Pow => ".^",
        BinaryOp::Min => "min",
        BinaryOp::Max => "max",
        BinaryOp::BitAnd => "&=",
        BinaryOp::BitOr => "|=",
        BinaryOp::BitXor => "~=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}

/// Whether the root of an array expression works element by element.
pub(in crate::lower) fn is_elementwise(expr: &Expr) -> bool {
    if expr.ty.as_array().is_none() {
        return false;
    }
    match &expr.kind {
        ExprKind::Unary(..) | ExprKind::Binary(..) => true,
        ExprKind::Convert(_, inner) => {
            inner.ty.as_array().is_some() && !keeps_reference(expr, inner)
        }
        ExprKind::Builtin(builtin, args) => {
            builtins::row(*builtin).elementwise(args.len()).is_some()
        }
        _ => false,
    }
}

/// The operands of an element-wise root.
pub(in crate::lower) fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Unary(_, a) | ExprKind::Convert(_, a) => vec![a],
        ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Builtin(_, args) => args.iter().collect(),
        other => panic!("{other:?} is not element-wise"),
    }
}

/// The sides of a quotient of integers, one of which has 64 bits.
pub(in crate::lower) fn long_quotient(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Binary(BinaryOp::Div, a, b) = &expr.kind else {
        return None;
    };
    let (a, b) = (integer_behind(a)?, integer_behind(b)?);
    (a.ty == Type::Long || b.ty == Type::Long).then_some((a, b))
}

/// The integer that a scalar is made of.
fn integer_behind(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Convert(_, inner) if inner.ty.is_integer() => Some(inner),
        _ => None,
    }
}

/// How partial results of an update are combined, when they can be.
pub(in crate::lower) fn accumulator_op(op: BinaryOp) -> Option<AccumulatorOp> {
    match op {
        BinaryOp::Add | BinaryOp::Sub => Some(AccumulatorOp::Add),
        BinaryOp::Mul => Some(AccumulatorOp::Mul),
        BinaryOp::Min => Some(AccumulatorOp::Min),
        BinaryOp::Max => Some(AccumulatorOp::Max),
        BinaryOp::BitAnd => Some(AccumulatorOp::And),
        BinaryOp::BitOr => Some(AccumulatorOp::Or),
        BinaryOp::BitXor => Some(AccumulatorOp::Xor),
        BinaryOp::Div | BinaryOp::Pow | comparison_op!() | logical_op!() => None,
    }
}
