//! Eigenvalues of Hermitian matrices that are not small: a real tridiagonal form by reflectors, then QL steps with implicit shifts.
//!
//! *Technique:* Householder's reduction and the implicit QL algorithm (Golub and Van Loan, "Matrix Computations", 4th edition, sections 8.3.1 and
//! 8.3.3; Dubrulle, Martin and Wilkinson, "The implicit QL algorithm", Numerische Mathematik 12, 1968).
//!
//! *Invariant:* A = Q T Qᴴ between the steps, and the order of operations does not depend on the number of threads.

use crate::array::element::zeros;
use crate::process::refusal::{collected, with_room};

use super::dense::{Dense, EPSILON, Field, dot, subtract};
use super::reflectors::{Reflectors, reflector};
use super::rotations::{Rotation, Vectors};

/// Steps for one eigenvalue after which the matrix is given up.
const STEPS: usize = 60;

/// A real symmetric matrix of three diagonals, and the vectors that turn with it.
struct Tridiagonal {
    diagonal: Vec<f64>,
    below: Vec<f64>,
    vectors: Vectors,
}

/// The eigenvectors of a Hermitian matrix, as rows, and their eigenvalues in any order; none if the steps do not come to an end.
pub(super) fn hermitian<T: Field>(matrix: &Dense<T>) -> Option<(Dense<T>, Vec<f64>)> {
    let mut form = reduced(matrix.clone());
    form.to_diagonal()?;
    Some((form.vectors.rows(), form.diagonal))
}

/// The tridiagonal form, and the columns of Q.
fn reduced<T: Field>(mut work: Dense<T>) -> Tridiagonal {
    let size = work.rows;
    let steps = size.saturating_sub(1);
    let (mut below, mut reflectors) = (zeros::<f64>(steps), Reflectors::<T>::none(size));
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
        reflectors.v.row_mut(step)[from..].copy_from_slice(&v);
        reflectors.taus.push(tau);
    }
    Tridiagonal {
        diagonal: collected((0..size).map(|index| work.at(index, index).to_real())),
        below,
        vectors: Vectors::of(&reflectors.product(1)),
    }
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
        let mut rotations = with_room(last - first);
        for row in (first..last).rev() {
            let (f, b) = (sine * e[row], cosine * e[row]);
            let length = f.hypot(g);
            e[row + 1] = length;
            if length == 0.0 {
                // The block falls apart here.
                d[row + 1] -= shift;
                e[last] = 0.0;
                self.vectors.rotate(last, true, rotations);
                return;
            }
            (sine, cosine) = (f / length, g / length);
            g = d[row + 1] - shift;
            let r = (d[row] - g) * sine + 2.0 * cosine * b;
            shift = sine * r;
            d[row + 1] = g + shift;
            g = cosine * r - b;
            rotations.push(Rotation { c: cosine, s: sine });
        }
        d[first] -= shift;
        e[first] = g;
        e[last] = 0.0;
        self.vectors.rotate(last, true, rotations);
    }
}
