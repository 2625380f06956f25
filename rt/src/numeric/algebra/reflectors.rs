//! Householder's reflectors: single ones, and products of some of them that are applied as products of matrices.
//!
//! *Technique:* the compact form I - W T Wᴴ of a product of reflectors (Schreiber and Van Loan, "A storage-efficient WY representation for products
//! of Householder transformations", SIAM Journal on Scientific and Statistical Computing 10, 1989).
//!
//! *Invariant:* a reflector is I - tau v vᴴ, and v begins with a one; vectors that are reflected are rows.

use std::ops::Range;

use crate::process::refusal::{collected, with_room};

use super::dense::{Dense, Field, along, norm, subtract};

/// Reflectors that are applied together.
pub(super) const PANEL: usize = 32;

/// Vectors that are shorter than this are made longer by dividing by a power of two.
const TINY: f64 = 1e-280;
/// 2^-664
const DOWN: f64 = f64::from_bits((1023 - 664) << 52);

/// Replaces x by beta and the rest of v, so that Hᴴ x has beta at its front and zeros behind it; gives tau.
pub(super) fn reflector<T: Field>(x: &mut [T]) -> T {
    let front = x[0];
    let rest = norm(&x[1..]);
    if rest == 0.0 && front == T::from_real(front.to_real()) {
        return T::default();
    }
    let beta = -norm(&[front, T::from_real(rest)]).copysign(front.to_real());
    if beta.abs() < TINY {
        // Of numbers without all their digits the reflector would not be unitary.
        x.iter_mut().for_each(|value| *value = value.divided(DOWN));
        let tau = reflector(x);
        x[0] = x[0].divided(1.0 / DOWN);
        return tau;
    }
    let beta = T::from_real(beta);
    let divisor = front - beta;
    x[1..]
        .iter_mut()
        .for_each(|value| *value = value.quotient(divisor));
    x[0] = beta;
    (beta - front).quotient(beta)
}

/// Takes factor · v (vᴴ c) from each row c of some; v begins at element `from`.
pub(super) fn reflect<T: Field>(
    rows: &mut Dense<T>,
    which: Range<usize>,
    from: usize,
    v: &[T],
    factor: T,
) {
    rows.for_rows(which, 2 * v.len(), |_, row| {
        let along = along(v, &row[from..]);
        subtract(&mut row[from..], factor * along, v);
    });
}

/// A product H₁ H₂ … of reflectors.
pub(super) struct Block<T> {
    /// Their v as columns, conjugated.
    conjugate: Dense<T>,
    /// Tᵀ times their v as rows.
    applied: Dense<T>,
}

impl<T: Field> Block<T> {
    /// From their v as rows, and their taus; with its conjugate transpose instead, if that is wanted.
    pub(super) fn of(v: &Dense<T>, taus: &[T], adjoint: bool) -> Block<T> {
        let count = taus.len();
        let mut factor = Dense::<T>::zeros(count, count);
        for (step, tau) in taus.iter().enumerate() {
            let products = collected((0..step).map(|index| along(v.row(index), v.row(step))));
            for row in 0..step {
                let mut sum = T::default();
                for (inner, product) in products.iter().enumerate().skip(row) {
                    sum += factor.at(row, inner) * *product;
                }
                *factor.at_mut(row, step) = -(*tau * sum);
            }
            *factor.at_mut(step, step) = *tau;
        }
        let turned = match adjoint {
            true => {
                factor
                    .values
                    .iter_mut()
                    .for_each(|value| *value = value.conj());
                factor
            }
            false => factor.transposed(),
        };
        Block {
            conjugate: v.adjoint(),
            applied: turned.times(v),
        }
    }

    /// Applies it to the rows from `first` on, the parts from element `from` on, where the v begin.
    pub(super) fn apply(&self, rows: &mut Dense<T>, first: usize, from: usize) {
        let length = self.conjugate.rows;
        rows.for_slabs(first..rows.rows, |_, slab| {
            let part = slab.part(from..from + length);
            let change = part.times(&self.conjugate).times(&self.applied);
            slab.subtract(&change, from);
        });
    }
}

/// Reflectors one after another, the v as rows.
pub(super) struct Reflectors<T> {
    pub(super) v: Dense<T>,
    pub(super) taus: Vec<T>,
}

impl<T: Field> Reflectors<T> {
    /// None yet, of so many elements.
    pub(super) fn none(size: usize) -> Reflectors<T> {
        Reflectors {
            v: Dense::zeros(size, size),
            taus: with_room(size),
        }
    }

    /// The columns of their product as rows; the v of one begins so many elements behind its place.
    pub(super) fn product(&self, behind: usize) -> Dense<T> {
        let size = self.v.rows;
        let mut result = Dense::identity(size);
        for start in (0..self.taus.len()).step_by(PANEL).rev() {
            let end = (start + PANEL).min(self.taus.len());
            let from = start + behind;
            let v = self.v.part(start..end, from..size);
            Block::of(&v, &self.taus[start..end], false).apply(&mut result, from, from);
        }
        result
    }
}
