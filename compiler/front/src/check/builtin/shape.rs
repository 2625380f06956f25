//! The same elements in another shape or order: `reshape`, `transpose`, `cat`, `circshift`, `diag`.
//!
//! *Invariant:* the type of the result promises no size that the values of the arguments could refute.

use crate::base::Span;
use crate::builtins::{self, Builtin};
use crate::check::builtin::argument::{array_argument, bad_argument, int_list};
use crate::check::convert::{to_elem, to_int};
use crate::check::trees::{error, int};
use crate::check::{BodyState, Checker, Reports, kinds};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::types::{ArrayType, Elem, Size, Type, join_elem};
use quasar_abi::MAXIMUM_DIMENSIONS;

use super::size::{dimension, literal_dimension};

impl<'a> Checker<'a> {
    pub(super) fn reshape(
        &mut self,
        f: &mut BodyState<'a>,
        builtin: Builtin,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let list = values.remove(1);
        let value = values.remove(0);
        let name = builtins::row(builtin).name;
        let value = if value.ty.is_number() && builtin == Builtin::Repmat {
            self.vector_of(vec![value], span)
        } else {
            value
        };
        let Some(array) = array_argument(&mut self.reports, name, &value, span) else {
            return error(span);
        };
        let Some((dims, sizes)) = self.dimensions_of(f, vec![list], span) else {
            return error(span);
        };
        let sizes = match (builtin, sizes) {
            (Builtin::Reshape, sizes) => sizes,
            (_, Some(times)) => repeated(&array, &times),
            (_, None) => None,
        };
        let ty = match sizes {
            Some(sizes) => ArrayType::new(array.elem, as_vector(sizes)),
            None => ArrayType::any(array.elem),
        };
        let mut args = vec![value];
        args.extend(dims);
        Expr {
            ty: Type::Array(ty),
            span,
            kind: ExprKind::Builtin(builtin, args),
        }
    }

    pub(super) fn shuffle(
        &mut self,
        f: &mut BodyState<'a>,
        mut values: Vec<Expr>,
        span: Span,
    ) -> Expr {
        let order = values.remove(1);
        let value = values.remove(0);
        let Some(array) = array_argument(&mut self.reports, "shuffledims", &value, span) else {
            return error(span);
        };
        let Some(order) = self.dimension_list(f, "shuffledims", order, span) else {
            return error(span);
        };
        let ty = match self.known_list(f, &order) {
            Some(list) => {
                let axes = list.iter().filter_map(|dim| usize::try_from(*dim).ok());
                let mut sizes: Vec<Size> = axes.map(|axis| kinds::extent(&array, axis)).collect();
                // A matrix stays one where dimensions that it has not stay behind those that it has.
                if array.rank().is_some_and(|rank| rank <= 2) {
                    while sizes.len() > 2 && sizes.last() == Some(&Size::Known(1)) {
                        sizes.pop();
                    }
                }
                ArrayType::new(array.elem, as_vector(sizes))
            }
            None => ArrayType::any(array.elem),
        };
        Expr {
            ty: Type::Array(ty),
            span,
            kind: ExprKind::Builtin(Builtin::ShuffleDims, vec![value, order]),
        }
    }
}

/// Two-dimensional sizes with one row are those of a vector.
pub(super) fn as_vector(mut sizes: Vec<Size>) -> Vec<Size> {
    if sizes.len() == 2 && sizes[0] == Size::Known(1) {
        sizes.remove(0);
    }
    sizes
}

fn repeated(array: &ArrayType, times: &[Size]) -> Option<Vec<Size>> {
    let rank = array.rank()?.max(times.len()).max(2);
    let sizes = (0..rank)
        .map(|dim| {
            let count = if times.len() == 1 && dim == 1 {
                times[0]
            } else if times.len() == 1 {
                Size::Known(1)
            } else {
                times.get(dim).copied().unwrap_or(Size::Known(1))
            };
            match (kinds::extent(array, dim), count) {
                // What is too large or below 0 is an error when running.
                (Size::Known(a), Size::Known(b)) if b >= 0 => {
                    a.checked_mul(b).map_or(Size::Open, Size::Known)
                }
                (size, Size::Known(1)) => size,
                _ => Size::Open,
            }
        })
        .collect();
    Some(sizes)
}

pub(super) fn squeeze(reports: &mut Reports, value: Expr, span: Span) -> Expr {
    if value.ty.is_number() {
        return value;
    }
    let Some(array) = array_argument(reports, "squeeze", &value, span) else {
        return error(span);
    };
    let ty = match array.known_sizes() {
        Some(sizes) => {
            let kept: Vec<Size> = sizes
                .into_iter()
                .filter(|n| *n != 1)
                .map(Size::Known)
                .collect();
            match kept.len() {
                0 => ArrayType::new(array.elem, vec![Size::Known(1)]),
                1 => ArrayType::new(array.elem, vec![kept[0], Size::Known(1)]),
                _ => ArrayType::new(array.elem, kept),
            }
        }
        None if array.any_rank => ArrayType::any(array.elem),
        None => ArrayType::open(array.elem, array.sizes.len().max(2)),
    };
    Expr {
        ty: Type::Array(ty),
        span,
        kind: ExprKind::Builtin(Builtin::Squeeze, vec![value]),
    }
}

pub(super) fn transpose(reports: &mut Reports, builtin: Builtin, value: Expr, span: Span) -> Expr {
    if value.ty.is_number() {
        return value;
    }
    let Some(array) = array_argument(reports, "transpose", &value, span) else {
        return error(span);
    };
    let sizes = match array.sizes.as_slice() {
        _ if array.any_rank => vec![Size::Open, Size::Open],
        [n] => vec![*n, Size::Known(1)],
        [m, n] if *m != Size::Known(1) && *n == Size::Known(1) => vec![*m],
        [m, n] => vec![*n, *m],
        _ => {
            reports.push(
                Report::new(
                    Code::BadArgument,
                    value.span,
                    "transpose works on matrices and vectors",
                )
                .label(format!("`{array}`"))
                .help("use `shuffledims` to permute the dimensions of a cube"),
            );
            return error(span);
        }
    };
    let ty = Type::Array(ArrayType::new(array.elem, sizes));
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(builtin, vec![value]),
    }
}

pub(super) fn concatenate(
    reports: &mut Reports,
    builtin: Builtin,
    mut values: Vec<Expr>,
    span: Span,
) -> Expr {
    let dim = match builtin {
        Builtin::VertCat => int(0, span),
        Builtin::HorzCat => int(1, span),
        _ => match joined_dimension(reports, values.pop().expect("the arity was checked")) {
            Some(dim) => dim,
            None => return error(span),
        },
    };
    let mut elem: Option<Elem> = None;
    let mut rank = 1;
    for value in &values {
        let found = value.ty.elem();
        elem = match (elem, found) {
            (None, found) => found,
            (Some(a), Some(b)) => join_elem(a, b),
            (Some(_), None) => None,
        };
        if elem.is_none() {
            return bad_argument(
                reports,
                builtins::row(builtin).name,
                &value.clone(),
                "arrays of one type",
                span,
            );
        }
        rank = rank.max(value.ty.as_array().and_then(ArrayType::rank).unwrap_or(1));
    }
    let elem = elem.unwrap_or(Elem::Scalar);
    let open = |value: &Expr| value.ty.as_array().is_some_and(|array| array.any_rank);
    let any_rank = values.iter().any(open);
    let rank = match (builtin, literal_dimension(&dim)) {
        (Builtin::HorzCat, _) => rank,
        (_, Some(dim)) => rank.max(dim + 1).max(2),
        (_, None) => rank.max(3),
    };
    let mut args: Vec<Expr> = values
        .into_iter()
        .map(|value| to_elem(value, elem))
        .collect();
    args.push(dim);
    Expr {
        ty: Type::Array(match any_rank {
            true => ArrayType::any(elem),
            false => ArrayType::open(elem, rank),
        }),
        span,
        kind: ExprKind::Builtin(Builtin::Cat, args),
    }
}

/// The dimension along which `cat` joins: arrays have so many at most.
fn joined_dimension(reports: &mut Reports, dim: Expr) -> Option<Expr> {
    if dim.ty.as_array().is_some() {
        let message = format!("a dimension is a `{}`, not a number", dim.ty);
        let report = Report::new(Code::TypeMismatch, dim.span, message).label("a number is needed");
        reports.push(
            report.help("the dimension is the last argument and counts from 0: `cat(a, b, 2)`"),
        );
        return None;
    }
    let dim = dimension(reports, "cat", dim)?;
    match literal_dimension(&dim) {
        Some(axis) if axis >= MAXIMUM_DIMENSIONS => {
            let message = format!("cat: an array cannot have {} dimensions", axis + 1);
            reports.push(
                Report::new(Code::TooManyDimensions, dim.span, message)
                    .label(format!("dimensions are 0 to {}", MAXIMUM_DIMENSIONS - 1)),
            );
            None
        }
        Some(_) | None => Some(dim),
    }
}

/// A function whose result has the type of its first argument; further arguments are ints.
pub(super) fn same_type(
    reports: &mut Reports,
    builtin: Builtin,
    values: Vec<Expr>,
    span: Span,
) -> Expr {
    let mut values = values.into_iter();
    let first = values.next().expect("the arity was checked");
    if first.ty.is_number() && matches!(builtin, Builtin::Copy | Builtin::DeepCopy) {
        return first;
    }
    if let (Type::Pointer(_), Builtin::DeepCopy) = (&first.ty, builtin) {
        return Expr {
            ty: first.ty.clone(),
            span,
            kind: ExprKind::Builtin(builtin, vec![first]),
        };
    }
    let name = builtins::row(builtin).name;
    if array_argument(reports, name, &first, span).is_none() {
        return error(span);
    }
    let ty = kinds::plain(&first.ty);
    let mut args = vec![first];
    for value in values {
        let shift = match value.ty.as_array() {
            Some(_) => int_list(reports, name, value, "a list of shifts", span),
            None => Some(to_int(reports, value, "a shift")),
        };
        match shift {
            Some(shift) => args.push(shift),
            None => return error(span),
        }
    }
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(builtin, args),
    }
}

pub(super) fn diagonal(reports: &mut Reports, builtin: Builtin, value: Expr, span: Span) -> Expr {
    let Some(array) = array_argument(reports, builtins::row(builtin).name, &value, span) else {
        return error(span);
    };
    if builtin == Builtin::Diag && array.rank() == Some(1) {
        let message = format!("`diag` takes a matrix, not a `{}`", value.ty);
        let report = Report::new(Code::BadArgument, value.span, message);
        reports.push(
            report
                .label("a vector has no diagonal")
                .help("`diagm(v)` makes the matrix that has a vector as its diagonal"),
        );
        return error(span);
    }
    let sizes = match (builtin, array.known_numel(), array.sizes.as_slice()) {
        (Builtin::Diagm, Some(n), _) => vec![Size::Known(n as i32); 2],
        (Builtin::Diagm, None, [n]) => vec![*n, *n],
        (Builtin::Diagm, None, _) => vec![Size::Open; 2],
        // The diagonal is a vector, which is a row as any other: `max(ones(n), diag(m))`.
        (_, _, [Size::Known(m), Size::Known(n)]) => vec![Size::Known(*m.min(n))],
        (_, _, _) => vec![Size::Open],
    };
    let ty = Type::Array(ArrayType::new(array.elem, sizes));
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(builtin, vec![value]),
    }
}
