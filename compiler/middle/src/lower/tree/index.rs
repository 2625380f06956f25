//! What the text of indices tells: which place is one element, constants, and the number of elements of a range.
//!
//! Layer: `tree`.
//!
//! *Invariant:* only what holds for every run is told.

use crate::hir::{BinaryOp, Element, Expr, ExprKind, Place, Subscript};

/// The indices of a place that is one element.
pub(in crate::lower) fn single_indices(place: &Place) -> Option<Vec<&Expr>> {
    match place {
        Place::Subscripts(subscripts) => subscripts
            .iter()
            .map(|subscript| match subscript {
                Subscript::Index(index) => Some(index),
                Subscript::All | Subscript::Range { .. } | Subscript::Vector(_) => None,
            })
            .collect(),
        Place::Position(_) | Place::Mask(_) => None,
    }
}

/// The number of elements of a range, when it is known.
pub(in crate::lower) fn range_count(
    start: &Expr,
    step: Option<&Expr>,
    stop: &Expr,
) -> Option<usize> {
    let step = step.map_or(Some(1), constant)?;
    let distance = distance(start, stop)?;
    let count = distance.checked_div(step)? + 1;
    let forward = distance == 0 || (distance > 0) == (step > 0);
    Some(if forward {
        usize::try_from(count).ok()?
    } else {
        0
    })
}

/// The value of an expression of constants.
pub(in crate::lower) fn constant(expr: &Expr) -> Option<i32> {
    match linear(expr) {
        (None, value) => Some(value),
        (Some(_), _) => None,
    }
}

/// `stop - start` when it is known: both are constants, or the same expression but for a constant.
pub(in crate::lower) fn distance(start: &Expr, stop: &Expr) -> Option<i32> {
    let ((a, low), (b, high)) = (linear(start), linear(stop));
    let same = match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => same_value(a, b),
        (None, Some(_)) | (Some(_), None) => false,
    };
    same.then(|| high.wrapping_sub(low))
}

/// An int expression as a part that is not known plus a constant.
fn linear(expr: &Expr) -> (Option<&Expr>, i32) {
    match &expr.kind {
        ExprKind::Int(value) => (None, *value),
        ExprKind::Unary(crate::hir::UnaryOp::Neg, a) => match linear(a) {
            (None, value) => (None, value.wrapping_neg()),
            (Some(_), _) => (Some(expr), 0),
        },
        ExprKind::Binary(BinaryOp::Add, a, b) => match (linear(a), linear(b)) {
            ((part, x), (None, y)) | ((None, x), (part, y)) => (part, x.wrapping_add(y)),
            ((Some(_), _), (Some(_), _)) => (Some(expr), 0),
        },
        ExprKind::Binary(BinaryOp::Sub, a, b) => match (linear(a), linear(b)) {
            ((part, x), (None, y)) => (part, x.wrapping_sub(y)),
            (_, (Some(_), _)) => (Some(expr), 0),
        },
        _ => (Some(expr), 0),
    }
}

/// Whether two expressions without effects have the same value: variables, constants and arithmetic alike.
fn same_value(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Var(a), ExprKind::Var(b)) => a == b,
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Binary(op, a1, a2), ExprKind::Binary(other, b1, b2)) => {
            op == other && same_value(a1, b1) && same_value(a2, b2)
        }
        (ExprKind::Unary(op, a), ExprKind::Unary(other, b)) => op == other && same_value(a, b),
        (ExprKind::Element(a), ExprKind::Element(b)) => same_element(a, b),
        _ => false,
    }
}

fn same_element(a: &Element, b: &Element) -> bool {
    match (single_indices(&a.place), single_indices(&b.place)) {
        (Some(x), Some(y)) => {
            same_value(&a.array, &b.array)
                && x.len() == y.len()
                && x.iter().zip(&y).all(|(x, y)| same_value(x, y))
        }
        _ => false,
    }
}

/// Whether two slices without effects name the same elements of one variable's array, as far as the text tells.
pub(in crate::lower) fn same_slice(a: &Element, b: &Element) -> bool {
    let (Place::Subscripts(x), Place::Subscripts(y)) = (&a.place, &b.place) else {
        return false;
    };
    let same = |pair: (&Subscript, &Subscript)| match pair {
        (Subscript::All, Subscript::All) => true,
        (Subscript::Index(a), Subscript::Index(b)) => same_value(a, b),
        (
            Subscript::Range {
                start: a,
                step: None,
                stop: b,
            },
            Subscript::Range {
                start: c,
                step: None,
                stop: d,
            },
        ) => same_value(a, c) && same_value(b, d),
        _ => false,
    };
    same_value(&a.array, &b.array) && x.len() == y.len() && x.iter().zip(y).all(same)
}

/// The subscripts of a slice.
pub(in crate::lower) fn subscripts(element: &Element) -> &[Subscript] {
    match &element.place {
        Place::Subscripts(subscripts) => subscripts,
        Place::Position(_) | Place::Mask(_) => panic!("a slice has subscripts"),
    }
}
