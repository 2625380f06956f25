//! Eigenvalues of Hermitian matrices that are not small: a real tridiagonal form by reflectors, then QL steps with implicit shifts.
//!
//! *Technique:* Householder's reduction and the implicit QL algorithm (Golub and Van Loan, "Matrix Computations", 4th edition, sections 8.3.1 and
//! 8.3.3; Dubrulle, Martin and Wilkinson, "The implicit QL algorithm", Numerische Mathematik 12, 1968).
//!
//! *Invariant:* A = Q T Qᴴ between the steps, and the order of operations does not depend on the number of threads.

use crate::array::element::zeros;
use crate::process::refusal::{collected, with_room};

use super::dense::{Dense, EPSILON, Field, dot, subtract};
use super::factors::reflector;

/// Steps for one eigenvalue after which the matrix is given up.
const STEPS: usize = 60;

/// I - tau v vᴴ of the elements from one on.
struct Reflector<T> {
    v: Vec<T>,
    conjugate: Vec<T>,
    tau: T,
}

/// A real symmetric matrix of three diagonals, and the eigenvectors of what is done so far.
struct Tridiagonal {
    diagonal: Vec<f64>,
    below: Vec<f64>,
    /// As rows.
    vectors: Dense<f64>,
}

/// The eigenvectors of a Hermitian matrix, as rows, and their eigenvalues in any order; none if the steps do not come to an end.
pub(super) fn hermitian<T: Field>(matrix: &Dense<T>) -> Option<(Dense<T>, Vec<f64>)> {
    let size = matrix.rows;
    let (mut form, reflectors) = reduced(matrix.clone());
    form.to_diagonal()?;
    let mut vectors = Dense::<T>::zeros(size, size);
    vectors.for_each_row(0, 2 * size * size, |row, target| {
        let turned = form.vectors.row(row).iter();
        for (place, value) in target.iter_mut().zip(turned) {
            *place = T::from_real(*value);
        }
        for (step, one) in reflectors.iter().enumerate().rev() {
            let x = &mut target[step + 1..];
            let along = dot(&one.conjugate, x);
            subtract(x, one.tau * along, &one.v);
        }
    });
    Some((vectors, form.diagonal))
}

/// The tridiagonal form, and the reflectors whose product is Q, the one of a step for the elements behind it.
fn reduced<T: Field>(mut work: Dense<T>) -> (Tridiagonal, Vec<Reflector<T>>) {
    let size = work.rows;
    let steps = size.saturating_sub(1);
    let (mut below, mut reflectors) = (zeros::<f64>(steps), with_room(steps));
    for (step, place) in below.iter_mut().enumerate() {
        let from = step + 1;
        let mut v = collected((from..size).map(|row| work.at(row, step)));
        let tau = reflector(&mut v);
        *place = v[0].to_real();
        v[0] = T::from_real(1.0);
        let conjugate = collected(v.iter().map(|value| value.conj()));
        // B becomes Hᴴ B H = B - v wᴴ - w vᴴ.
        let count = size - from;
        let mut w = Dense::<T>::zeros(count, 1);
        w.for_each_row(0, count, |row, place| {
            place[0] = tau * dot(&work.row(from + row)[from..], &v);
        });
        let mut w = w.values;
        let half = (tau.conj() * dot(&conjugate, &w)).to_real() / 2.0;
        subtract(&mut w, T::from_real(half), &v);
        let turned = collected(w.iter().map(|value| value.conj()));
        work.for_each_row(from, 2 * count, |row, target| {
            subtract(&mut target[from..], v[row - from], &turned);
            subtract(&mut target[from..], w[row - from], &conjugate);
        });
        reflectors.push(Reflector { v, conjugate, tau });
    }
    let form = Tridiagonal {
        diagonal: collected((0..size).map(|index| work.at(index, index).to_real())),
        below,
        vectors: Dense::identity(size),
    };
    (form, reflectors)
}

impl Tridiagonal {
    /// Makes zeros below the diagonal.
    fn to_diagonal(&mut self) -> Option<()> {
        let size = self.diagonal.len();
        // What stands below the last element is zero.
        self.below.push(0.0);
        for first in 0..size {
            let mut steps = 0;
            loop {
                let last = self.end_of_block(first);
                if last == first {
                    break;
                }
                steps += 1;
                if steps > STEPS {
                    return None;
                }
                self.step(first, last);
            }
        }
        Some(())
    }

    /// The last row of the block that begins at a row: what is below its diagonal is zero, or as good as that.
    fn end_of_block(&self, first: usize) -> usize {
        let last = self.diagonal.len() - 1;
        let is_end = |row: &usize| {
            let around = self.diagonal[*row].abs() + self.diagonal[*row + 1].abs();
            self.below[*row].abs() <= EPSILON * around + f64::MIN_POSITIVE
        };
        (first..last).find(is_end).unwrap_or(last)
    }

    /// One QL step on a block, whose shift is the eigenvalue of its first two rows that is nearer to the first element.
    fn step(&mut self, first: usize, last: usize) {
        let (d, e) = (&mut self.diagonal, &mut self.below);
        let ratio = (d[first + 1] - d[first]) / (2.0 * e[first]);
        let root = ratio.hypot(1.0).copysign(ratio);
        let mut g = d[last] - d[first] + e[first] / (ratio + root);
        let (mut sine, mut cosine, mut shift) = (1.0, 1.0, 0.0);
        for row in (first..last).rev() {
            let (f, b) = (sine * e[row], cosine * e[row]);
            let length = f.hypot(g);
            e[row + 1] = length;
            if length == 0.0 {
                // The block falls apart here.
                d[row + 1] -= shift;
                e[last] = 0.0;
                return;
            }
            (sine, cosine) = (f / length, g / length);
            g = d[row + 1] - shift;
            let r = (d[row] - g) * sine + 2.0 * cosine * b;
            shift = sine * r;
            d[row + 1] = g + shift;
            g = cosine * r - b;
            let (one, next) = self.vectors.two_rows(row, row + 1);
            for (a, b) in one.iter_mut().zip(next) {
                (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
            }
        }
        d[first] -= shift;
        e[first] = g;
        e[last] = 0.0;
    }
}
