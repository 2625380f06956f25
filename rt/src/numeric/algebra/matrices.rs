//! The functions of a matrix: factors, eigenvalues, inverse, determinant, solutions.
//!
//! *Invariant:* what only square or finite matrices have, others are refused with the name of the function.

use quasar_abi::ElemKind;

use crate::array::dims::Dims;
use crate::array::element::C64;
use crate::array::object::Array;
use crate::process::error::Raised;
use crate::process::refusal::collected;

use super::dense::{Dense, EPSILON, Field, to_array};
use super::factors;
use super::spectral::{self, Singular};
use super::systems::{sides, solutions};
use super::{Call, number, several};

fn singular<T: Field>(call: &Call) -> Result<Singular<T>, Raised> {
    let matrix = call.finite(call.matrix::<T>(0)?)?;
    Ok(spectral::singular(&matrix))
}

fn singular_values<T: Field>(call: &Call) -> Result<Vec<f64>, Raised> {
    let matrix = call.finite(call.matrix::<T>(0)?)?;
    Ok(spectral::singular_values(&matrix))
}

/// Numbers as a vector of the program's precision.
fn reals(call: &Call, values: &[f64]) -> Result<Array, Raised> {
    to_array(values, Dims::row(values.len() as i64), call.real_kind())
}

/// U, the singular values, Vᴴ.
pub(super) fn singular_vectors<T: Field>(call: &Call) -> Result<Array, Raised> {
    let found = singular::<T>(call)?;
    several(vec![
        found.left.to_array(call.kind)?,
        reals(call, &found.values)?,
        found.right.adjoint().to_array(call.kind)?,
    ])
}

/// U, the diagonal matrix of the singular values, V.
pub(super) fn svd<T: Field>(call: &Call) -> Result<Array, Raised> {
    let found = singular::<T>(call)?;
    let mut diagonal = Dense::<f64>::zeros(found.values.len(), found.values.len());
    for (index, value) in found.values.iter().enumerate() {
        *diagonal.at_mut(index, index) = *value;
    }
    several(vec![
        found.left.to_array(call.kind)?,
        diagonal.to_array(call.real_kind())?,
        found.right.to_array(call.kind)?,
    ])
}

pub(super) fn qr<T: Field>(call: &Call) -> Result<Array, Raised> {
    let mut columns = call.matrix::<T>(0)?.transposed();
    let taus = factors::qr(&mut columns);
    let q = factors::q_columns(&columns, &taus, taus.len()).transposed();
    let r = columns.transposed().upper(taus.len());
    several(vec![q.to_array(call.kind)?, r.to_array(call.kind)?])
}

/// L, U and the permutation P of P A = L U.
pub(super) fn lu<T: Field>(call: &Call) -> Result<Array, Raised> {
    let mut matrix = call.matrix::<T>(0)?;
    let pivots = factors::lu(&mut matrix);
    let count = pivots.len();
    let mut lower = matrix.first_columns(count);
    for row in 0..lower.rows.min(count) {
        lower.row_mut(row)[row] = T::from_real(1.0);
        lower.row_mut(row)[row + 1..].fill(T::default());
    }
    let mut permutation = Dense::<f64>::identity(matrix.rows);
    for (row, pivot) in pivots.iter().enumerate() {
        permutation.swap_rows(row, *pivot);
    }
    several(vec![
        lower.to_array(call.kind)?,
        matrix.upper(count).to_array(call.kind)?,
        permutation.to_array(call.real_kind())?,
    ])
}

/// R of A = Rᴴ R, from the triangle above the diagonal.
pub(super) fn upper_cholesky<T: Field>(call: &Call) -> Result<Array, Raised> {
    let factor = factors::cholesky(&call.square::<T>(0)?.adjoint());
    let lower = factor.map_err(|place| call.not_positive(place))?;
    lower.adjoint().to_array(call.kind)
}

pub(super) fn symmetric_eigen<T: Field>(call: &Call) -> Result<Array, Raised> {
    let matrix = call.finite(call.square::<T>(0)?)?;
    let (vectors, values) = spectral::hermitian(&matrix);
    several(vec![vectors.to_array(call.kind)?, reals(call, &values)?])
}

pub(super) fn eigen<T: Field>(call: &Call) -> Result<Array, Raised> {
    let matrix = call.finite(call.square::<T>(0)?)?;
    let kind = match call.real_kind() {
        ElemKind::F32 => ElemKind::C32,
        _ => ElemKind::C64,
    };
    let found = super::eigen::eigen(&matrix);
    let (vectors, values) = found.ok_or_else(|| call.invalid("the eigenvalues do not converge"))?;
    let values = to_array(&values, Dims::row(values.len() as i64), kind)?;
    several(vec![vectors.to_array(kind)?, values])
}

pub(super) fn inverse<T: Field>(call: &Call) -> Result<Array, Raised> {
    let mut matrix = call.square::<T>(0)?;
    let pivots = factors::lu(&mut matrix);
    if let Some(place) = factors::zero_on_diagonal(&matrix) {
        return Err(call.singular(place));
    }
    factors::inverse(&matrix, &pivots).to_array(call.kind)
}

/// The diagonal of U, and whether the exchanges of rows change the sign of the determinant.
fn pivots<T: Field>(call: &Call) -> Result<(Vec<T>, bool), Raised> {
    let mut matrix = call.square::<T>(0)?;
    let pivots = factors::lu(&mut matrix);
    let exchanged = pivots
        .iter()
        .enumerate()
        .filter(|(row, pivot)| row != *pivot);
    let is_odd = exchanged.count() % 2 == 1;
    let diagonal = (0..matrix.rows).map(|index| matrix.at(index, index));
    Ok((collected(diagonal), is_odd))
}

pub(super) fn determinant<T: Field>(call: &Call) -> Result<Array, Raised> {
    let (diagonal, is_odd) = pivots::<T>(call)?;
    let sign = T::from_real(if is_odd { -1.0 } else { 1.0 });
    let product = diagonal
        .into_iter()
        .fold(sign, |product, value| product * value);
    // A determinant of nothing has no sign: -0 becomes 0.
    number(product + T::default(), call.kind)
}

pub(super) fn log_determinant<T: Field>(call: &Call) -> Result<Array, Raised> {
    let (diagonal, is_odd) = pivots::<T>(call)?;
    // From zero on: the sum of nothing has a sign else.
    let logarithms = diagonal.iter().map(|value| value.modulus().ln());
    let size = logarithms.fold(0.0, |sum, value| sum + value);
    let turn = |value: &T| {
        let value = value.to_complex();
        value.im.atan2(value.re)
    };
    let angle: f64 = diagonal.iter().map(turn).sum::<f64>();
    let angle = angle + if is_odd { std::f64::consts::PI } else { 0.0 };
    // Between -pi and pi: of a real matrix 0 or pi, but for rounding.
    let angle = angle - (angle / std::f64::consts::TAU).round() * std::f64::consts::TAU;
    if T::KIND.is_complex() {
        return number(T::from_complex(C64::new(size, angle)), call.kind);
    }
    let is_negative = angle.abs() > 1.0 && size != f64::NEG_INFINITY;
    let value = if is_negative { f64::NAN } else { size };
    number(value, call.kind)
}

/// Singular values at most so large count as zero: as the call says, else as far as numbers of a precision tell.
fn tolerance(call: &Call, values: &[f64], precision: f64) -> Result<f64, Raised> {
    if let Some(given) = call.numbers.first() {
        return match given.re >= 0.0 {
            true => Ok(given.re),
            false => Err(call.invalid(format!("the tolerance {} is not at least 0", given.re))),
        };
    }
    let dims = call.array(0).dims();
    let greatest = values.first().copied().unwrap_or(0.0);
    Ok(greatest * dims.get(0).max(dims.get(1)) as f64 * precision)
}

/// The precision of the elements, which says what of a matrix may be their rounding.
fn precision_of_elements(call: &Call) -> f64 {
    match call.real_kind() {
        ElemKind::F32 => f64::from(f32::EPSILON),
        _ => EPSILON,
    }
}

/// How many singular values are above a tolerance.
fn count_above(values: &[f64], least: f64) -> usize {
    values.iter().filter(|value| **value > least).count()
}

/// The pseudo-inverse without the directions of singular values up to a tolerance.
fn pseudo<T: Field>(found: Singular<T>, least: f64) -> Dense<T> {
    let mut scaled = found.right;
    let values = &found.values;
    scaled.for_each_row(0, values.len(), |_, row| {
        for (place, value) in row.iter_mut().zip(values) {
            *place = match *value > least {
                true => place.divided(*value),
                false => T::default(),
            };
        }
    });
    scaled.times(&found.left.adjoint())
}

/// What may be the rounding of the elements counts as zero: divided by it, they would give nothing but rounding.
pub(super) fn pseudo_inverse<T: Field>(call: &Call) -> Result<Array, Raised> {
    let found = singular::<T>(call)?;
    let least = tolerance(call, &found.values, precision_of_elements(call))?;
    pseudo(found, least).to_array(call.kind)
}

/// x of least squares, by all directions that the computation in double precision tells from zero, and among several, where there are fewer equations than unknowns, the shortest.
fn least_squares<T: Field>(call: &Call, sides: &Dense<T>) -> Result<Dense<T>, Raised> {
    let found = singular::<T>(call)?;
    let least = tolerance(call, &found.values, EPSILON)?;
    let (rank, full) = (count_above(&found.values, least), found.values.len());
    if rank < full {
        let dims = call.array(0).dims();
        return Err(call.invalid(format!(
            "a matrix of size {dims} has rank {rank} instead of {full}, so that no solution is the only one; pinv(A)*y is the shortest"
        )));
    }
    Ok(sides.times(&pseudo(found, least).transposed()))
}

pub(super) fn solution<T: Field>(call: &Call) -> Result<Array, Raised> {
    let dims = call.require_matrix(call.array(0))?;
    let mut sides = sides::<T>(call, dims.get(0) as usize)?;
    let made = Dims::matrix(dims.get(1), sides.rows as i64);
    dims.require_few_of_none(call.name(), &made)?;
    if dims.get(0) != dims.get(1) {
        let found = least_squares(call, &sides)?;
        return solutions(call, &found, dims.get(1) as usize);
    }
    let mut matrix = call.matrix::<T>(0)?;
    let pivots = factors::lu(&mut matrix);
    if let Some(place) = factors::zero_on_diagonal(&matrix) {
        return Err(call.singular(place));
    }
    if let Some(place) = factors::lost_pivot(&matrix) {
        return Err(call.invalid(format!(
            "the matrix is singular as far as double precision tells: pivot {place}, counted from 0, is rounding alone; pinv(A)*y is the shortest solution of least squares"
        )));
    }
    factors::solve_lu(&matrix, &pivots, &mut sides);
    solutions(call, &sides, matrix.rows)
}

pub(super) fn condition<T: Field>(call: &Call) -> Result<Array, Raised> {
    let values = singular_values::<T>(call)?;
    let ratio = match (values.first(), values.last()) {
        (Some(_), Some(0.0)) => f64::INFINITY,
        (Some(greatest), Some(least)) => greatest / least,
        _ => return Err(call.invalid("the matrix has no elements")),
    };
    number(ratio, call.real_kind())
}

pub(super) fn rank<T: Field>(call: &Call) -> Result<Array, Raised> {
    let values = singular_values::<T>(call)?;
    let least = tolerance(call, &values, precision_of_elements(call))?;
    Array::row(&[count_above(&values, least) as i32])
}

pub(super) fn trace<T: Field>(call: &Call) -> Result<Array, Raised> {
    let matrix = call.matrix::<T>(0)?;
    let diagonal = (0..matrix.rows.min(matrix.columns)).map(|index| matrix.at(index, index));
    number(
        diagonal.fold(T::default(), |sum, value| sum + value),
        call.kind,
    )
}

pub(super) fn kronecker<T: Field>(call: &Call) -> Result<Array, Raised> {
    let (left, right) = (call.matrix::<T>(0)?, call.matrix::<T>(1)?);
    let (rows, columns) = (left.rows * right.rows, left.columns * right.columns);
    // The size is checked before there is memory for it.
    Dims::matrix(rows as i64, columns as i64).numel()?;
    let mut result = Dense::zeros(rows, columns);
    result.for_each_row(0, columns, |row, target| {
        let (a, b) = (left.row(row / right.rows), right.row(row % right.rows));
        for (target, factor) in target.chunks_mut(right.columns.max(1)).zip(a) {
            for (place, value) in target.iter_mut().zip(b) {
                *place = *factor * *value;
            }
        }
    });
    result.to_array(call.kind)
}
