//! Small typed trees that every part of the checker makes: numbers, conversions, what stands for a mistake.
//!
//! *Invariant:* nothing here knows a variable, a body or the checker.

use crate::base::Span;
use crate::diag::{Code, Report};
use crate::hir::{BinaryOp, Conversion, Expr, ExprKind, Fill, Stmt, StmtKind, has_effects};
use crate::types::{ArrayType, Elem, Size, Type, join, member_of, settled};

use super::{Reports, unsupported};

/// An int literal.
pub(super) fn int(value: i32, span: Span) -> Expr {
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Int(value),
    }
}

/// From here on no number is an integer of 64 bits.
pub(super) const LONG_LIMIT: f64 = 9_223_372_036_854_775_808.0;

/// A constant integer of 64 bits, made of constants that ints are.
pub(super) fn long(value: i64, span: Span) -> Expr {
    if let Ok(value) = i32::try_from(value) {
        return convert_to(int(value, span), &Type::Long);
    }
    let digit = 1 << 16;
    let binary = |op, left: Expr, right: Expr| Expr {
        ty: Type::Long,
        span,
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
    };
    let upper = long(value.div_euclid(digit), span);
    let upper = binary(BinaryOp::Mul, upper, long(digit, span));
    binary(BinaryOp::Add, upper, long(value.rem_euclid(digit), span))
}

/// A whole number: an int, beyond its range a scalar.
pub(super) fn int_literal(value: i64, span: Span) -> Expr {
    match i32::try_from(value) {
        Ok(value) => int(value, span),
        Err(_) => Expr {
            ty: Type::Scalar,
            span,
            kind: ExprKind::Scalar(value as f64),
        },
    }
}

/// What stands for an expression that had an error.
pub(super) fn error(span: Span) -> Expr {
    Expr {
        ty: Type::Error,
        span,
        kind: ExprKind::Int(0),
    }
}

pub(super) fn unsupported_expr(reports: &mut Reports, span: Span, what: &str) -> Expr {
    unsupported(reports, span, what);
    error(span)
}

pub(super) fn misplaced(reports: &mut Reports, span: Span, message: &str) -> Expr {
    reports.push(Report::new(Code::Misplaced, span, message).label("not here"));
    error(span)
}

pub(super) fn type_as_value(reports: &mut Reports, span: Span) -> Expr {
    reports.push(
        Report::new(
            Code::TypeAsValue,
            span,
            "a type stands where a value is needed",
        )
        .label("a type")
        .help("a new array is made by `T(sizes)`; a type in an expression by `typename(T)`"),
    );
    error(span)
}

/// Converts as the place demands when the types differ.
pub(super) fn convert_to(value: Expr, ty: &Type) -> Expr {
    convert_by(Conversion::Implicit, value, ty)
}

/// Converts when the types differ, as a place or the program asks for it.
pub(super) fn convert_by(by: Conversion, value: Expr, ty: &Type) -> Expr {
    if value.ty == *ty {
        return value;
    }
    if starts(&value.ty, ty) {
        return started(value, ty);
    }
    let value = with_extents_of(value, ty);
    let span = value.span;
    let kind = match (&value.ty, ty) {
        (Type::Enum(_), Type::Int) if matches!(value.kind, ExprKind::Int(_)) => value.kind,
        (Type::Scalar, Type::Long) if whole_part(&value).is_some() => {
            // The program's precision may have no such number.
            let whole = whole_part(&value).expect("asked before");
            return long(whole, span);
        }
        (Type::Class(_), Type::Pointer(_)) => ExprKind::NewObject(Box::new(value)),
        (Type::Pointer(_), Type::Class(_)) => ExprKind::Deref(Box::new(value)),
        (from, Type::Union(members)) => match promoted(from, members) {
            Some(member) => ExprKind::Convert(by, Box::new(convert_to(value, &member))),
            None => ExprKind::Convert(by, Box::new(value)),
        },
        _ => ExprKind::Convert(by, Box::new(value)),
    };
    Expr {
        ty: ty.clone(),
        span,
        kind,
    }
}

/// Whether a vector without elements becomes one of elements that no number is.
fn starts(from: &Type, to: &Type) -> bool {
    let (Type::Array(from), Type::Array(to)) = (from, to) else {
        return false;
    };
    from.is_start() && !to.elem.is_number()
}

/// A new vector without elements in the place of one. What gives that is evaluated where it does more.
fn started(value: Expr, ty: &Type) -> Expr {
    let span = value.span;
    let zero = int(0, span);
    let rank = ty.as_array().map_or(1, |array| array.sizes.len().max(1));
    let dims = (0..rank).map(|dim| match dim + 1 == rank {
        true => zero.clone(),
        false => int(1, span),
    });
    let made = Expr {
        ty: ty.clone(),
        span,
        kind: ExprKind::NewArray {
            fill: Fill::Zeros,
            dims: dims.collect(),
        },
    };
    let stmts = match has_effects(&value) {
        true => vec![Stmt {
            kind: StmtKind::Expr(value),
            span,
        }],
        false => Vec::new(),
    };
    sequence(stmts, made, span)
}

/// An array whose elements are to be converted, under the wanted extents: whether it has them is a question of its own, which a conversion of
/// elements does not ask.
fn with_extents_of(value: Expr, wanted: &Type) -> Expr {
    let (Type::Array(from), Type::Array(to)) = (&value.ty, wanted) else {
        return value;
    };
    let converts = from.elem != to.elem && !matches!(to.elem, Elem::Compound(_));
    let is_known = |size: &Size| matches!(size, Size::Known(_));
    if !converts || from.sizes == to.sizes || !to.sizes.iter().any(is_known) {
        return value;
    }
    let ty = Type::Array(ArrayType {
        elem: from.elem,
        ..to.clone()
    });
    Expr {
        span: value.span,
        ty,
        kind: ExprKind::Convert(Conversion::Implicit, Box::new(value)),
    }
}

/// The integer of 64 bits that a constant is without its fraction.
fn whole_part(value: &Expr) -> Option<i64> {
    match value.kind {
        ExprKind::Scalar(number) if number.abs() < LONG_LIMIT => Some(number as i64),
        _ => None,
    }
}

/// The member that a value becomes first which is no member itself: an int where the union has scalars.
fn promoted(from: &Type, members: &[Type]) -> Option<Type> {
    let from = settled(from);
    if matches!(from, Type::Union(_)) || member_of(members, &from).is_some() {
        return None;
    }
    let holds = |member: &&Type| join(&from, member).is_some_and(|ty| settled(&ty) == **member);
    members.iter().find(holds).cloned()
}

/// Statements, then a value.
pub(super) fn sequence(stmts: Vec<Stmt>, value: Expr, span: Span) -> Expr {
    if stmts.is_empty() || value.ty == Type::Error {
        return value;
    }
    Expr {
        ty: value.ty.clone(),
        span,
        kind: ExprKind::Sequence(stmts, Box::new(value)),
    }
}

/// No value.
pub(super) fn nothing(span: Span) -> Expr {
    Expr {
        ty: Type::Void,
        span,
        kind: ExprKind::ArrayLiteral(Vec::new()),
    }
}

/// A constant as the integer of 64 bits that is stored of it: the program's precision may have no such number.
pub(super) fn exact_for(value: Expr, place: &Type) -> Expr {
    match value.kind {
        ExprKind::Scalar(number) if computed_as(place) == Some(Type::Long) => {
            let whole = number.round();
            match whole.abs() < LONG_LIMIT {
                true => long(whole as i64, value.span),
                false => value,
            }
        }
        _ => value,
    }
}

/// What the elements of a place are computed as.
pub(super) fn computed_as(place: &Type) -> Option<Type> {
    place.elem().map(Elem::value_type)
}
