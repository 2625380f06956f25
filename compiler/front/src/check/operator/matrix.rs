//! Products and powers of matrices.
//!
//! *Invariant:* a product whose inner sizes are known to differ is a report; the others are compared when the program runs.

use crate::base::Span;
use crate::check::Reports;
use crate::check::convert::{both, to_elem, to_int};
use crate::check::kinds::plain;
use crate::check::trees::{convert_to, error};
use crate::diag::{Code, Report};
use crate::hir::{Expr, ExprKind};
use crate::types::{ArrayType, Size, Type};

use super::common_elem;

/// Whether an array has the elements of a vector along a later dimension, as `x[m,n,:]` has.
fn is_vector_of_more_dimensions(array: &ArrayType) -> bool {
    let longer = array.sizes.iter().filter(|size| **size != Size::Known(1));
    longer.count() == 1
}

/// Whether an array has one dimension only, along which it lies as a row.
fn is_row(array: &ArrayType) -> bool {
    array.rank() == Some(1)
}

/// The sizes of an array as those of a matrix, where it is a vector or a matrix.
fn matrix_sizes(array: &ArrayType) -> Vec<Size> {
    match array.sizes.as_slice() {
        [count] => vec![Size::Known(1), *count],
        sizes => sizes.to_vec(),
    }
}

pub(super) fn matrix_product(reports: &mut Reports, left: Expr, right: Expr, span: Span) -> Expr {
    let Some(elem) = common_elem(&left, &right) else {
        return error(span);
    };
    let (Some(a), Some(b)) = (left.ty.as_array().cloned(), right.ty.as_array().cloned()) else {
        return error(span);
    };
    if !may_be_factors(reports, &left, &a, &right, &b) {
        return error(span);
    }
    let (s, mut t) = (matrix_sizes(&a), matrix_sizes(&b));
    let outer = is_row(&b) && s.len() == 2 && s[1] == Size::Known(1) && s[0] != Size::Known(1);
    if is_row(&b) && !is_row(&a) && !outer {
        t.swap(0, 1);
    }
    if s.len() == 2
        && t.len() == 2
        && let (Size::Known(inner), Size::Known(other)) = (s[1], t[0])
        && inner != other
    {
        return report_product(reports, &left, &right, &s, &t, span);
    }
    let open = Size::Open;
    let result = vec![
        s.first().copied().unwrap_or(open),
        t.get(1).copied().unwrap_or(open),
    ];
    let result = if result[0] == Size::Known(1) {
        vec![result[1]]
    } else {
        result
    };
    let (left, right) = (to_elem(left, elem), to_elem(right, elem));
    // A column times a row: the row has two dimensions, so that nobody takes it for a column.
    let right = match outer {
        true => convert_to(right, &Type::Array(ArrayType::new(elem, t))),
        false => right,
    };
    Expr {
        ty: Type::Array(ArrayType::new(elem, result)),
        span,
        kind: ExprKind::MatMul(Box::new(left), Box::new(right)),
    }
}

/// Whether two arrays have a matrix product, apart from their sizes, or a report.
fn may_be_factors(
    reports: &mut Reports,
    left: &Expr,
    a: &ArrayType,
    right: &Expr,
    b: &ArrayType,
) -> bool {
    for (array, side) in [(a, left), (b, right)] {
        if array.rank().is_some_and(|rank| rank > 2) {
            reports.push(
                Report::new(
                    Code::MatrixOperator,
                    side.span,
                    "the matrix product works on matrices and vectors",
                )
                .label(format!("`{array}`"))
                .help(match is_vector_of_more_dimensions(array) {
                    true => "`squeeze(…)` around it makes a vector of it",
                    false => "write `.*` to multiply element by element",
                }),
            );
            return false;
        }
    }
    let rows = is_row(a) && is_row(b);
    if rows && a.known_numel() != Some(1) && b.known_numel() != Some(1) {
        reports.push(
            Report::new(
                Code::MatrixOperator,
                both(left, right),
                "the product of two vectors is not defined",
            )
            .label("two row vectors")
            .help(
                "write `dotprod(a, b)` for the inner product, `.*` to multiply element by element",
            ),
        );
        return false;
    }
    true
}

fn report_product(
    reports: &mut Reports,
    left: &Expr,
    right: &Expr,
    s: &[Size],
    t: &[Size],
    span: Span,
) -> Expr {
    let text = |sizes: &[Size]| {
        let parts: Vec<String> = sizes
            .iter()
            .map(|size| match size {
                Size::Known(n) => n.to_string(),
                Size::Symbol(_) | Size::Open => "?".to_string(),
            })
            .collect();
        parts.join("x")
    };
    let message = format!(
        "Matrix dimensions ({} and {}) do not match for multiplication!",
        text(s),
        text(t)
    );
    reports.push(
        Report::new(Code::SizeMismatch, span, message)
            .label("columns of the left and rows of the right must agree")
            .also(left.span, text(s))
            .also(right.span, text(t))
            .maybe_help(help_for_product(s, t)),
    );
    error(span)
}

/// What was probably meant by a product of such matrices.
fn help_for_product(s: &[Size], t: &[Size]) -> Option<String> {
    let known = |sizes: &[Size]| matches!(sizes, [Size::Known(_), Size::Known(_)]);
    if !known(s) || !known(t) {
        return None;
    }
    let text = match (s, t) {
        _ if s == t => "element by element the product is `a.*b`",
        _ if s[1] == t[1] => {
            "the products of all rows of a with all rows of b are `a*transpose(b)`"
        }
        _ if s[0] == t[0] => {
            "the products of all columns of a with all columns of b are `transpose(a)*b`"
        }
        _ => return None,
    };
    Some(text.to_string())
}

pub(super) fn matrix_power(
    reports: &mut Reports,
    left: Expr,
    right: Expr,
    span: Span,
    op_span: Span,
) -> Expr {
    let square = left
        .ty
        .as_array()
        .is_some_and(|array| array.any_rank || array.rank() == Some(2))
        && right.ty.is_integer();
    if !square {
        reports.push(
            Report::new(
                Code::MatrixOperator,
                op_span,
                "`^` on arrays is the power of a square matrix to an int",
            )
            .label(format!("`{}` to the power `{}`", left.ty, right.ty))
            .help("write `.^` for powers element by element"),
        );
        return error(span);
    }
    let right = to_int(reports, right, "an exponent");
    Expr {
        ty: plain(&left.ty),
        span,
        kind: ExprKind::MatPow(Box::new(left), Box::new(right)),
    }
}
