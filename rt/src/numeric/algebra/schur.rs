//! The Schur form of a square matrix: QR steps with many shifts at once, whose work on the rest of the matrix is that of products of matrices.
//!
//! A chain of bulges goes down the diagonal, inside a small square, and what it does to the square is done to the rows and columns outside
//! together. Before that, a square at the end of the part is made triangular, which shows eigenvalues that are found already, and shifts.
//!
//! *Technique:* Braman, Byers and Mathias, "The multishift QR algorithm", parts I (small bulges) and II (aggressive early deflation, here without
//! exchanges of eigenvalues), SIAM Journal on Matrix Analysis and Applications 23, 2002.
//!
//! *Invariant:* A = Z T Zᴴ holds between the steps; T ends upper triangular, with squares of two rows for pairs of eigenvalues that are not real
//! where numbers are.

use crate::array::element::C64;
use crate::process::refusal::{collected, filled, with_room};

use super::bulges::{NOTHING, STUCK, Window, first_of_part, on_diagonal, unusual_shifts};
use super::dense::{Dense, EPSILON, Field};
use super::hessenberg::{self, Form};
use super::reflectors::reflector;

/// Parts of so many rows are made triangular at once.
const SMALL: usize = 64;
/// Rows of the square at the end of a part that is looked at for eigenvalues.
const AHEAD: usize = 48;
/// Bulges of a chain.
const CHAIN: usize = 12;
/// Rows from a bulge to the next one.
const APART: usize = 3;
/// Rows of the square in which a chain moves on.
const SQUARE: usize = 2 * APART * CHAIN + 8;
/// Rounds without an eigenvalue after which the matrix is given up.
const ROUNDS: usize = 300;
/// So many eigenvalues of a square ahead are enough to look at the next one without a chain of bulges.
const ENOUGH: usize = 8;

/// The Schur form of a square matrix; none if the steps do not come to an end.
pub(super) fn schur<T: Field>(matrix: Dense<T>) -> Option<Form<T>> {
    let mut schur = Schur {
        form: hessenberg::reduced(matrix),
    };
    schur.to_triangle()?;
    Some(schur.form)
}

struct Schur<T> {
    form: Form<T>,
}

/// What a square ahead has shown.
struct Ahead {
    /// How many eigenvalues are found.
    found: usize,
    /// The others, which are shifts.
    shifts: Vec<C64>,
}

impl<T: Field> Schur<T> {
    fn to_triangle(&mut self) -> Option<()> {
        let mut end = self.form.h.rows;
        let mut rounds = 0;
        while end > 0 {
            let last = end - 1;
            let first = first_of_part(&mut self.form.h, 0, last);
            if end - first <= SMALL {
                let mut window = self.window(first, end);
                window.to_triangle()?;
                self.apply(&window, first);
                end = first;
                rounds = 0;
                continue;
            }
            let ahead = self.look_ahead(first, end)?;
            end -= ahead.found;
            rounds = if ahead.found > 0 { 0 } else { rounds + 1 };
            if rounds > ROUNDS {
                return None;
            }
            if ahead.found < ENOUGH && end - first > SMALL {
                let shifts = match rounds % STUCK == STUCK - 1 {
                    true => copies_of(unusual_shifts(&self.form.h, end - 1)),
                    false => pairs_of::<T>(&ahead.shifts),
                };
                self.chain(first, end, &shifts);
            }
        }
        Some(())
    }

    /// The square of some rows and columns.
    fn window(&self, first: usize, end: usize) -> Window<T> {
        Window::of(self.form.h.part(first..end, first..end))
    }

    /// Puts a square back, and does to the rows and columns outside, and to Z, what was done to it.
    fn apply(&mut self, window: &Window<T>, first: usize) {
        let (count, size) = (window.t.rows, self.form.h.rows);
        let end = first + count;
        let Form { h, z } = &mut self.form;
        h.set_part(&window.t, first, first);
        let conjugate = window.u.clone().conjugated();
        let right = h.part(first..end, end..size);
        h.set_part(&conjugate.times(&right), first, end);
        let above = h.part(0..first, first..end);
        h.set_part(&above.times(&window.u.transposed()), 0, first);
        let rows = z.part(first..end, 0..size);
        z.set_part(&window.u.times(&rows), first, 0);
    }

    /// Makes a copy of the square at the end of a part triangular. The element on its left becomes a column then, a spike: where that is nothing
    /// beside the diagonal, from the end on, eigenvalues are found.
    fn look_ahead(&mut self, first: usize, end: usize) -> Option<Ahead> {
        let start = end - AHEAD;
        let mut window = self.window(start, end);
        window.to_triangle()?;
        let values = on_diagonal(&window.t);
        let left = match start > first {
            true => self.form.h.at(start, start - 1),
            false => T::default(),
        };
        let mut spike = collected((0..AHEAD).map(|row| left * window.u.at(row, 0).conj()));
        let mut kept = AHEAD;
        while kept > 0 {
            let rows = match kept > 1 && window.t.at(kept - 1, kept - 2) != T::default() {
                true => 2,
                false => 1,
            };
            let size = match values[kept - 1].modulus() {
                0.0 => left.modulus(),
                size => size,
            };
            let is_found = |row: &T| row.modulus() <= EPSILON * size + NOTHING;
            if !spike[kept - rows..kept].iter().all(is_found) {
                break;
            }
            kept -= rows;
        }
        let found = AHEAD - kept;
        if found > 0 {
            spike.truncate(kept);
            if let Some(front) = straighten(&mut window, spike) {
                *self.form.h.at_mut(start, start - 1) = front;
            } else if start > first {
                *self.form.h.at_mut(start, start - 1) = T::default();
            }
            self.apply(&window, start);
        }
        let mut shifts = values;
        shifts.truncate(kept);
        Some(Ahead { found, shifts })
    }

    /// Chases a chain of bulges down a part.
    fn chain(&mut self, first: usize, end: usize, shifts: &[[C64; 2]]) {
        let last = end - 1;
        // The column at which each bulge is; those that have left the part are at its last column but one.
        let mut places: Vec<Option<usize>> = filled(None, shifts.len());
        let mut start = first;
        while places.last().is_some_and(|place| *place != Some(last - 1)) {
            let stop = end.min(start + SQUARE);
            let mut window = self.window(start, stop);
            // A bulge touches the row four below its column, and stays behind the one before it.
            let mut limit = match stop == end {
                true => last - 1,
                false => stop - 1 - APART,
            };
            for (place, shifts) in places.iter_mut().zip(shifts) {
                let mut column = place.unwrap_or_else(|| {
                    window.begin(first - start, *shifts);
                    first
                });
                while column < limit {
                    window.chase(column - start, last - start);
                    column += 1;
                }
                *place = Some(column);
                limit = match column == last - 1 {
                    true => limit,
                    false => column - APART,
                };
            }
            self.apply(&window, start);
            start = places.last().copied().flatten().unwrap_or(start);
        }
    }
}

/// Makes a spike one element, and the rows and columns of a triangle that belong to it a Hessenberg form again; gives the element, if there is one.
fn straighten<T: Field>(window: &mut Window<T>, mut spike: Vec<T>) -> Option<T> {
    let kept = spike.len();
    if kept == 0 {
        return None;
    }
    let tau = reflector(&mut spike);
    let front = spike[0];
    spike[0] = T::from_real(1.0);
    window.reflect(0, &spike, tau);
    for column in 0..kept.saturating_sub(2) {
        let from = column + 1;
        let mut v = collected((from..kept).map(|row| window.t.at(row, column)));
        let tau = reflector(&mut v);
        let front = v[0];
        v[0] = T::from_real(1.0);
        window.reflect(from, &v, tau);
        *window.t.at_mut(from, column) = front;
        for row in from + 1..kept {
            *window.t.at_mut(row, column) = T::default();
        }
    }
    Some(front)
}

/// As many pairs as a chain has bulges, those at the end first: what is not real, where numbers are, beside its conjugate.
fn pairs_of<T: Field>(shifts: &[C64]) -> Vec<[C64; 2]> {
    let mut pairs = with_room(CHAIN);
    let mut single = None;
    let mut rest = shifts;
    while let [before @ .., shift] = rest
        && pairs.len() < CHAIN
    {
        rest = before;
        if !T::KIND.is_complex() && shift.im != 0.0 {
            pairs.push([shift.conj(), *shift]);
            rest = &before[..before.len() - 1];
            continue;
        }
        match single.take() {
            Some(other) => pairs.push([other, *shift]),
            None => single = Some(*shift),
        }
    }
    if let Some(shift) = single.filter(|_| pairs.is_empty()) {
        pairs.push([shift, shift]);
    }
    pairs
}

/// The same pair for all bulges of a chain.
fn copies_of(pair: [C64; 2]) -> Vec<[C64; 2]> {
    filled(pair, CHAIN)
}
