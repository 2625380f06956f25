//! Reductions: `sum(x)`, `max(x, 1)`, `cumsum(x)`, `dotprod(x, y)`.
//!
//! *Invariant:* the argument is an array of numbers as they are computed, never of storage types.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::Reports;
use crate::check::builtin::argument::{bad_argument, number_array};
use crate::check::convert::to_elem;
use crate::check::trees::error;
use crate::hir::{Expr, ExprKind};
use crate::types::{ArrayType, Elem, Modifiers, Size, Type, join_elem};

use super::elementwise::{real_or_complex, shapes_differ};
use super::known_instead;
use super::shape::as_vector;
use super::size::{dimension, literal_dimension};

/// A reduction of a number is the number (or a test of it).
fn reduce_number(builtin: Builtin, value: Expr, result: Elem, span: Span) -> Expr {
    let literal = Expr {
        ty: Type::Array(ArrayType::new(
            value.ty.elem().unwrap_or(Elem::Scalar),
            vec![Size::Known(1)],
        )),
        span,
        kind: ExprKind::ArrayLiteral(vec![value]),
    };
    let of_all = match builtin {
        Builtin::MinDim => Builtin::Min,
        Builtin::MaxDim => Builtin::Max,
        other => other,
    };
    Expr {
        ty: result.value_type(),
        span,
        kind: ExprKind::Builtin(of_all, vec![literal]),
    }
}

/// The type of an array with one dimension gone to 1; trailing ones vanish.
fn reduced(array: &ArrayType, dim: &Expr, elem: Elem) -> Type {
    let Some(dim) = literal_dimension(dim) else {
        return Type::Array(ArrayType {
            elem,
            modifiers: Modifiers::default(),
            ..ArrayType::any(elem)
        });
    };
    if array.any_rank {
        return Type::Array(ArrayType::any(elem));
    }
    let mut sizes = array.sizes.clone();
    if sizes.len() == 1 {
        sizes.insert(0, Size::Known(1));
    }
    if let Some(size) = sizes.get_mut(dim) {
        *size = Size::Known(1);
    }
    while sizes.len() > 2 && sizes.last() == Some(&Size::Known(1)) {
        sizes.pop();
    }
    Type::Array(ArrayType::new(elem, as_vector(sizes)))
}

/// A reduction of all elements, or along a dimension.
pub(super) fn reduce(
    reports: &mut Reports,
    builtin: Builtin,
    mut values: Vec<Expr>,
    result: Option<Elem>,
    span: Span,
) -> Expr {
    let row = builtins::row(builtin);
    let dim = (values.len() == 2).then(|| values.remove(1));
    let value = values.remove(0);
    let Some(elem) = value.ty.elem().filter(|elem| elem.is_number()) else {
        return bad_argument(reports, row.name, &value, "an array of numbers", span);
    };
    let Some(computed) = elem.value_type().elem() else {
        return error(span);
    };
    let result = match result {
        Some(Elem::Scalar)
            if computed == Elem::Complex && !matches!(builtin, Builtin::Std | Builtin::Var) =>
        {
            Elem::Complex
        }
        Some(elem) => elem,
        None => computed,
    };
    if computed == Elem::Complex
        && matches!(
            builtin,
            Builtin::Min | Builtin::Max | Builtin::MinDim | Builtin::MaxDim | Builtin::Median
        )
    {
        return bad_argument(reports, row.name, &value, "real numbers", span);
    }
    let dim = match dim.map(|dim| dimension(reports, row.name, dim)) {
        Some(None) => return error(span),
        Some(Some(dim)) => Some(dim),
        None => None,
    };
    let Some(array) = value.ty.as_array().cloned() else {
        let number = reduce_number(builtin, value, result, span);
        return known_instead(dim.into_iter().collect(), number);
    };
    let value = to_elem(value, computed);
    match dim {
        None => Expr {
            ty: result.value_type(),
            span,
            kind: ExprKind::Builtin(builtin, vec![value]),
        },
        Some(dim) => {
            let ty = reduced(&array, &dim, result);
            Expr {
                ty,
                span,
                kind: ExprKind::Builtin(builtin, vec![value, dim]),
            }
        }
    }
}

pub(super) fn cumulative(
    reports: &mut Reports,
    builtin: Builtin,
    mut values: Vec<Expr>,
    span: Span,
) -> Expr {
    let row = builtins::row(builtin);
    let number = values[0].ty.elem().filter(|elem| elem.is_number());
    let Some(elem) = number.and_then(|elem| elem.value_type().elem()) else {
        return bad_argument(
            reports,
            row.name,
            &values[0].clone(),
            "an array of numbers",
            span,
        );
    };
    if elem == Elem::Complex && matches!(builtin, Builtin::CumMin | Builtin::CumMax) {
        return bad_argument(reports, row.name, &values[0].clone(), "real numbers", span);
    }
    let first = to_elem(values.remove(0), elem);
    let dim = match values.pop().map(|dim| dimension(reports, row.name, dim)) {
        Some(None) => return error(span),
        Some(Some(dim)) => Some(dim),
        None => None,
    };
    let Some(array) = first.ty.as_array().cloned() else {
        return known_instead(dim.into_iter().collect(), first);
    };
    let mut args = vec![first];
    args.extend(dim);
    let ty = Type::Array(ArrayType {
        elem,
        modifiers: Modifiers::default(),
        ..array
    });
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(builtin, args),
    }
}

pub(super) fn dotprod(reports: &mut Reports, mut values: Vec<Expr>, span: Span) -> Expr {
    let right = values.remove(1);
    let left = values.remove(0);
    let (Some(a), Some(b)) = (
        number_array(reports, "dotprod", &left, span),
        number_array(reports, "dotprod", &right, span),
    ) else {
        return error(span);
    };
    if let (Some(m), Some(n)) = (a.known_numel(), b.known_numel())
        && m != n
    {
        return shapes_differ(reports, &a, &b, span);
    }
    let Some(elem) = join_elem(a.elem, b.elem).and_then(|elem| elem.value_type().elem()) else {
        return error(span);
    };
    let args = vec![to_elem(left, elem), to_elem(right, elem)];
    Expr {
        ty: elem.value_type(),
        span,
        kind: ExprKind::Builtin(Builtin::DotProd, args),
    }
}

pub(super) fn norm(reports: &mut Reports, mut values: Vec<Expr>, span: Span) -> Expr {
    let value = values.remove(0);
    if number_array(reports, "norm", &value, span).is_none() {
        return error(span);
    }
    let elem = real_or_complex(std::slice::from_ref(&value));
    let value = to_elem(value, elem);
    Expr {
        ty: Type::Scalar,
        span,
        kind: ExprKind::Builtin(Builtin::Norm, vec![value]),
    }
}
