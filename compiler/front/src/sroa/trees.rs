//! Small typed trees that replaced expressions and statements are made of.
//!
//! *Invariant:* nothing here knows an instance or its variables.

use crate::base::Span;
use crate::builtins::Builtin;
use crate::hir::{
    Conversion, Element, Expr, ExprKind, Place as ElementPlace, Stmt, StmtKind, Subscript, Target,
};
use crate::types::{ArrayType, Type};

use super::kinds::is_in_place;
use super::layout::Layout;

/// A value of another type.
pub(super) fn converted(value: Expr, ty: Type) -> Expr {
    converted_by(Conversion::Implicit, value, ty)
}

/// The same, as a place or the program asks for it.
pub(super) fn converted_by(by: Conversion, value: Expr, ty: Type) -> Expr {
    if value.ty == ty {
        return value;
    }
    Expr {
        ty,
        span: value.span,
        kind: ExprKind::Convert(by, Box::new(value)),
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

/// Values of which the first does something before.
pub(super) fn prefixed(stmts: Vec<Stmt>, mut values: Vec<Expr>) -> Vec<Expr> {
    if stmts.is_empty() {
        return values;
    }
    let first = values.first_mut().expect("a class has parts");
    let (ty, span) = (first.ty.clone(), first.span);
    let value = std::mem::replace(first, nothing(span));
    *first = Expr {
        ty,
        span,
        kind: ExprKind::Sequence(stmts, Box::new(value)),
    };
    values
}

/// Gives what a call gives to targets.
pub(super) fn received(targets: Vec<Target>, value: Expr, span: Span) -> Stmt {
    if let ([target], false) = (targets.as_slice(), matches!(value.ty, Type::Tuple(_))) {
        return Stmt::set(target.clone(), value, span);
    }
    Stmt {
        kind: StmtKind::Unpack { targets, value },
        span,
    }
}

/// A value that a class holds in place is no reference to another array.
pub(super) fn owned(value: Expr) -> Expr {
    let shared = matches!(
        value.kind,
        ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Entry(..) | ExprKind::Convert(..)
    );
    if shared && is_in_place(&value.ty) {
        copied(value)
    } else {
        value
    }
}

/// Whether a value can be written down again instead of being held.
pub(super) fn is_constant(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_)
        | ExprKind::Scalar(_)
        | ExprKind::Complex(..)
        | ExprKind::String(_)
        | ExprKind::Null => true,
        ExprKind::Convert(_, inner) => is_constant(inner),
        _ => false,
    }
}

/// The element of an object that holds a number or a string.
pub(super) fn part_element(object: &Expr, layout: &Layout, entry: usize, index: usize) -> Element {
    let span = object.span;
    let array = Expr {
        ty: layout.entries[entry].clone(),
        span,
        kind: ExprKind::Entry(Box::new(object.clone()), entry),
    };
    let index = Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Int(index as i32),
    };
    Element {
        array: Box::new(array),
        place: ElementPlace::Subscripts(vec![Subscript::Index(index)]),
        read: crate::types::AccessMode::Unchecked,
        write: crate::types::AccessMode::Unchecked,
    }
}

/// A copy of an array.
pub(super) fn copied(value: Expr) -> Expr {
    Expr {
        ty: value.ty.clone(),
        span: value.span,
        kind: ExprKind::Builtin(Builtin::Copy, vec![value]),
    }
}

/// The texts of values one after the other.
pub(super) fn joined(pieces: Vec<Expr>, span: Span) -> Expr {
    let pieces = pieces.into_iter().map(as_string);
    let joined = pieces.reduce(|a, b| Expr {
        ty: Type::String,
        span,
        kind: ExprKind::Concat(Box::new(a), Box::new(b)),
    });
    joined.expect("a text has a piece")
}

pub(super) fn chosen(cond: Expr, then: Expr, otherwise: Expr) -> Expr {
    Expr {
        ty: Type::String,
        span: cond.span,
        kind: ExprKind::Ternary(Box::new(cond), Box::new(then), Box::new(otherwise)),
    }
}

/// A constant text.
pub(super) fn string(text: &str, span: Span) -> Expr {
    Expr {
        ty: Type::String,
        span,
        kind: ExprKind::String(text.to_string()),
    }
}

/// A value as a string.
pub(super) fn as_string(value: Expr) -> Expr {
    if value.ty == Type::String {
        return value;
    }
    Expr {
        ty: Type::String,
        span: value.span,
        kind: ExprKind::Convert(Conversion::Implicit, Box::new(value)),
    }
}

/// A fixed array from its elements.
pub(super) fn literal_of(ty: Type, sizes: &[i32], values: Vec<Expr>, span: Span) -> Expr {
    let Type::Array(array) = &ty else {
        panic!("{ty} is an array")
    };
    let flat = Type::Array(ArrayType {
        sizes: vec![crate::types::Size::Known(values.len() as i32)],
        ..array.clone()
    });
    let literal = Expr {
        ty: flat,
        span,
        kind: ExprKind::ArrayLiteral(values),
    };
    if sizes.len() == 1 {
        return Expr { ty, ..literal };
    }
    let sizes = sizes.iter().map(|size| int(*size, span));
    let args = [literal].into_iter().chain(sizes).collect();
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(Builtin::Reshape, args),
    }
}

/// An int literal.
pub(super) fn int(value: i32, span: Span) -> Expr {
    Expr {
        ty: Type::Int,
        span,
        kind: ExprKind::Int(value),
    }
}
