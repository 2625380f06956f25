//! Eigenvalues of matrices without symmetry: the complex Schur form by shifted QR steps.
//!
//! *Invariant:* A = Z T Zᴴ holds between the steps; T ends upper triangular.

use crate::array::element::{C64, zeros};
use crate::process::refusal::{collected, with_room};

use super::dense::{Dense, EPSILON, Field, dot, norm, subtract};
use super::reflectors::reflector;

/// Steps for one eigenvalue after which the matrix is given up.
const STEPS: usize = 300;
/// After so many steps without success the shift is chosen otherwise.
const STUCK: usize = 10;

/// Eigenvectors, as columns of length 1, and eigenvalues in ascending order; none if the steps do not come to an end.
pub(super) fn eigen(matrix: &Dense<C64>) -> Option<(Dense<C64>, Vec<C64>)> {
    let size = matrix.rows;
    let scale = matrix.scale();
    let mut schur = Schur {
        t: matrix.over(scale),
        z: Dense::identity(size),
    };
    schur.to_hessenberg();
    schur.to_triangle()?;
    let values = collected((0..size).map(|index| schur.t.at(index, index)));
    let vectors = schur.vectors().transposed();
    let order = ascending(&values, norm(&schur.t.values) * EPSILON * size as f64);
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

struct Schur {
    t: Dense<C64>,
    z: Dense<C64>,
}

/// A rotation of two neighbouring rows.
#[derive(Clone, Copy)]
struct Givens {
    c: C64,
    s: C64,
}

impl Givens {
    /// The one that makes (x, y) to (r, 0).
    fn of(x: C64, y: C64) -> Givens {
        let r = x.modulus().hypot(y.modulus());
        match r == 0.0 {
            true => Givens {
                c: C64::new(1.0, 0.0),
                s: C64::default(),
            },
            false => Givens { c: x / r, s: y / r },
        }
    }

    fn turn_rows(self, first: &mut [C64], second: &mut [C64]) {
        for (a, b) in first.iter_mut().zip(second) {
            (*a, *b) = (
                self.c.conj() * *a + self.s.conj() * *b,
                self.c * *b - self.s * *a,
            );
        }
    }

    /// Two neighbouring elements of a row.
    fn turn_columns(self, row: &mut [C64], at: usize) {
        let (a, b) = (row[at], row[at + 1]);
        row[at] = a * self.c + b * self.s;
        row[at + 1] = b * self.c.conj() - a * self.s.conj();
    }
}

impl Schur {
    /// Makes zeros below the first subdiagonal.
    fn to_hessenberg(&mut self) {
        let size = self.t.rows;
        for step in 0..size.saturating_sub(2) {
            let from = step + 1;
            let mut v = collected((from..size).map(|row| self.t.at(row, step)));
            let tau = reflector(&mut v);
            let front = v[0];
            v[0] = C64::new(1.0, 0.0);
            let mut along = zeros::<C64>(size);
            for (row, factor) in (from..size).zip(&v) {
                subtract(&mut along, -factor.conj(), self.t.row(row));
            }
            for (row, factor) in (from..size).zip(&v) {
                subtract(self.t.row_mut(row), tau.conj() * factor, &along);
            }
            let conjugate = collected(v.iter().map(|value| value.conj()));
            for matrix in [&mut self.t, &mut self.z] {
                matrix.for_each_row(0, 2 * size, |_, row| {
                    let along = dot(&row[from..], &v);
                    subtract(&mut row[from..], tau * along, &conjugate);
                });
            }
            *self.t.at_mut(from, step) = front;
            for row in from + 1..size {
                *self.t.at_mut(row, step) = C64::default();
            }
        }
    }

    /// Makes zeros below the diagonal.
    fn to_triangle(&mut self) -> Option<()> {
        let mut last = self.t.rows.saturating_sub(1);
        let mut steps = 0;
        while last > 0 {
            let first = self.block(last);
            if first == last {
                last -= 1;
                steps = 0;
                continue;
            }
            steps += 1;
            if steps > STEPS {
                return None;
            }
            self.step(first, last, steps % STUCK == 0);
        }
        Some(())
    }

    /// Where the block that ends at `last` begins: behind the nearest subdiagonal element that is zero, or becomes so.
    fn block(&mut self, last: usize) -> usize {
        let size = norm(&self.t.values);
        for row in (1..=last).rev() {
            let around = self.t.at(row, row).magnitude() + self.t.at(row - 1, row - 1).magnitude();
            let around = if around == 0.0 { size } else { around };
            if self.t.at(row, row - 1).magnitude() <= EPSILON * around {
                *self.t.at_mut(row, row - 1) = C64::default();
                return row;
            }
        }
        0
    }

    /// One QR step on a block.
    fn step(&mut self, first: usize, last: usize, is_stuck: bool) {
        let shift = match is_stuck {
            true => self.t.at(last, last) + self.t.at(last, last - 1).modulus(),
            false => self.shift(last),
        };
        for index in first..=last {
            *self.t.at_mut(index, index) -= shift;
        }
        let mut rotations = with_room(last - first);
        for row in first..last {
            let rotation = Givens::of(self.t.at(row, row), self.t.at(row + 1, row));
            let (a, b) = self.t.two_rows(row, row + 1);
            rotation.turn_rows(&mut a[row..], &mut b[row..]);
            rotations.push(rotation);
        }
        for (column, rotation) in (first..last).zip(&rotations) {
            for row in 0..=column + 1 {
                rotation.turn_columns(self.t.row_mut(row), column);
            }
            for row in 0..self.z.rows {
                rotation.turn_columns(self.z.row_mut(row), column);
            }
        }
        for index in first..=last {
            *self.t.at_mut(index, index) += shift;
        }
    }

    /// The eigenvalue of the last two rows and columns that is nearer to the last element.
    fn shift(&self, last: usize) -> C64 {
        let [a, b] = [last - 1, last].map(|column| self.t.at(last - 1, column));
        let [c, d] = [last - 1, last].map(|column| self.t.at(last, column));
        let half = (a - d) / 2.0;
        let root = (half * half + b * c).sqrt();
        let (plus, minus) = (half + root, half - root);
        let divisor = if plus.magnitude() > minus.magnitude() {
            plus
        } else {
            minus
        };
        match divisor == C64::default() {
            true => d,
            false => d - b * c.quotient(divisor),
        }
    }

    /// The eigenvectors of T, turned back by Z, as columns.
    fn vectors(&self) -> Dense<C64> {
        let size = self.t.rows;
        let least = norm(&self.t.values).max(1.0) * EPSILON;
        let mut rows = Dense::zeros(size, size);
        rows.for_each_row(0, 2 * size * size, |index, row| {
            let value = self.t.at(index, index);
            let mut y = zeros::<C64>(size);
            y[index] = C64::new(1.0, 0.0);
            for place in (0..index).rev() {
                let known = dot(&self.t.row(place)[place + 1..=index], &y[place + 1..=index]);
                let distance = self.t.at(place, place) - value;
                let distance = match distance.modulus() < least {
                    true => C64::new(least, 0.0),
                    false => distance,
                };
                y[place] = (-known).quotient(distance);
            }
            for (place, target) in row.iter_mut().enumerate() {
                *target = dot(&self.z.row(place)[..=index], &y[..=index]);
            }
            let length = norm(row);
            row.iter_mut().for_each(|value| *value /= length);
        });
        rows.transposed()
    }
}
