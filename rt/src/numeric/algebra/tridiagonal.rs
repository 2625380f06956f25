//! Eigenvalues of Hermitian matrices that are not small: a real tridiagonal form by reflectors, then QL steps with implicit shifts.
//!
//! *Technique:* Householder's reduction and the implicit QL algorithm, a panel of columns at a time (Golub and Van Loan, "Matrix Computations", 4th edition, sections 8.3.1 and
//! 8.3.3; Dubrulle, Martin and Wilkinson, "The implicit QL algorithm", Numerische Mathematik 12, 1968).
//!
//! *Invariant:* A = Q T Qᴴ between the steps, and the order of operations does not depend on the number of threads.

use crate::process::refusal::{collected, with_room};

use super::dense::{Dense, EPSILON, Field, along, dot, subtract};
use super::reflectors::{PANEL, Reflectors, reflector};
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
fn reduced<T: Field>(work: Dense<T>) -> Tridiagonal {
    let size = work.rows;
    let mut reduction = Reduction {
        work,
        diagonal: with_room(size),
        below: with_room(size),
        reflectors: Reflectors::none(size),
    };
    for start in (0..size).step_by(PANEL) {
        let end = (start + PANEL).min(size);
        let mut waiting = Dense::zeros(end - start, size);
        for step in start..end {
            reduction.shorten(&mut waiting, start, step);
        }
        // A - Σ v wᴴ - Σ w vᴴ, behind the panel.
        let v = reduction.reflectors.v.part(start..end, end..size);
        let w = waiting.part(0..end - start, end..size);
        let columns = v.clone().above(&w).transposed();
        let rows = w.above(&v).conjugated();
        reduction.work.subtract_product(&columns, &rows, end, end);
    }
    Tridiagonal {
        diagonal: reduction.diagonal,
        below: reduction.below,
        vectors: Vectors::of(&reduction.reflectors.product(1)),
    }
}

/// A reduction on its way.
struct Reduction<T> {
    work: Dense<T>,
    diagonal: Vec<f64>,
    below: Vec<f64>,
    reflectors: Reflectors<T>,
}

impl<T: Field> Reduction<T> {
    /// Makes zeros below the subdiagonal; changes of a panel wait, as the w of A - Σ v wᴴ - Σ w vᴴ.
    fn shorten(&mut self, waiting: &mut Dense<T>, start: usize, step: usize) {
        let (size, from) = (self.work.rows, step + 1);
        let before = &self.reflectors.v;
        let mut v = collected((step..size).map(|row| self.work.at(row, step)));
        for (place, index) in (start..step).enumerate() {
            subtract(
                &mut v,
                waiting.at(place, step).conj(),
                &before.row(index)[step..],
            );
            subtract(
                &mut v,
                before.at(index, step).conj(),
                &waiting.row(place)[step..],
            );
        }
        self.diagonal.push(v[0].to_real());
        if from == size {
            return;
        }
        v.remove(0);
        let tau = reflector(&mut v);
        self.below.push(v[0].to_real());
        v[0] = T::from_real(1.0);
        let mut w = Dense::<T>::zeros(size - from, 1);
        w.for_each_row(0, size - from, |row, place| {
            place[0] = dot(&self.work.row(from + row)[from..], &v);
        });
        let mut w = w.values;
        for (place, index) in (start..step).enumerate() {
            let (one, other) = (&before.row(index)[from..], &waiting.row(place)[from..]);
            let (along_one, along_other) = (along(one, &v), along(other, &v));
            subtract(&mut w, along_other, one);
            subtract(&mut w, along_one, other);
        }
        // B becomes Hᴴ B H = B - v wᴴ - w vᴴ.
        w.iter_mut().for_each(|value| *value = tau * *value);
        let half = (tau.conj() * along(&v, &w)).to_real() / 2.0;
        subtract(&mut w, T::from_real(half), &v);
        waiting.row_mut(step - start)[from..].copy_from_slice(&w);
        self.reflectors.v.row_mut(step)[from..].copy_from_slice(&v);
        self.reflectors.taus.push(tau);
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
            let (rotation, length) = Rotation::of(g, f);
            e[row + 1] = length;
            if length == 0.0 {
                // The block falls apart here.
                d[row + 1] -= shift;
                e[last] = 0.0;
                self.vectors.rotate(last, true, rotations);
                return;
            }
            (sine, cosine) = (rotation.s, rotation.c);
            g = d[row + 1] - shift;
            let r = (d[row] - g) * sine + 2.0 * cosine * b;
            shift = sine * r;
            d[row + 1] = g + shift;
            g = cosine * r - b;
            rotations.push(rotation);
        }
        d[first] -= shift;
        e[first] = g;
        e[last] = 0.0;
        self.vectors.rotate(last, true, rotations);
    }
}
