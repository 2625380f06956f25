//! Singular values and eigenvalues.
//!
//! Of small matrices by Jacobi's rotations: of pairs of columns for singular values, of pairs of rows and columns for eigenvalues of symmetric
//! matrices. They find also small values exactly, and need no more than the numbers that they rotate. Larger matrices get two or three diagonals
//! first, whose values take few rounds over all numbers.
//!
//! *Invariant:* the order of rotations depends on sizes alone; vectors are columns in the results, and rows on the way.

use crate::array::element::zeros;
use crate::process::refusal::collected;

use super::bidiagonal;
use super::dense::{Dense, EPSILON, Field, along, norm};
use super::factors::{q_columns, qr};
use super::tridiagonal;

/// Rounds over all pairs after which the result is taken as it is.
const SWEEPS: usize = 60;
/// Vectors of a matrix of numbers around 1 that are so short have lost their direction.
const NOTHING: f64 = 1e-290;
/// Products of vectors up to this may have lost digits.
const VANISHING: f64 = 1e-250;
/// Up to so many columns a matrix is small.
const SMALL: usize = 16;

/// U, singular values in descending order, and V: A = U diag(s) Vᴴ.
pub(super) struct Singular<T> {
    pub(super) left: Dense<T>,
    pub(super) values: Vec<f64>,
    pub(super) right: Dense<T>,
}

/// The singular values of a matrix of finite numbers, with as many vectors.
pub(super) fn singular<T: Field>(matrix: &Dense<T>) -> Singular<T> {
    if matrix.rows < matrix.columns {
        let turned = singular(&matrix.adjoint());
        return Singular {
            left: turned.right,
            values: turned.values,
            right: turned.left,
        };
    }
    let scale = matrix.scale();
    let mut columns = matrix.transposed().over(scale);
    if matrix.rows == matrix.columns {
        return of_square(columns, scale);
    }
    // Of a tall matrix the small factor R is enough; Q brings its vectors back.
    let count = matrix.columns;
    let taus = qr(&mut columns);
    let q = q_columns(&columns, &taus, count);
    let result = of_square(small_factor(&columns), scale);
    Singular {
        left: q.transposed().times(&result.left),
        ..result
    }
}

/// The singular values alone, in descending order.
pub(super) fn singular_values<T: Field>(matrix: &Dense<T>) -> Vec<f64> {
    let scale = matrix.scale();
    let mut columns = match matrix.rows < matrix.columns {
        true => matrix.over(scale),
        false => matrix.transposed().over(scale),
    };
    if columns.rows < columns.columns {
        qr(&mut columns);
        columns = small_factor(&columns);
    }
    let large = columns.rows > SMALL;
    let found = large.then(|| bidiagonal::values(columns.clone())).flatten();
    match found {
        Some(mut values) => {
            values.sort_unstable_by(|a, b| b.total_cmp(a));
            collected(values.iter().map(|value| value * scale))
        }
        None => of_square(columns, scale).values,
    }
}

/// The columns of R, from factors by their columns.
fn small_factor<T: Field>(columns: &Dense<T>) -> Dense<T> {
    let upper = columns.transposed().upper(columns.rows);
    upper.transposed()
}

/// The singular values of a square matrix that was divided by a scale, from its columns.
fn of_square<T: Field>(columns: Dense<T>, scale: f64) -> Singular<T> {
    if columns.rows > SMALL
        && let Some(found) = bidiagonal::singular(columns.transposed())
    {
        return in_order(&found.left, &found.values, &found.right, scale);
    }
    let (columns, right) = rotated(columns);
    let lengths = collected((0..columns.rows).map(|row| norm(columns.row(row))));
    in_order(&columns, &lengths, &right, scale)
}

/// Columns that are orthogonal to each other, and the columns of V.
fn rotated<T: Field>(mut columns: Dense<T>) -> (Dense<T>, Dense<T>) {
    let count = columns.rows;
    let mut right = Dense::identity(count);
    let near = 2.0 * EPSILON * (columns.columns.max(1) as f64).sqrt();
    for _ in 0..SWEEPS {
        let mut turned = false;
        for first in 0..count {
            for second in first + 1..count {
                let (a, b) = columns.two_rows(first, second);
                let Some(rotation) = Rotation::of_columns(a, b, near) else {
                    continue;
                };
                turned = true;
                rotation.turn(a, b);
                let (a, b) = right.two_rows(first, second);
                rotation.turn(a, b);
            }
        }
        if !turned {
            break;
        }
    }
    (columns, right)
}

/// A unitary change of two vectors that makes them orthogonal.
struct Rotation<T> {
    /// What the second is multiplied with before.
    phase: T,
    cosine: T,
    sine: T,
}

impl<T: Field> Rotation<T> {
    /// The one that makes two columns orthogonal, if they are not, as near as rounding tells.
    fn of_columns(a: &[T], b: &[T], near: f64) -> Option<Rotation<T>> {
        let (size_a, size_b) = (norm(a), norm(b));
        if size_a <= NOTHING || size_b <= NOTHING {
            return None;
        }
        if size_a * size_b > VANISHING {
            let along = along(a, b);
            let turns = along.modulus() > near * size_a * size_b;
            return turns.then(|| Rotation::of(along, size_a * size_a, size_b * size_b));
        }
        let unit = |column: &[T], size| collected(column.iter().map(|part| part.divided(size)));
        let along = along(&unit(a, size_a), &unit(b, size_b));
        let ratio = (size_b / size_a - size_a / size_b) / (2.0 * along.modulus());
        (along.modulus() > near).then(|| Rotation::by_ratio(along, ratio))
    }

    /// From the product of the two, and the products of each with itself.
    fn of(along: T, first: f64, second: f64) -> Rotation<T> {
        Rotation::by_ratio(along, (second - first) / (2.0 * along.modulus()))
    }

    /// From a number in the direction of the product of the two, and half the difference of the products of each with itself, over its size.
    fn by_ratio(along: T, ratio: f64) -> Rotation<T> {
        let size = along.modulus();
        let tangent = 1.0 / (ratio.abs() + ratio.hypot(1.0));
        let tangent = if ratio < 0.0 { -tangent } else { tangent };
        let cosine = 1.0 / tangent.hypot(1.0);
        Rotation {
            phase: along.divided(size).conj(),
            cosine: T::from_real(cosine),
            sine: T::from_real(cosine * tangent),
        }
    }

    fn turn(&self, first: &mut [T], second: &mut [T]) {
        for (a, b) in first.iter_mut().zip(second) {
            let other = *b * self.phase;
            (*a, *b) = (
                self.cosine * *a - self.sine * other,
                self.sine * *a + self.cosine * other,
            );
        }
    }
}

/// Orthogonal columns as unit vectors, in the order of the values that belong to them, the greatest first.
fn in_order<T: Field>(
    columns: &Dense<T>,
    values: &[f64],
    right: &Dense<T>,
    scale: f64,
) -> Singular<T> {
    let mut order = collected(0..columns.rows);
    order.sort_unstable_by(|a, b| values[*b].total_cmp(&values[*a]).then(a.cmp(b)));
    let mut left = Dense::zeros(columns.rows, columns.columns);
    let mut turned = Dense::zeros(right.rows, right.columns);
    for (place, &index) in order.iter().enumerate() {
        turned.row_mut(place).copy_from_slice(right.row(index));
        let length = norm(columns.row(index));
        if length > NOTHING {
            let unit = columns.row(index).iter().map(|value| value.divided(length));
            left.row_mut(place)
                .iter_mut()
                .zip(unit)
                .for_each(|(place, value)| *place = value);
        } else {
            complete(&mut left, place);
        }
    }
    Singular {
        left: left.transposed(),
        values: collected(order.iter().map(|index| values[*index] * scale)),
        right: turned.transposed(),
    }
}

/// Makes a row a unit vector that is orthogonal to those before it.
fn complete<T: Field>(rows: &mut Dense<T>, place: usize) {
    let mut best = (-1.0, Vec::new());
    for axis in 0..rows.columns {
        let mut candidate = zeros::<T>(rows.columns);
        candidate[axis] = T::from_real(1.0);
        // Twice, since what the first time leaves is not orthogonal to the last digit.
        for _ in 0..2 {
            for row in 0..place {
                let unit = rows.row(row);
                let along = along(unit, &candidate);
                super::dense::subtract(&mut candidate, along, unit);
            }
        }
        let length = norm(&candidate);
        if length > best.0 {
            best = (length, candidate);
        }
        if length > 0.5 {
            break;
        }
    }
    for (place, value) in rows.row_mut(place).iter_mut().zip(best.1) {
        *place = value.divided(best.0);
    }
}

/// The eigenvectors, as columns, and eigenvalues in ascending order of a Hermitian matrix, of which the lower triangle is read.
pub(super) fn hermitian<T: Field>(matrix: &Dense<T>) -> (Dense<T>, Vec<f64>) {
    let size = matrix.rows;
    let scale = matrix.scale();
    let matrix = matrix.over(scale);
    let mut work = Dense::zeros(size, size);
    for row in 0..size {
        for column in 0..row {
            *work.at_mut(row, column) = matrix.at(row, column);
            *work.at_mut(column, row) = matrix.at(row, column).conj();
        }
        *work.at_mut(row, row) = T::from_real(matrix.at(row, row).to_real());
    }
    let found = match size > SMALL {
        true => tridiagonal::hermitian(&work),
        false => None,
    };
    let (vectors, values) = found.unwrap_or_else(|| rotated_both(work));
    let values = collected(values.iter().map(|value| value * scale));
    let mut order = collected(0..size);
    order.sort_unstable_by(|a, b| values[*a].total_cmp(&values[*b]).then(a.cmp(b)));
    let mut result = Dense::zeros(size, size);
    for (place, &index) in order.iter().enumerate() {
        result.row_mut(place).copy_from_slice(vectors.row(index));
    }
    let values = collected(order.iter().map(|index| values[*index]));
    (result.transposed(), values)
}

/// The eigenvectors of a Hermitian matrix, as rows, and their eigenvalues, by rotations of pairs of rows and columns.
fn rotated_both<T: Field>(mut work: Dense<T>) -> (Dense<T>, Vec<f64>) {
    let size = work.rows;
    let mut vectors = Dense::identity(size);
    let near = norm(&work.values) * EPSILON / size.max(1) as f64;
    for _ in 0..SWEEPS {
        let mut turned = false;
        for first in 0..size {
            for second in first + 1..size {
                let along = work.at(first, second);
                if !(along.modulus() > near) {
                    continue;
                }
                turned = true;
                let (a, b) = (
                    work.at(first, first).to_real(),
                    work.at(second, second).to_real(),
                );
                let rotation = Rotation::of(along, a, b);
                turn_both(&mut work, &rotation, first, second);
                let (a, b) = vectors.two_rows(first, second);
                rotation.turn(a, b);
            }
        }
        if !turned {
            break;
        }
    }
    let values = collected((0..size).map(|index| work.at(index, index).to_real()));
    (vectors, values)
}

/// Turns two columns of a Hermitian matrix, and the two rows in the conjugate way.
fn turn_both<T: Field>(work: &mut Dense<T>, rotation: &Rotation<T>, first: usize, second: usize) {
    for row in 0..work.rows {
        let row = work.row_mut(row);
        let (a, other) = (row[first], row[second] * rotation.phase);
        row[first] = rotation.cosine * a - rotation.sine * other;
        row[second] = rotation.sine * a + rotation.cosine * other;
    }
    let conjugate = Rotation {
        phase: rotation.phase.conj(),
        ..*rotation
    };
    let (a, b) = work.two_rows(first, second);
    conjugate.turn(a, b);
    for (row, column) in [(first, second), (second, first)] {
        *work.at_mut(row, column) = T::default();
    }
    for index in [first, second] {
        let value = work.at(index, index).to_real();
        *work.at_mut(index, index) = T::from_real(value);
    }
}
