//! Factors of matrices and what is solved with them, as LAPACK defines them, by the plainest code there is.
//!
//! *Invariant:* a matrix is a list of its columns; pivots and places are those of LAPACK, but pivots count from 0.

use super::numbers::{Number, Table};

/// Rounds over all pairs of columns after which singular values are taken as they are.
const SWEEPS: usize = 60;

/// The columns of the transpose of a matrix with so many rows.
pub fn transposed(table: &Table, rows: usize) -> Table {
    let row = |row: usize| table.iter().map(|column| column[row]).collect();
    (0..rows).map(row).collect()
}

/// The columns of the conjugate transpose of a matrix with so many rows.
pub fn adjoint(table: &Table, rows: usize) -> Table {
    let mut result = transposed(table, rows);
    let values = result.iter_mut().flatten();
    values.for_each(|value| *value = value.conj());
    result
}

/// The identity.
pub fn identity(size: usize) -> Table {
    let unit = |row, column| Number::real(if row == column { 1.0 } else { 0.0 });
    let column = |column: usize| (0..size).map(|row| unit(row, column)).collect();
    (0..size).map(column).collect()
}

fn sum(terms: impl Iterator<Item = Number>) -> Number {
    terms.fold(Number::default(), |sum, term| sum + term)
}

/// Replaces a matrix by its factors L and U; gives the pivots, and the first place where U is 0 on its diagonal, counted from 1, or 0.
pub fn lu(table: &mut Table, rows: usize) -> (Vec<usize>, i32) {
    let (mut pivots, mut place) = (Vec::new(), 0);
    for step in 0..rows.min(table.len()) {
        let size = |row: &usize| table[step][*row].magnitude();
        let pivot =
            (step..rows).reduce(|best, row| if size(&row) > size(&best) { row } else { best });
        let pivot = pivot.expect("there is a row");
        pivots.push(pivot);
        table.iter_mut().for_each(|column| column.swap(step, pivot));
        let divisor = table[step][step];
        if divisor == Number::default() {
            place = if place == 0 { step as i32 + 1 } else { place };
            continue;
        }
        for row in step + 1..rows {
            let factor = table[step][row] / divisor;
            table[step][row] = factor;
            for column in table.iter_mut().skip(step + 1) {
                column[row] = column[row] - factor * column[step];
            }
        }
    }
    (pivots, place)
}

/// A triangle of a square matrix.
#[derive(Clone, Copy)]
pub struct Triangle {
    /// Below the diagonal, not above.
    pub lower: bool,
    /// Ones stand for the diagonal.
    pub unit: bool,
}

/// Replaces b by the x of A x = b, for a triangle of A.
pub fn solve_triangle(table: &Table, triangle: Triangle, side: &mut [Number]) {
    let size = side.len();
    for step in 0..size {
        let row = if triangle.lower {
            step
        } else {
            size - 1 - step
        };
        let known = if triangle.lower {
            0..row
        } else {
            row + 1..size
        };
        let rest = side[row] - sum(known.map(|inner| table[inner][row] * side[inner]));
        side[row] = if triangle.unit {
            rest
        } else {
            rest / table[row][row]
        };
    }
}

/// Replaces b by the x of A x = b, for the factors of A and their pivots.
pub fn solve(table: &Table, pivots: &[usize], side: &mut [Number]) {
    for (step, pivot) in pivots.iter().enumerate() {
        side.swap(step, *pivot);
    }
    for lower in [true, false] {
        solve_triangle(table, Triangle { lower, unit: lower }, side);
    }
}

/// Replaces the upper triangle of a matrix by the U of A = Uᴴ U; gives the place where A is not positive definite, counted from 1, or 0.
pub fn cholesky(table: &mut Table) -> i32 {
    for column in 0..table.len() {
        for row in 0..=column {
            let known = (0..row).map(|inner| table[row][inner].conj() * table[column][inner]);
            let rest = table[column][row] - sum(known);
            if row < column {
                table[column][row] = rest / table[row][row];
            } else if rest.re > 0.0 {
                table[column][row] = Number::real(rest.re.sqrt());
            } else {
                return column as i32 + 1;
            }
        }
    }
    0
}

fn size_of(values: &[Number]) -> f64 {
    let parts = values.iter().flat_map(|value| [value.re, value.im]);
    parts.fold(0.0, f64::hypot)
}

/// Takes factor · v (vᴴ c) from the end of each column c.
fn reflect(columns: &mut [Vec<Number>], from: usize, v: &[Number], factor: Number) {
    for column in columns {
        let along = sum(v.iter().zip(&column[from..]).map(|(v, c)| v.conj() * *c));
        for (value, v) in column[from..].iter_mut().zip(v) {
            *value = *value - factor * along * *v;
        }
    }
}

/// A reflector's vector, whose first number is 1 and stands for what the matrix has there.
fn vector_of(column: &[Number]) -> Vec<Number> {
    let mut vector = column.to_vec();
    vector[0] = Number::real(1.0);
    vector
}

/// Replaces a matrix by R and, below its diagonal, the reflectors I - tau v vᴴ whose product is Q; gives the factors tau.
pub fn qr(table: &mut Table, rows: usize) -> Vec<Number> {
    let mut taus = Vec::new();
    for step in 0..rows.min(table.len()) {
        let front = table[step][step];
        let rest = size_of(&table[step][step + 1..]);
        if rest == 0.0 && front.im == 0.0 {
            taus.push(Number::default());
            continue;
        }
        let size = front.re.hypot(front.im).hypot(rest);
        let beta = Number::real(-size.copysign(front.re));
        let tau = (beta - front) / beta;
        for value in &mut table[step][step + 1..] {
            *value = *value / (front - beta);
        }
        table[step][step] = beta;
        let v = vector_of(&table[step][step..]);
        reflect(&mut table[step + 1..], step, &v, tau.conj());
        taus.push(tau);
    }
    taus
}

/// The first columns of Q, as many as the matrix with the reflectors has.
pub fn q(table: &Table, taus: &[Number], rows: usize) -> Table {
    let mut result = identity(rows);
    result.truncate(table.len());
    for (step, tau) in taus.iter().enumerate().rev() {
        reflect(&mut result, step, &vector_of(&table[step][step..]), *tau);
    }
    result
}

/// U, the singular values in descending order and V of a matrix that is not wider than it is high: A = U diag(s) Vᴴ.
pub fn singular(mut table: Table) -> (Table, Vec<f64>, Table) {
    let count = table.len();
    let mut right = identity(count);
    for _ in 0..SWEEPS {
        let mut turned = false;
        for second in 1..count {
            for first in 0..second {
                turned |= turn(&mut table, &mut right, first, second);
            }
        }
        if !turned {
            break;
        }
    }
    let mut order: Vec<usize> = (0..count).collect();
    let sizes: Vec<f64> = table.iter().map(|column| size_of(column)).collect();
    order.sort_by(|a, b| sizes[*b].total_cmp(&sizes[*a]));
    let mut left: Table = Vec::new();
    for index in &order {
        let unit = |column: &[Number], size: f64| -> Vec<Number> {
            column
                .iter()
                .map(|value| *value / Number::real(size))
                .collect()
        };
        left.push(match sizes[*index] > 0.0 {
            true => unit(&table[*index], sizes[*index]),
            false => another(&left, table[*index].len()),
        });
    }
    let values = order.iter().map(|index| sizes[*index]).collect();
    let right = order.iter().map(|index| right[*index].clone()).collect();
    (left, values, right)
}

/// Makes two columns orthogonal, and does the same to those of V; whether there was something to do.
fn turn(table: &mut Table, right: &mut Table, first: usize, second: usize) -> bool {
    let [a, b] = [first, second].map(|index| table[index].clone());
    let along = sum(a.iter().zip(&b).map(|(a, b)| a.conj() * *b));
    let (size, size_a, size_b) = (along.re.hypot(along.im), size_of(&a), size_of(&b));
    if size <= 1e-15 * size_a * size_b || size < f64::MIN_POSITIVE {
        return false;
    }
    let phase = along.conj() / Number::real(size);
    let ratio = (size_b * size_b - size_a * size_a) / (2.0 * size);
    let tangent = (1.0 / (ratio.abs() + ratio.hypot(1.0))).copysign(ratio);
    let cosine = Number::real(1.0 / tangent.hypot(1.0));
    let sine = cosine * Number::real(tangent);
    for columns in [table, right] {
        for row in 0..columns[first].len() {
            let (a, b) = (columns[first][row], columns[second][row] * phase);
            columns[first][row] = cosine * a - sine * b;
            columns[second][row] = sine * a + cosine * b;
        }
    }
    true
}

/// A unit vector that is orthogonal to these.
fn another(units: &Table, rows: usize) -> Vec<Number> {
    let mut best = (0.0, Vec::new());
    for axis in identity(rows) {
        let mut candidate = axis;
        // Twice, since what the first time leaves is not orthogonal to the last digit.
        for unit in units.iter().chain(units) {
            reflect(
                std::slice::from_mut(&mut candidate),
                0,
                unit,
                Number::real(1.0),
            );
        }
        let size = size_of(&candidate);
        if size > best.0 {
            best = (size, candidate);
        }
    }
    let size = Number::real(best.0);
    best.1.into_iter().map(|value| value / size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Complex columns without a pattern.
    fn table(rows: usize, columns: usize) -> Table {
        let value = |at: usize| Number {
            re: ((7919 * at + 13) % 1009) as f64 / 504.0 - 1.0,
            im: ((104_729 * at + 5) % 997) as f64 / 498.0 - 1.0,
        };
        let column = |column: usize| (0..rows).map(|row| value(column * rows + row)).collect();
        (0..columns).map(column).collect()
    }

    /// A B, of matrices with so many rows.
    fn product(a: &Table, b: &Table, rows: usize) -> Table {
        let value = |column: &Vec<Number>, row: usize| {
            sum(column
                .iter()
                .enumerate()
                .map(|(inner, b)| a[inner][row] * *b))
        };
        b.iter()
            .map(|column| (0..rows).map(|row| value(column, row)).collect())
            .collect()
    }

    fn far(a: &Table, b: &Table) -> f64 {
        let pairs = a.iter().flatten().zip(b.iter().flatten());
        assert_eq!(a.len(), b.len());
        pairs
            .map(|(a, b)| (*a - *b).magnitude())
            .fold(0.0, f64::max)
    }

    #[test]
    fn reflectors_give_the_matrix_back_and_are_orthonormal() {
        for (rows, columns) in [(5, 5), (7, 3), (1, 1)] {
            let whole = table(rows, columns);
            let mut packed = whole.clone();
            let taus = qr(&mut packed, rows);
            let own = q(&packed, &taus, rows);
            let mut upper = packed.clone();
            for (index, column) in upper.iter_mut().enumerate() {
                column[index + 1..].fill(Number::default());
                column.truncate(columns);
            }
            assert!(far(&product(&own, &upper, rows), &whole) < 1e-13);
            let square = product(&adjoint(&own, rows), &own, columns);
            assert!(far(&square, &identity(columns)) < 1e-13);
        }
    }

    #[test]
    fn singular_vectors_give_the_matrix_back_also_of_lower_rank() {
        let mut lower_rank = table(6, 3);
        lower_rank[2] = lower_rank[0].clone();
        for whole in [table(6, 4), table(3, 3), lower_rank] {
            let (rows, columns) = (whole[0].len(), whole.len());
            let (left, values, right) = singular(whole.clone());
            assert!(values.windows(2).all(|pair| pair[0] >= pair[1]));
            let scaled: Table = left
                .iter()
                .zip(&values)
                .map(|(column, size)| {
                    column
                        .iter()
                        .map(|value| *value * Number::real(*size))
                        .collect()
                })
                .collect();
            assert!(far(&product(&scaled, &adjoint(&right, columns), rows), &whole) < 1e-12);
            assert!(
                far(
                    &product(&adjoint(&left, rows), &left, columns),
                    &identity(columns)
                ) < 1e-12
            );
        }
    }
}
