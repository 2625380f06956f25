//! Arithmetic and comparisons of each element.
//!
//! *Invariant:* both operands have the element type of the operation; the shape of the result is that of both operands, as far as
//! either tells it.

use crate::base::Span;
use crate::check::Reports;
use crate::check::convert::{reshaped, stored, to_elem};
use crate::check::trees::{error, int};
use crate::diag::{Code, Report};
use crate::hir::families::{bitwise_op, comparison_op, logical_op};
use crate::hir::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::types::{ArrayType, Elem, Modifiers, Size, Type};

use super::common_elem;

/// What to write where one array was expected to be repeated along the other.
fn help_for_sizes(a: &ArrayType, b: &ArrayType) -> Option<String> {
    let is_column = |array: &ArrayType| array.sizes.get(1) == Some(&Size::Known(1));
    let key = |array: &ArrayType| (array.sizes.len(), !is_column(array));
    let (few, many) = match key(a) <= key(b) {
        true => (a, b),
        false => (b, a),
    };
    let text = match (few.sizes.len(), many.sizes.len()) {
        _ if few.any_rank || many.any_rank => return None,
        (1, 1) => "vectors are put one behind the other by `horzcat(a, b)`",
        (1, 2) => {
            "a vector is not repeated for each row: write `repmat(v, [size(A,0),1])`, or a loop over the rows"
        }
        (2, 2) if is_column(few) => {
            "a column is not repeated for each column: write `repmat(v, [1,size(A,1)])`, or a loop over the columns"
        }
        (2, 2) if many.sizes.iter().rev().eq(&few.sizes) => {
            "the rows of one are as long as the columns of the other: `transpose(x)` exchanges rows and columns"
        }
        (2, 3) => {
            "a matrix is not repeated for each channel: write `repmat(m, [1,1,size(x,2)])`, or a loop over the channels"
        }
        _ => return None,
    };
    Some(text.to_string())
}

/// Whether a number is written with a minus in front.
fn is_negated(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(number) => *number < 0,
        ExprKind::Unary(UnaryOp::Neg, _) => true,
        ExprKind::Binary(BinaryOp::Mul, left, _) => is_negated(left),
        _ => false,
    }
}

/// Whether a number or the elements of an array are integers.
fn is_integer(ty: &Type) -> bool {
    ty.elem().is_some_and(|elem| elem.value_type().is_integer())
}

/// The integers that bitwise operations of these values work on.
pub(in crate::check) fn bits_of<'e>(values: impl IntoIterator<Item = &'e Expr>) -> Elem {
    let wide = |value: &Expr| value.ty.elem().map(Elem::value_type) == Some(Type::Long);
    match values.into_iter().any(wide) {
        true => Elem::LONG,
        false => Elem::Int,
    }
}

/// Two ints whose result no int holds.
struct Overflow {
    left: i32,
    operator: &'static str,
    right: i32,
    exact: f64,
}

/// Operators on two int literals; floats are left to the back end, whose precision is the program's.
fn fold(op: BinaryOp, left: &Expr, right: &Expr) -> Option<Result<i32, Overflow>> {
    let (ExprKind::Int(a), ExprKind::Int(b)) = (&left.kind, &right.kind) else {
        return None;
    };
    let (a, b) = (*a, *b);
    let (x, y) = (f64::from(a), f64::from(b));
    let (fitting, exact, operator) = match op {
        BinaryOp::Add => (a.checked_add(b), x + y, "+"),
        BinaryOp::Sub => (a.checked_sub(b), x - y, "-"),
        BinaryOp::Mul => (a.checked_mul(b), x * y, "*"),
        BinaryOp::Pow if b >= 0 => (a.checked_pow(b as u32), x.powi(b), "^"),
        comparison_op!() => return Some(Ok(i32::from(op.compare(a, b)?))),
        BinaryOp::Pow
        | BinaryOp::Div
        | BinaryOp::Min
        | BinaryOp::Max
        | bitwise_op!()
        | logical_op!() => return None,
    };
    Some(fitting.ok_or(Overflow {
        left: a,
        operator,
        right: b,
        exact,
    }))
}

/// Operands of known sizes that differ in singleton dimensions only (`img[m,n,:]` and a vector): both as the shorter one.
fn same_rank(left: Expr, right: Expr) -> (Expr, Expr) {
    let (Some(a), Some(b)) = (left.ty.as_array(), right.ty.as_array()) else {
        return (left, right);
    };
    let (Some(x), Some(y)) = (a.known_sizes(), b.known_sizes()) else {
        return (left, right);
    };
    let squeeze = |sizes: &[i32]| {
        sizes
            .iter()
            .copied()
            .filter(|n| *n != 1)
            .collect::<Vec<_>>()
    };
    if stored(&x) == stored(&y) || squeeze(&x) != squeeze(&y) || squeeze(&x).len() > 1 {
        return (left, right);
    }
    if x.len() > y.len() {
        let ty = right.ty.clone();
        (reshaped(left, &ty), right)
    } else {
        let ty = left.ty.clone();
        let right = reshaped(right, &ty);
        (left, right)
    }
}

/// The common shape of two arrays that are worked on element by element; none: their sizes are known to differ.
pub(in crate::check) fn join_shapes(a: &ArrayType, b: &ArrayType) -> Option<ArrayType> {
    if a.any_rank || b.any_rank {
        return Some(if a.any_rank { b.clone() } else { a.clone() });
    }
    if a.sizes.len() != b.sizes.len() {
        let (longer, shorter) = if a.sizes.len() > b.sizes.len() {
            (a, b)
        } else {
            (b, a)
        };
        return join_ranks(longer, shorter);
    }
    let mut shape = a.clone();
    for (x, y) in shape.sizes.iter_mut().zip(&b.sizes) {
        match (*x, *y) {
            (Size::Known(m), Size::Known(n)) if m != n => return None,
            (Size::Known(_), _) => {}
            (_, Size::Known(_)) => *x = *y,
            (Size::Symbol(_), _) => {}
            (Size::Open, _) => *x = *y,
        }
    }
    Some(shape)
}

fn join_ranks(longer: &ArrayType, shorter: &ArrayType) -> Option<ArrayType> {
    if let (Some(x), Some(y)) = (longer.known_sizes(), shorter.known_sizes()) {
        let trim = |mut sizes: Vec<i32>| {
            if sizes.len() == 1 {
                sizes.insert(0, 1);
            }
            while sizes.last() == Some(&1) && sizes.len() > 1 {
                sizes.pop();
            }
            sizes
        };
        if trim(x) != trim(y) {
            return None;
        }
    }
    Some(longer.clone())
}

/// The error of constants whose result no int holds.
fn overflow(reports: &mut Reports, wrong: &Overflow, span: Span) -> Expr {
    let Overflow {
        left,
        operator,
        right,
        exact,
    } = wrong;
    reports.push(
        Report::new(
            Code::IntOverflow,
            span,
            format!("this int would be {exact}"),
        )
        .label("ints lie between -2147483648 and 2147483647")
        .help(format!(
            "write `{left}.0{operator}{right}`: with a point in it the result is a scalar"
        )),
    );
    error(span)
}

pub(super) fn divide(reports: &mut Reports, left: Expr, right: Expr, span: Span) -> Expr {
    let complex = left.ty.elem() == Some(Elem::Complex) || right.ty.elem() == Some(Elem::Complex);
    let elem = if complex { Elem::Complex } else { Elem::Scalar };
    let (left, right) = (to_elem(left, elem), to_elem(right, elem));
    elementwise(reports, BinaryOp::Div, left, right, span)
}

pub(super) fn power(reports: &mut Reports, left: Expr, right: Expr, span: Span) -> Expr {
    // With a minus in front of it an exponent of ints asks for a fraction.
    let ints = [&left, &right].map(|side| is_integer(&side.ty));
    if ints == [true, true] && is_negated(&right) {
        let (left, right) = (to_elem(left, Elem::Scalar), to_elem(right, Elem::Scalar));
        return elementwise(reports, BinaryOp::Pow, left, right, span);
    }
    elementwise(reports, BinaryOp::Pow, left, right, span)
}

pub(super) fn comparison(
    reports: &mut Reports,
    op: BinaryOp,
    left: Expr,
    right: Expr,
    span: Span,
) -> Expr {
    for side in [&left, &right] {
        if side.ty.elem() == Some(Elem::Complex) {
            reports.push(
                Report::new(Code::BadOperand, side.span, "complex numbers have no order")
                    .label("`cscalar`")
                    .help("compare `abs(…)`, `real(…)` or `imag(…)`"),
            );
            return error(span);
        }
    }
    elementwise(reports, op, left, right, span)
}

pub(in crate::check) fn elementwise(
    reports: &mut Reports,
    op: BinaryOp,
    left: Expr,
    right: Expr,
    span: Span,
) -> Expr {
    let Some(elem) = common_elem(&left, &right) else {
        return error(span);
    };
    let (left, right) = (to_elem(left, elem), to_elem(right, elem));
    match fold(op, &left, &right) {
        Some(Ok(folded)) => return int(folded, span),
        Some(Err(wrong)) => return overflow(reports, &wrong, span),
        None => {}
    }
    let (left, right) = same_rank(left, right);
    let compares = matches!(op, comparison_op!() | logical_op!());
    // Of truth values, the product is their conjunction.
    let is_truth = compares || op == BinaryOp::Mul && is_mask(&left) && is_mask(&right);
    let result = if compares { Elem::Int } else { elem };
    let ty = match common_shape(reports, &left, &right, span) {
        Ok(None) => result.value_type(),
        Ok(Some(mut array)) => {
            array.elem = result;
            array.modifiers = Modifiers {
                mask: is_truth,
                ..Modifiers::default()
            };
            Type::Array(array)
        }
        Err(()) => return error(span),
    };
    Expr {
        ty,
        span,
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
    }
}

/// Whether each element is a truth value.
pub(in crate::check) fn is_mask(value: &Expr) -> bool {
    let array = value.ty.as_array();
    array.is_some_and(|array| array.modifiers.mask)
}

/// An array whose elements are truth values, as such.
pub(in crate::check) fn as_mask(mut value: Expr) -> Expr {
    if let Type::Array(array) = &mut value.ty {
        array.modifiers.mask = true;
    }
    value
}

/// The shape of an element-wise result: none for two numbers.
fn common_shape(
    reports: &mut Reports,
    left: &Expr,
    right: &Expr,
    span: Span,
) -> Result<Option<ArrayType>, ()> {
    match (left.ty.as_array(), right.ty.as_array()) {
        (None, None) => Ok(None),
        (Some(array), None) | (None, Some(array)) => Ok(Some(array.clone())),
        (Some(a), Some(b)) => match join_shapes(a, b) {
            Some(shape) => Ok(Some(shape)),
            None => {
                let message = format!("arrays of different sizes: `{a}` and `{b}`");
                reports.push(
                    Report::new(Code::SizeMismatch, span, message)
                        .label("works element by element")
                        .also(left.span, format!("`{a}`"))
                        .also(right.span, format!("`{b}`"))
                        .maybe_help(help_for_sizes(a, b)),
                );
                Err(())
            }
        },
    }
}
