//! Eigenvalues of matrices without symmetry, and eigenvectors, from the Schur form.
//!
//! *Technique:* back substitution for each vector (Golub and Van Loan, "Matrix Computations", 4th edition, 2013, section 7.6.4), after the squares of
//! two rows that real matrices have on the diagonal became complex triangles.
//!
//! *Invariant:* A = Z B T Bᴴ Zᴴ, where B makes the squares triangles; eigenvalues and vectors of real matrices are real, or come with their conjugates.

use crate::array::element::C64;
use crate::process::refusal::{collected, with_room};

use super::bulges::on_diagonal;
use super::dense::{Dense, EPSILON, Field, dot, norm};
use super::schur::schur;

/// A vector that grows above this is made smaller before its numbers overflow.
const GREAT: f64 = 1e100;

/// Eigenvectors, as columns of length 1, and eigenvalues in ascending order; none if the steps do not come to an end.
pub(super) fn eigen<T: Field>(matrix: &Dense<T>) -> Option<(Dense<C64>, Vec<C64>)> {
    let size = matrix.rows;
    let scale = matrix.scale();
    let form = schur(matrix.over(scale))?;
    let triangle = Triangle::of(&form.h);
    let vectors = triangle.vectors(&form.z);
    let values = &triangle.values;
    let order = ascending(values, norm(&triangle.t.values) * EPSILON * size as f64);
    let mut sorted = Dense::zeros(size, size);
    for (place, &index) in order.iter().enumerate() {
        sorted.row_mut(place).copy_from_slice(vectors.row(index));
    }
    let values = order.iter().map(|index| values[*index] * scale);
    Some((sorted.transposed(), collected(values)))
}

/// The order by real parts and, among those that follow each other within a limit, by imaginary parts: rounding does not exchange
/// conjugate numbers.
fn ascending(values: &[C64], limit: f64) -> Vec<usize> {
    let mut order = collected(0..values.len());
    let by_real = |a: &usize, b: &usize| values[*a].re.total_cmp(&values[*b].re).then(a.cmp(b));
    order.sort_unstable_by(by_real);
    let alike = |a: &usize, b: &usize| values[*b].re - values[*a].re <= limit;
    for run in order.chunk_by_mut(alike) {
        run.sort_unstable_by(|a, b| {
            let by_imaginary = values[*a].im.total_cmp(&values[*b].im);
            by_imaginary.then(by_real(a, b))
        });
    }
    order
}

/// The columns (x, y) and (-conj(y), conj(x)) that make a square of two rows a triangle.
struct Turn {
    at: usize,
    x: C64,
    y: C64,
}

/// A triangle of complex numbers.
struct Triangle {
    t: Dense<C64>,
    values: Vec<C64>,
    turns: Vec<Turn>,
    /// Values that are nearer to each other count as so far apart.
    least: f64,
}

impl Triangle {
    /// From a triangle with squares of two rows.
    fn of<T: Field>(given: &Dense<T>) -> Triangle {
        let values = on_diagonal(given);
        let t = Dense {
            rows: given.rows,
            columns: given.columns,
            values: collected(given.values.iter().map(|value| value.to_complex())),
        };
        let mut triangle = Triangle {
            t,
            values,
            turns: with_room(given.rows / 2),
            least: norm(&given.values).max(1.0) * EPSILON,
        };
        for at in 0..given.rows.saturating_sub(1) {
            if given.at(at + 1, at) != T::default() {
                triangle.turn(at);
            }
        }
        triangle
    }

    /// Makes a square of two rows a triangle.
    fn turn(&mut self, at: usize) {
        let value = self.values[at];
        let (x, y) = (self.t.at(at, at + 1), value - self.t.at(at, at));
        let length = norm(&[x, y]);
        let (x, y) = (x / length, y / length);
        let (first, second) = self.t.two_rows(at, at + 1);
        for (a, b) in first[at..].iter_mut().zip(&mut second[at..]) {
            (*a, *b) = (x.conj() * *a + y.conj() * *b, x * *b - y * *a);
        }
        for row in self.t.values.chunks_exact_mut(self.t.columns).take(at + 2) {
            let (a, b) = (row[at], row[at + 1]);
            row[at] = a * x + b * y;
            row[at + 1] = b * x.conj() - a * y.conj();
        }
        *self.t.at_mut(at, at) = value;
        *self.t.at_mut(at + 1, at) = C64::default();
        *self.t.at_mut(at + 1, at + 1) = self.values[at + 1];
        self.turns.push(Turn { at, x, y });
    }

    /// The eigenvectors of length 1 as rows, turned back by Z, whose columns are rows.
    fn vectors<T: Field>(&self, z: &Dense<T>) -> Dense<C64> {
        let size = self.t.rows;
        // Of two that are conjugate to each other, the first is enough.
        let is_needed = |index: &usize| T::KIND.is_complex() || self.values[*index].im >= 0.0;
        let needed = collected((0..size).filter(is_needed));
        let mut before = Dense::zeros(needed.len(), size);
        before.for_each_row(0, size * size, |row, target| {
            self.solve(needed[row], target)
        });
        let parts = 2 / T::PARTS;
        let mut turned = Dense::<T>::zeros(parts * needed.len(), size);
        for (row, target) in turned.values.chunks_exact_mut(size.max(1)).enumerate() {
            let source = before.row(row / parts).iter();
            for (place, value) in target.iter_mut().zip(source) {
                let part = [value.re, value.im][row % parts];
                *place = match T::KIND.is_complex() {
                    true => T::from_complex(*value),
                    false => T::from_real(part),
                };
            }
        }
        let turned = turned.times(z);
        let mut result = Dense::zeros(size, size);
        for (number, &index) in needed.iter().enumerate() {
            let is_pair = !T::KIND.is_complex() && self.values[index].im > 0.0;
            let mut vector = collected((0..size).map(|column| {
                let first = turned.at(parts * number, column).to_complex();
                match is_pair {
                    true => C64::new(first.re, turned.at(parts * number + 1, column).to_real()),
                    false => first,
                }
            }));
            let length = norm(&vector);
            vector.iter_mut().for_each(|value| *value /= length);
            result.row_mut(index).copy_from_slice(&vector);
            if is_pair {
                vector.iter_mut().for_each(|value| *value = value.conj());
                result.row_mut(index + 1).copy_from_slice(&vector);
            }
        }
        result
    }

    /// The eigenvector of one of the values, before Z turns it.
    fn solve(&self, index: usize, vector: &mut [C64]) {
        let value = self.values[index];
        vector[index] = C64::new(1.0, 0.0);
        for place in (0..index).rev() {
            let known = dot(
                &self.t.row(place)[place + 1..=index],
                &vector[place + 1..=index],
            );
            let distance = self.t.at(place, place) - value;
            let distance = match distance.modulus() < self.least {
                true => C64::new(self.least, 0.0),
                false => distance,
            };
            let found = (-known).quotient(distance);
            vector[place] = found;
            if found.magnitude() > GREAT {
                let large = vector[place..=index].iter_mut();
                large.for_each(|value| *value /= GREAT);
            }
        }
        for Turn { at, x, y } in &self.turns {
            let (a, b) = (vector[*at], vector[at + 1]);
            vector[*at] = x * a - y.conj() * b;
            vector[at + 1] = y * a + x.conj() * b;
        }
    }
}
