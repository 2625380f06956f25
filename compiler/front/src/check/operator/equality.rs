//! Equality: of numbers, of arrays element by element or as a whole, of strings, of pointers.
//!
//! *Invariant:* values that can never be equal are not compared: that is a report.

use crate::base::Span;
use crate::check::convert::to_elem;
use crate::check::operator::{computed, report_operand};
use crate::check::trees::error;
use crate::check::{BodyState, Reports};
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Expr, ExprKind, Space, UnaryOp};
use crate::syntax::ast;
use crate::types::{Elem, Type};

use super::common_elem;
use super::elementwise::elementwise;

/// Whether values of the type refer to objects.
pub(super) fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(_) | Type::Null)
}

/// `==` or `!=` of the typed tree.
pub(super) fn equality_op(op: ast::BinaryOp) -> BinaryOp {
    match op == ast::BinaryOp::Equal {
        true => BinaryOp::Eq,
        false => BinaryOp::Ne,
    }
}

/// Whether two values are equal as the answer that `==` or `!=` asks for.
fn as_asked(op: BinaryOp, equal: Expr) -> Expr {
    if op == BinaryOp::Eq {
        return equal;
    }
    Expr {
        ty: Type::Int,
        span: equal.span,
        kind: ExprKind::Unary(UnaryOp::Not, Box::new(equal)),
    }
}

pub(super) fn refuse_strings(reports: &mut Reports, op: ast::BinaryOp, span: Span) -> Expr {
    let help = match op {
        ast::BinaryOp::Equal | ast::BinaryOp::NotEqual => {
            "compare outside, and pass the result as an `int`"
        }
        _ => {
            "make texts on the host; a kernel can give numbers for them through its outputs or an array"
        }
    };
    reports.push(
        Report::new(
            Code::HostOnly,
            span,
            "strings do not exist in kernel and device functions",
        )
        .label("works on strings")
        .help(help),
    );
    error(span)
}

/// A string and something else are never equal.
pub(super) fn refuse_mixed_comparison(
    reports: &mut Reports,
    left: &Expr,
    right: &Expr,
    span: Span,
) -> Expr {
    let other = if left.ty == Type::String { right } else { left };
    reports.push(
        Report::new(
            Code::BadOperand,
            span,
            format!("a `string` and a `{}` cannot be compared", other.ty),
        )
        .label("never equal")
        .help("`num2str(x)` makes text of a number, `str2num(text)` a number of text"),
    );
    error(span)
}

/// `p == nullptr`, `p == q`: whether both are one object.
fn pointer_equality(
    reports: &mut Reports,
    op: BinaryOp,
    left: Expr,
    right: Expr,
    span: Span,
) -> Expr {
    let (a, b) = (left.ty.clone(), right.ty.clone());
    let kind = match (&a, &b) {
        (_, Type::Null) => ExprKind::IsNull(Box::new(left)),
        (Type::Null, _) => ExprKind::IsNull(Box::new(right)),
        (a, b) if a == b => ExprKind::SameObject(Box::new(left), Box::new(right)),
        (a, b) => {
            let message = format!("a `{a}` and a `{b}` are never the same object");
            let report = Report::new(Code::BadOperand, span, message);
            reports.push(report.label("pointers to different classes"));
            return error(span);
        }
    };
    let ty = Type::Int;
    let same = Expr { ty, span, kind };
    as_asked(op, same)
}

pub(in crate::check) fn equality(
    reports: &mut Reports,
    f: &BodyState<'_>,
    op: ast::BinaryOp,
    left: Expr,
    right: Expr,
    span: Span,
    whole: bool,
) -> Expr {
    if left.ty == Type::Error || right.ty == Type::Error {
        return error(span);
    }
    if left.ty == Type::String && right.ty == Type::String {
        return match f.space {
            Space::Host => f.string_equality(op, left, right, span),
            Space::Device | Space::Kernel => refuse_strings(reports, op, span),
        };
    }
    let op = equality_op(op);
    if left.ty == Type::String || right.ty == Type::String {
        return refuse_mixed_comparison(reports, &left, &right, span);
    }
    if is_pointer(&left.ty) && is_pointer(&right.ty) {
        return pointer_equality(reports, op, left, right, span);
    }
    for side in [&left, &right] {
        if !side.ty.elem().is_some_and(Elem::is_number) {
            report_operand(reports, if op == BinaryOp::Eq { "==" } else { "!=" }, side);
            return error(span);
        }
    }
    let (left, right) = (computed(left), computed(right));
    let arrays = left.ty.as_array().is_some() && right.ty.as_array().is_some();
    if !(whole && arrays) {
        return elementwise(reports, op, left, right, span);
    }
    let Some(elem) = common_elem(&left, &right) else {
        return error(span);
    };
    let (left, right) = (to_elem(left, elem), to_elem(right, elem));
    let equal = Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::ArraysEqual(Box::new(left), Box::new(right)),
    };
    as_asked(op, equal)
}
