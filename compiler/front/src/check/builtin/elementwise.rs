//! Functions of each element, and conversions: `sin(x)`, `min(x, y)`, `int(x)`.
//!
//! *Invariant:* the arguments have one element type, the result has their common shape.

use crate::base::Span;
use crate::builtins::{self, Builtin, Numbers, Rule};
use crate::check::Reports;
use crate::check::builtin::argument::bad_argument;
use crate::check::convert::to_elem;
use crate::check::operator::{bits_of, join_shapes};
use crate::check::trees::{convert_by, error, int};
use crate::diag::{Code, Report};
use crate::hir::{Conversion, Expr, ExprKind};
use crate::types::{ArrayType, Elem, Modifiers, Type, join_elem};

/// What an analytic function of these values computes in.
pub(super) fn real_or_complex(values: &[Expr]) -> Elem {
    let is_complex = |value: &Expr| value.ty.elem() == Some(Elem::Complex);
    match values.iter().any(is_complex) {
        true => Elem::Complex,
        false => Elem::Scalar,
    }
}

fn accepts_complex(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::Elementwise(
            Numbers::Any | Numbers::Magnitude | Numbers::ComplexPart | Numbers::Test,
            _
        )
    )
}

/// The element type that numbers and arrays of numbers are computed in together, or the first of them that is none.
fn common_number(values: &[Expr]) -> Result<Elem, &Expr> {
    let mut common: Option<Elem> = None;
    for value in values {
        let found = value
            .ty
            .elem()
            .filter(|found| found.is_number())
            .and_then(|found| found.value_type().elem());
        let joined = match (common, found) {
            (None, found) => found,
            (Some(a), Some(b)) => join_elem(a, b),
            (Some(_), None) => None,
        };
        common = Some(joined.ok_or(value)?);
    }
    Ok(common.unwrap_or(Elem::Scalar))
}

/// The shape of all arrays among the values (none: there are only numbers), or the first two shapes that disagree.
fn common_shape(values: &[Expr]) -> Result<Option<ArrayType>, (ArrayType, &ArrayType)> {
    let mut shape: Option<ArrayType> = None;
    for array in values.iter().filter_map(|value| value.ty.as_array()) {
        shape = Some(match shape {
            None => array.clone(),
            Some(shape) => join_shapes(&shape, array).ok_or((shape, array))?,
        });
    }
    Ok(shape)
}

/// An element-wise function: arguments as `elem` (none: their common type), result `result` (none: the same).
pub(super) fn map(
    reports: &mut Reports,
    row: &builtins::Row,
    values: Vec<Expr>,
    elem: Option<Elem>,
    result: Option<Elem>,
    span: Span,
) -> Expr {
    let common = match common_number(&values) {
        Ok(common) => common,
        Err(value) => {
            return bad_argument(
                reports,
                row.name,
                value,
                "a number or an array of numbers",
                span,
            );
        }
    };
    if common == Elem::Complex && elem != Some(Elem::Complex) && !accepts_complex(row.rule) {
        reports.push(
            Report::new(
                Code::BadArgument,
                span,
                format!("`{}` takes real numbers, not complex ones", row.name),
            )
            .label("of a complex argument")
            .help("`real(z)` and `imag(z)` are the parts of z, `abs(z)` is its modulus, `angle(z)` its argument"),
        );
        return error(span);
    }
    let elem = elem.unwrap_or(common);
    let result = result.unwrap_or(elem);
    let values: Vec<Expr> = values
        .into_iter()
        .map(|value| to_elem(value, elem))
        .collect();
    let ty = match common_shape(&values) {
        Err((shape, array)) => return shapes_differ(reports, &shape, array, span),
        Ok(Some(array)) => Type::Array(ArrayType {
            elem: result,
            modifiers: Modifiers::default(),
            ..array
        }),
        Ok(None) => result.value_type(),
    };
    Expr {
        ty,
        span,
        kind: ExprKind::Builtin(row.builtin, values),
    }
}

pub(super) fn shapes_differ(
    reports: &mut Reports,
    a: &ArrayType,
    b: &ArrayType,
    span: Span,
) -> Expr {
    reports.push(
        Report::new(
            Code::SizeMismatch,
            span,
            format!("arrays of different sizes: `{a}` and `{b}`"),
        )
        .label("works element by element"),
    );
    error(span)
}

/// `nextpow2(x)`: of what lies between two ints the upper one counts.
pub(super) fn next_power(
    reports: &mut Reports,
    row: &builtins::Row,
    mut values: Vec<Expr>,
    span: Span,
) -> Expr {
    if values[0].ty.elem() == Some(Elem::Scalar) {
        let (ceil, scalar) = (builtins::row(Builtin::Ceil), Some(Elem::Scalar));
        values = vec![map(reports, ceil, values, scalar, scalar, span)];
    }
    let elem = bits_of(&values);
    map(reports, row, values, Some(elem), Some(elem), span)
}

pub(super) fn make_complex(
    reports: &mut Reports,
    row: &builtins::Row,
    values: Vec<Expr>,
    span: Span,
) -> Expr {
    if values.len() == 1 {
        return to_kind(reports, values, Elem::Complex, row.name, span);
    }
    map(
        reports,
        row,
        values,
        Some(Elem::Scalar),
        Some(Elem::Complex),
        span,
    )
}

/// `int(x)`, `float(x)`, `complex(x)`.
pub(super) fn to_kind(
    reports: &mut Reports,
    mut values: Vec<Expr>,
    elem: Elem,
    name: &str,
    span: Span,
) -> Expr {
    let value = values.remove(0);
    let from = value.ty.elem();
    if !from.is_some_and(Elem::is_number) {
        return bad_argument(
            reports,
            name,
            &value,
            "a number or an array of numbers",
            span,
        );
    }
    if from == Some(Elem::Complex) && elem != Elem::Complex {
        return bad_argument(reports, name, &value, "real numbers", span);
    }
    let ty = match &value.ty {
        Type::Array(array) => Type::Array(ArrayType {
            elem,
            modifiers: Modifiers::default(),
            ..array.clone()
        }),
        _ => elem.value_type(),
    };
    if let (Type::Int, ExprKind::Scalar(number)) = (&ty, &value.kind) {
        return int(*number as i32, span);
    }
    Expr {
        span,
        ..convert_by(Conversion::Explicit, value, &ty)
    }
}
