//! The Hessenberg form of a matrix: zeros below the first diagonal under the main one, by reflectors from both sides.
//!
//! *Technique:* Householder's reduction (Golub and Van Loan, "Matrix Computations", 4th edition, 2013, section 7.4.2).
//!
//! *Invariant:* A = Z H Zᴴ; the columns of Z are rows on the way.

use crate::process::refusal::collected;

use super::dense::{Dense, Field, dot, subtract, weighted_sum};
use super::reflectors::{Reflectors, reflector};

/// A matrix that is not yet triangular, and the unitary matrix that leads back.
pub(super) struct Form<T> {
    pub(super) h: Dense<T>,
    /// The columns of Z as rows.
    pub(super) z: Dense<T>,
}

/// The Hessenberg form of a square matrix.
pub(super) fn reduced<T: Field>(mut h: Dense<T>) -> Form<T> {
    let size = h.rows;
    let mut reflectors = Reflectors::none(size);
    for step in 0..size.saturating_sub(2) {
        let from = step + 1;
        let mut v = collected((from..size).map(|row| h.at(row, step)));
        let tau = reflector(&mut v);
        let front = v[0];
        v[0] = T::from_real(1.0);
        let conjugate = collected(v.iter().map(|value| value.conj()));
        let sum = weighted_sum(&h, from, from, &v);
        let along_columns = collected(sum.iter().map(|value| value.conj()));
        h.for_each_row(0, 4 * v.len(), |row, target| {
            let target = &mut target[from..];
            if row >= from {
                subtract(target, tau.conj() * v[row - from], &along_columns);
            }
            let along_row = dot(target, &v);
            subtract(target, tau * along_row, &conjugate);
        });
        *h.at_mut(from, step) = front;
        for row in from + 1..size {
            *h.at_mut(row, step) = T::default();
        }
        reflectors.v.row_mut(step)[from..].copy_from_slice(&v);
        reflectors.taus.push(tau);
    }
    Form {
        h,
        z: reflectors.product(1),
    }
}
