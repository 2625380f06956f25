//! Factors of matrices: LU with exchanged rows, Cholesky, QR.
//!
//! *Invariant:* the packed forms are those of LAPACK's getrf, potrf and geqrf, with rows one after another and pivots counted from 0.

use std::ops::Range;

use crate::process::refusal::{collected, copied, filled, with_room};

use super::dense::{Dense, EPSILON, Field, dot, subtract};
use super::reflectors::{Block, PANEL, reflect, reflector};

/// Fewer right sides than these have their solutions one by one.
const FEW: usize = 4;

/// Replaces a matrix by its factors: U, and below its diagonal L with ones on its own. Row i was exchanged with row `pivots[i]`.
pub(super) fn lu<T: Field>(matrix: &mut Dense<T>) -> Vec<usize> {
    let (rows, columns) = (matrix.rows, matrix.columns);
    let count = rows.min(columns);
    let mut pivots = with_room(count);
    for start in (0..count).step_by(PANEL) {
        let end = (start + PANEL).min(count);
        for column in start..end {
            let pivot = pivot_row(matrix, column);
            pivots.push(pivot);
            matrix.swap_rows(column, pivot);
            eliminate(matrix, column, end);
        }
        update_right_of(matrix, start, end);
    }
    pivots
}

/// The row at or below the diagonal with the greatest element of a column, or with one that is not a number, so that it is in the result.
fn pivot_row<T: Field>(matrix: &Dense<T>, column: usize) -> usize {
    let mut best = (column, matrix.at(column, column).magnitude());
    for row in column + 1..matrix.rows {
        let size = matrix.at(row, column).magnitude();
        if size > best.1 || size.is_nan() {
            best = (row, size);
        }
    }
    best.0
}

/// Eliminates a column below its diagonal, in the columns before `end`.
fn eliminate<T: Field>(matrix: &mut Dense<T>, column: usize, end: usize) {
    let pivot = matrix.at(column, column);
    if pivot == T::default() {
        return;
    }
    let source = copied(&matrix.row(column)[..end]);
    matrix.for_each_row(column + 1, end - column, |_, row| {
        let factor = row[column].quotient(pivot);
        row[column] = factor;
        subtract(&mut row[column + 1..end], factor, &source[column + 1..]);
    });
}

/// Brings the columns from `end` on up to date after those from `start` to `end` were eliminated.
fn update_right_of<T: Field>(matrix: &mut Dense<T>, start: usize, end: usize) {
    let columns = matrix.columns;
    if end == columns {
        return;
    }
    for row in start + 1..end {
        for inner in start..row {
            let factor = matrix.at(row, inner);
            let (source, target) = matrix.two_rows(inner, row);
            subtract(&mut target[end..], factor, &source[end..]);
        }
    }
    let left = matrix.part(end..matrix.rows, start..end);
    let above = matrix.part(start..end, end..columns);
    matrix.subtract_product(&left, &above, end, end);
}

/// The first place where the diagonal of a triangle is zero: the matrix is singular then.
pub(super) fn zero_on_diagonal<T: Field>(matrix: &Dense<T>) -> Option<usize> {
    let size = matrix.rows.min(matrix.columns);
    (0..size).find(|index| matrix.at(*index, *index) == T::default())
}

/// Of how many roundings for each row the amount counts as rounding alone: earlier pivots that are small make more of it.
const ROUNDINGS: f64 = 8.0;

/// The first pivot that is no more than the rounding of what was subtracted on the way to it, whatever the sizes of rows and columns.
pub(super) fn lost_pivot<T: Field>(factors: &Dense<T>) -> Option<usize> {
    let precision = ROUNDINGS * EPSILON * factors.rows as f64;
    let mut subtracted = filled(0.0, factors.rows);
    for (row, sum) in subtracted.iter_mut().enumerate() {
        for (above, factor) in factors.row(row)[..row].iter().enumerate() {
            *sum += factor.magnitude() * factors.at(above, row).magnitude();
        }
    }
    (0..factors.rows).find(|&place| {
        let rounding = precision * subtracted[place];
        rounding.is_finite() && factors.at(place, place).magnitude() <= rounding
    })
}

/// A triangle of a square matrix.
#[derive(Clone, Copy)]
pub(super) struct Triangle {
    /// Below the diagonal, not above.
    pub(super) lower: bool,
    /// Ones stand for the diagonal.
    pub(super) unit: bool,
}

/// Replaces each row b of `sides` by the x of A x = b, for a triangle of `matrix`.
pub(super) fn solve_triangle<T: Field>(
    matrix: &Dense<T>,
    triangle: Triangle,
    sides: &mut Dense<T>,
) {
    let size = matrix.rows;
    if sides.rows >= FEW {
        let mut x = sides.transposed();
        solve_rows(matrix, triangle, 0..size, &mut x);
        *sides = x.transposed();
        return;
    }
    sides.for_each_row(0, size * size / 2, |_, side| {
        for step in 0..size {
            let index = match triangle.lower {
                true => step,
                false => size - 1 - step,
            };
            let known = match triangle.lower {
                true => 0..index,
                false => index + 1..size,
            };
            let mut value = side[index] - dot(&matrix.row(index)[known.clone()], &side[known]);
            if !triangle.unit {
                value = value.quotient(matrix.at(index, index));
            }
            side[index] = value;
        }
    });
}

/// Replaces rows of B by those of the X of A X = B, where the other unknowns are not in their equations or were taken from them: one half first,
/// which is taken from the equations of the other half by a product of matrices.
fn solve_rows<T: Field>(
    matrix: &Dense<T>,
    triangle: Triangle,
    rows: Range<usize>,
    x: &mut Dense<T>,
) {
    let size = rows.len();
    if size > PANEL {
        let middle = rows.start + (size / 2).next_multiple_of(PANEL);
        let (first, second) = match triangle.lower {
            true => (rows.start..middle, middle..rows.end),
            false => (middle..rows.end, rows.start..middle),
        };
        solve_rows(matrix, triangle, first.clone(), x);
        let factors = matrix.part(second.clone(), first.clone());
        let known = x.part(first, 0..x.columns);
        x.subtract_product(&factors, &known, second.start, 0);
        return solve_rows(matrix, triangle, second, x);
    }
    for step in 0..size {
        let (index, known) = match triangle.lower {
            true => (rows.start + step, rows.start..rows.start + step),
            false => (rows.end - 1 - step, rows.end - step..rows.end),
        };
        for other in known {
            let (above, below) = x.two_rows(index.min(other), index.max(other));
            let (target, source) = match triangle.lower {
                true => (below, above),
                false => (above, below),
            };
            subtract(target, matrix.at(index, other), source);
        }
        if !triangle.unit {
            let pivot = matrix.at(index, index);
            let row = x.row_mut(index).iter_mut();
            row.for_each(|value| *value = value.quotient(pivot));
        }
    }
}

/// Replaces each row b of `sides` by the x of A x = b, for the factors of A.
pub(super) fn solve_lu<T: Field>(factors: &Dense<T>, pivots: &[usize], sides: &mut Dense<T>) {
    if sides.rows >= FEW {
        let mut x = sides.transposed();
        solve_lu_rows(factors, pivots, &mut x);
        *sides = x.transposed();
        return;
    }
    sides.for_each_row(0, pivots.len(), |_, side| {
        for (index, pivot) in pivots.iter().enumerate() {
            side.swap(index, *pivot);
        }
    });
    let triangle = |lower| Triangle { lower, unit: lower };
    solve_triangle(factors, triangle(true), sides);
    solve_triangle(factors, triangle(false), sides);
}

/// Replaces B by the X of A X = B, for the factors of A.
fn solve_lu_rows<T: Field>(factors: &Dense<T>, pivots: &[usize], x: &mut Dense<T>) {
    for (index, pivot) in pivots.iter().enumerate() {
        x.swap_rows(index, *pivot);
    }
    for lower in [true, false] {
        let triangle = Triangle { lower, unit: lower };
        solve_rows(factors, triangle, 0..factors.rows, x);
    }
}

/// The inverse of a matrix, from its factors.
pub(super) fn inverse<T: Field>(factors: &Dense<T>, pivots: &[usize]) -> Dense<T> {
    let mut x = Dense::identity(factors.rows);
    solve_lu_rows(factors, pivots, &mut x);
    x
}

/// The lower triangular L with L Lᴴ = A, of whose lower triangle is read; else the place where A is not positive definite.
pub(super) fn cholesky<T: Field>(matrix: &Dense<T>) -> Result<Dense<T>, usize> {
    let size = matrix.rows;
    let mut factor = Dense::zeros(size, size);
    for row in 0..size {
        factor.row_mut(row)[..=row].copy_from_slice(&matrix.row(row)[..=row]);
    }
    for start in (0..size).step_by(PANEL) {
        let end = (start + PANEL).min(size);
        if start > 0 {
            let known = factor.part(start..end, 0..start).adjoint();
            let change = factor.part(start..size, 0..start).times(&known);
            for row in start..size {
                let target = &mut factor.row_mut(row)[start..end.min(row + 1)];
                for (place, value) in target.iter_mut().zip(change.row(row - start)) {
                    *place -= *value;
                }
            }
        }
        cholesky_block(&mut factor, start, end)?;
    }
    Ok(factor)
}

/// The columns from `start` to `end` of a Cholesky factor; those before were subtracted.
fn cholesky_block<T: Field>(factor: &mut Dense<T>, start: usize, end: usize) -> Result<(), usize> {
    for column in start..end {
        let known = factor.row(column)[start..column].iter();
        let known = collected(known.map(|value| value.conj()));
        let squared: f64 = known.iter().map(|value| value.square()).sum();
        let rest = factor.at(column, column).to_real() - squared;
        // Not "rest <= 0": what is not a number is not positive either.
        if !(rest > 0.0) || rest.is_infinite() {
            return Err(column);
        }
        let diagonal = T::from_real(rest.sqrt());
        *factor.at_mut(column, column) = diagonal;
        factor.for_each_row(column + 1, column - start, |_, row| {
            let sum = dot(&row[start..column], &known);
            row[column] = (row[column] - sum).quotient(diagonal);
        });
    }
    Ok(())
}

/// Replaces each row b of `sides` by the x of L Lᴴ x = b.
pub(super) fn solve_cholesky<T: Field>(factor: &Dense<T>, sides: &mut Dense<T>) {
    let triangle = |lower| Triangle { lower, unit: false };
    solve_triangle(factor, triangle(true), sides);
    solve_triangle(&factor.adjoint(), triangle(false), sides);
}

/// Replaces a matrix, given by its columns, by R and below its diagonal the reflectors I - tau v vᴴ, whose v begins with a one.
pub(super) fn qr<T: Field>(columns: &mut Dense<T>) -> Vec<T> {
    let (count, length) = (columns.rows, columns.columns);
    let mut taus = with_room(count.min(length));
    for start in (0..count.min(length)).step_by(PANEL) {
        let end = (start + PANEL).min(count.min(length));
        for step in start..end {
            let tau = reflector(&mut columns.row_mut(step)[step..]);
            taus.push(tau);
            let mut reflected = copied(&columns.row(step)[step..]);
            reflected[0] = T::from_real(1.0);
            reflect(columns, step + 1..end, step, &reflected, tau.conj());
        }
        if end < count {
            let v = reflectors(columns, start, end);
            Block::of(&v, &taus[start..], true).apply(columns, end, start);
        }
    }
    taus
}

/// The v of the reflectors from `start` to `end` as rows, from element `start` on.
fn reflectors<T: Field>(columns: &Dense<T>, start: usize, end: usize) -> Dense<T> {
    let mut v = Dense::zeros(end - start, columns.columns - start);
    for step in start..end {
        let place = &mut v.row_mut(step - start)[step - start..];
        place.copy_from_slice(&columns.row(step)[step..]);
        place[0] = T::from_real(1.0);
    }
    v
}

/// The first `count` columns of Q, from reflectors in columns.
pub(super) fn q_columns<T: Field>(columns: &Dense<T>, taus: &[T], count: usize) -> Dense<T> {
    let mut result = Dense::zeros(count, columns.columns);
    for index in 0..count {
        *result.at_mut(index, index) = T::from_real(1.0);
    }
    if taus.len().max(count) <= PANEL {
        for (step, tau) in taus.iter().enumerate().rev() {
            let mut v = copied(&columns.row(step)[step..]);
            v[0] = T::from_real(1.0);
            reflect(&mut result, step.min(count)..count, step, &v, *tau);
        }
        return result;
    }
    let last = taus.len().saturating_sub(1) / PANEL * PANEL;
    for start in (0..=last).rev().step_by(PANEL) {
        let end = (start + PANEL).min(taus.len());
        let v = reflectors(columns, start, end);
        Block::of(&v, &taus[start..end], false).apply(&mut result, start.min(count), start);
    }
    result
}
