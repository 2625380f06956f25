//! Sums over elements, scaled sums, products.
//!
//! *Invariant:* sums are those of pieces of a fixed size, combined pairwise.

use crate::array::convert::converted;
use crate::array::dims::Dims;
use crate::array::object::Array;
use crate::array::view::with_dims;
use crate::numeric::matrix;
use crate::process::error::Raised;
use crate::process::refusal::{collected, filled};
use crate::threads::pieces::{PIECE, fill, for_each_piece};

use super::dense::{self, Dense, Field};
use super::{Call, Letter, number};

/// What `work` makes of each piece of some elements, in order.
fn of_pieces<R: Clone + Default + Send>(
    count: usize,
    work: impl Fn(std::ops::Range<usize>) -> R + Sync,
) -> Vec<R> {
    let mut results = filled(R::default(), count.div_ceil(PIECE));
    for_each_piece(&mut results, 1, |piece, place| {
        place[0] = work(piece * PIECE..count.min((piece + 1) * PIECE));
    });
    results
}

/// The sum of what the pieces have, neighbours first.
fn total<T: Field>(mut parts: Vec<T>) -> T {
    while parts.len() > 1 {
        let pairs = parts.chunks(2);
        parts =
            collected(pairs.map(|pair| pair.iter().fold(T::default(), |sum, part| sum + *part)));
    }
    parts.first().copied().unwrap_or_default()
}

/// The place of the greatest or least magnitude; what is not a number comes first.
pub(super) fn extreme<T: Field>(call: &Call, greatest: bool) -> Result<Array, Raised> {
    let array = converted(call.array(0), T::KIND)?;
    let values = array.elements::<T>();
    let is_better = |new: f64, old: f64| match greatest {
        _ if old.is_nan() => false,
        _ if new.is_nan() => true,
        true => new > old,
        false => new < old,
    };
    let best = |range: std::ops::Range<usize>| {
        range.reduce(|best, index| {
            let better = is_better(values[index].magnitude(), values[best].magnitude());
            if better { index } else { best }
        })
    };
    let candidates = of_pieces(values.len(), best);
    let found = candidates.into_iter().flatten().reduce(|best, index| {
        let better = is_better(values[index].magnitude(), values[best].magnitude());
        if better { index } else { best }
    });
    Array::row(&[found.map_or(-1, |index| index as i32)])
}

pub(super) fn sum_of_magnitudes<T: Field>(call: &Call) -> Result<Array, Raised> {
    let array = converted(call.array(0), T::KIND)?;
    let values = array.elements::<T>();
    let parts = of_pieces(values.len(), |range| {
        values[range]
            .iter()
            .map(|value| value.magnitude())
            .sum::<f64>()
    });
    number(total(parts), call.real_kind())
}

pub(super) fn euclidean<T: Field>(call: &Call) -> Result<Array, Raised> {
    let array = converted(call.array(0), T::KIND)?;
    let values = array.elements::<T>();
    let norms = of_pieces(values.len(), |range| dense::norm(&values[range]));
    number(dense::norm(&norms), call.real_kind())
}

pub(super) fn dot_product<T: Field>(call: &Call) -> Result<Array, Raised> {
    let (left, right) = (call.array(0), call.array(1));
    if left.numel() != right.numel() {
        return Err(Dims::mismatch(call.name(), &left.dims(), &right.dims()));
    }
    let (left, right) = (converted(left, T::KIND)?, converted(right, T::KIND)?);
    let (left, right) = (left.elements::<T>(), right.elements::<T>());
    let parts = of_pieces(left.len(), |range| {
        dense::dot(&left[range.clone()], &right[range])
    });
    number(total(parts), call.kind)
}

/// A number of the call.
fn factor<T: Field>(call: &Call, index: usize) -> T {
    T::from_complex(call.numbers[index])
}

pub(super) fn scaled<T: Field>(call: &Call) -> Result<Array, Raised> {
    let (a, x) = (factor::<T>(call, 0), converted(call.array(0), T::KIND)?);
    let mut result = Array::uninit(T::KIND, x.dims())?;
    let x = x.elements::<T>();
    fill(result.elements_mut::<T>(), |index| a * x[index]);
    converted(&result, call.kind)
}

pub(super) fn scaled_sum<T: Field>(call: &Call) -> Result<Array, Raised> {
    let (x, y) = (call.array(0), call.array(1));
    if x.dims() != y.dims() {
        return Err(Dims::mismatch(call.name(), &x.dims(), &y.dims()));
    }
    let a = factor::<T>(call, 0);
    let (x, y) = (converted(x, T::KIND)?, converted(y, T::KIND)?);
    let mut result = Array::uninit(T::KIND, y.dims())?;
    let (x, y) = (x.elements::<T>(), y.elements::<T>());
    fill(result.elements_mut::<T>(), |index| a * x[index] + y[index]);
    converted(&result, call.kind)
}

/// Rows and columns of a matrix, its transpose or conjugate transpose.
pub(crate) fn sizes(dims: &Dims, letter: Letter) -> (i64, i64) {
    match letter {
        Letter::Plain => (dims.get(0), dims.get(1)),
        Letter::Transposed | Letter::Adjoint => (dims.get(1), dims.get(0)),
    }
}

/// The matrix, its transpose or conjugate transpose, in its own kind.
fn by_letter<T: Field>(array: &Array, letter: Letter) -> Result<Array, Raised> {
    match letter {
        Letter::Plain => Ok(array.clone()),
        Letter::Transposed | Letter::Adjoint => Dense::<T>::of(array)?
            .by_letter(letter)
            .to_array(array.kind()),
    }
}

/// alpha product + beta addend; with beta 0 the addend is not looked at, as in BLAS.
fn combined<T: Field>(
    call: &Call,
    product: &Array,
    addend: Option<&Array>,
) -> Result<Array, Raised> {
    let alpha = factor::<T>(call, 0);
    let beta = call
        .numbers
        .get(1)
        .map_or(T::default(), |beta| T::from_complex(*beta));
    let product = converted(product, T::KIND)?;
    let addend = addend.filter(|_| beta != T::default());
    let addend = addend
        .map(|addend| converted(addend, T::KIND))
        .transpose()?;
    let mut result = Array::uninit(T::KIND, product.dims())?;
    let product = product.elements::<T>();
    let addend = addend.as_ref().map(|addend| addend.elements::<T>());
    fill(result.elements_mut::<T>(), |index| {
        let scaled = match alpha == T::default() {
            true => T::default(),
            false => alpha * product[index],
        };
        addend.map_or(scaled, |addend| scaled + beta * addend[index])
    });
    converted(&result, call.kind)
}

/// The sizes of alpha op(A) op(B) + beta C: rows, inner length, columns.
///
/// # Errors
/// They do not fit together.
pub(crate) fn product_sizes(call: &Call) -> Result<(i64, i64, i64), Raised> {
    let (a, b) = (
        call.require_matrix(call.array(0))?,
        call.require_matrix(call.array(1))?,
    );
    let (rows, inner) = sizes(&a, call.letter(0)?);
    let (inner_of_b, columns) = sizes(&b, call.letter(1)?);
    if inner != inner_of_b {
        return Err(Dims::mismatch(call.name(), &a, &b));
    }
    if call.array_count() == 3 && call.array(2).dims() != Dims::matrix(rows, columns) {
        let product = Dims::matrix(rows, columns);
        return Err(Dims::mismatch(call.name(), &product, &call.array(2).dims()));
    }
    Ok((rows, inner, columns))
}

pub(super) fn matrix_product<T: Field>(call: &Call) -> Result<Array, Raised> {
    product_sizes(call)?;
    let a = by_letter::<T>(call.array(0), call.letter(0)?)?;
    let b = by_letter::<T>(call.array(1), call.letter(1)?)?;
    let addend = (call.array_count() == 3).then(|| call.array(2));
    combined::<T>(call, &matrix::product_of(&a, &b, call.kind)?, addend)
}

/// A vector, row or column, as a column.
fn column(call: &Call, array: &Array, length: i64) -> Result<Array, Raised> {
    let dims = array.dims();
    if dims.vector_dim().is_none() || array.numel() as i64 != length {
        return Err(Dims::mismatch(call.name(), &Dims::column(length), &dims));
    }
    with_dims(array, Dims::column(length))
}

pub(super) fn vector_product<T: Field>(call: &Call) -> Result<Array, Raised> {
    let (rows, columns) = sizes(&call.require_matrix(call.array(0))?, call.letter(0)?);
    let x = column(call, call.array(1), columns)?;
    let y = match call.array_count() {
        3 => Some(column(call, call.array(2), rows)?),
        _ => None,
    };
    let a = by_letter::<T>(call.array(0), call.letter(0)?)?;
    combined::<T>(call, &matrix::product_of(&a, &x, call.kind)?, y.as_ref())
}

pub(super) fn matrix_sum<T: Field>(call: &Call) -> Result<Array, Raised> {
    let (a, b) = (call.matrix::<T>(0)?, call.matrix::<T>(1)?);
    let (a, b) = (a.by_letter(call.letter(0)?), b.by_letter(call.letter(1)?));
    if (a.rows, a.columns) != (b.rows, b.columns) {
        let dims = |matrix: &Dense<T>| Dims::matrix(matrix.rows as i64, matrix.columns as i64);
        return Err(Dims::mismatch(call.name(), &dims(&a), &dims(&b)));
    }
    let (alpha, beta) = (factor::<T>(call, 0), factor::<T>(call, 1));
    // What is multiplied by 0 is not looked at, as in BLAS.
    let part = |factor: T, value: T| match factor == T::default() {
        true => T::default(),
        false => factor * value,
    };
    let mut result = Dense::zeros(a.rows, a.columns);
    fill(&mut result.values, |index| {
        part(alpha, a.values[index]) + part(beta, b.values[index])
    });
    result.to_array(call.kind)
}
