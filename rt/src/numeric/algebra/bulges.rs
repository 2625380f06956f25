//! QR steps with two implicit shifts on a small square of a Hessenberg matrix, which collects what the rest of the matrix needs.
//!
//! *Technique:* the double-shift step (Francis, "The QR transformation", The Computer Journal 4, 1961, 1962), also with complex numbers.
//!
//! *Invariant:* the square is Uᴴ A U of what it was in the beginning.

use crate::array::element::C64;
use crate::process::refusal::collected;
use crate::process::vectors::{Vectorised, in_vectors};

use super::dense::{Dense, EPSILON, Field, dot, subtract, weighted_sum};
use super::reflectors::reflector;

/// Steps for one eigenvalue after which the square is given up.
const STEPS: usize = 300;
/// After so many steps without success the shifts are chosen otherwise.
pub(super) const STUCK: usize = 10;
/// Elements up to this are nothing in a matrix of numbers around 1.
pub(super) const NOTHING: f64 = 1e-290;

/// A square of rows and columns around the diagonal of a matrix.
pub(super) struct Window<T> {
    pub(super) t: Dense<T>,
    /// The columns of U as rows.
    pub(super) u: Dense<T>,
}

/// I - tau v vᴴ of two or three elements; v begins with a one.
#[derive(Clone, Copy)]
struct Small<T> {
    tau: T,
    rest: [T; 2],
    count: usize,
}

impl<T: Field> Small<T> {
    /// The one whose adjoint makes x to (beta, 0, 0), and beta.
    fn of(x: &[T]) -> (Small<T>, T) {
        let mut v = [T::default(); 3];
        v[..x.len()].copy_from_slice(x);
        let tau = reflector(&mut v[..x.len()]);
        let small = Small {
            tau,
            rest: [v[1], v[2]],
            count: x.len(),
        };
        (small, v[0])
    }

    fn conj(self) -> Small<T> {
        Small {
            tau: self.tau.conj(),
            rest: self.rest.map(T::conj),
            ..self
        }
    }

    /// Each triple (a, b, c) of elements of the rows from one on, in the columns from one on, becomes what H makes of (a, b, c) as a row.
    fn turn_rows(self, matrix: &mut Dense<T>, row: usize, from: usize) {
        let columns = matrix.columns;
        let rows = &mut matrix.values[row * columns..(row + self.count) * columns];
        in_vectors(Turn {
            rows,
            columns,
            from,
            small: self,
        });
    }

    /// The same with each row of a matrix, the elements from `at` on.
    fn turn_columns(self, matrix: &mut Dense<T>, rows: usize, at: usize) {
        let [p, q] = self.rest;
        let columns = matrix.columns;
        for row in matrix.values.chunks_exact_mut(columns).take(rows) {
            if let [a, b, c] = &mut row[at..at + self.count] {
                let sum = self.tau * (*a + *b * p + *c * q);
                *a -= sum;
                *b -= sum * p.conj();
                *c -= sum * q.conj();
            } else if let [a, b] = &mut row[at..at + self.count] {
                let sum = self.tau * (*a + *b * p);
                *a -= sum;
                *b -= sum * p.conj();
            }
        }
    }
}

/// Turns rows.
struct Turn<'a, T> {
    rows: &'a mut [T],
    columns: usize,
    from: usize,
    small: Small<T>,
}

impl<T: Field> Vectorised for Turn<'_, T> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let Turn {
            rows,
            columns,
            from,
            small,
        } = self;
        let [p, q] = small.rest;
        let (first, rest) = rows.split_at_mut(columns);
        let (second, third) = rest.split_at_mut(columns);
        let pairs = first[from..].iter_mut().zip(&mut second[from..]);
        if third.is_empty() {
            for (a, b) in pairs {
                let sum = small.tau * (*a + *b * p);
                *a -= sum;
                *b -= sum * p.conj();
            }
            return;
        }
        for ((a, b), c) in pairs.zip(&mut third[from..]) {
            let sum = small.tau * (*a + *b * p + *c * q);
            *a -= sum;
            *b -= sum * p.conj();
            *c -= sum * q.conj();
        }
    }
}

impl<T: Field> Window<T> {
    pub(super) fn of(t: Dense<T>) -> Window<T> {
        let u = Dense::identity(t.rows);
        Window { t, u }
    }

    /// Applies a reflector to rows and columns; elements before column `from` of the rows, and behind row `last` of the columns, are zero.
    fn turn(&mut self, small: Small<T>, at: usize, from: usize, last: usize) {
        small.conj().turn_rows(&mut self.t, at, from);
        let rows = self.t.rows.min(last + 1);
        small.turn_columns(&mut self.t, rows, at);
        small.turn_rows(&mut self.u, at, 0);
    }

    /// Applies I - tau v vᴴ to the rows and columns from one on.
    pub(super) fn reflect(&mut self, from: usize, v: &[T], tau: T) {
        let conjugate = collected(v.iter().map(|value| value.conj()));
        let mut sum = weighted_sum(&self.t, from, 0, v);
        sum.iter_mut().for_each(|value| *value = value.conj());
        for (row, factor) in (from..).zip(v) {
            subtract(self.t.row_mut(row), tau.conj() * *factor, &sum);
        }
        for row in self.t.values.chunks_exact_mut(self.t.columns) {
            let target = &mut row[from..from + v.len()];
            let factor = tau * dot(target, v);
            subtract(target, factor, &conjugate);
        }
        let mut sum = weighted_sum(&self.u, from, 0, &conjugate);
        sum.iter_mut().for_each(|value| *value = value.conj());
        for (row, factor) in (from..).zip(&conjugate) {
            subtract(self.u.row_mut(row), tau * *factor, &sum);
        }
    }

    /// Begins a step with two shifts on the part that begins at a row and ends at or behind the third one.
    pub(super) fn begin(&mut self, first: usize, shifts: [C64; 2]) {
        let at = |row: usize, column: usize| self.t.at(first + row, first + column).to_complex();
        let [one, two] = shifts;
        let other = at(0, 0) - two;
        // The column of (A - one) (A - two), without products that vanish.
        let size = other.magnitude() + at(1, 0).magnitude();
        let size = if size == 0.0 { 1.0 } else { size };
        let below = at(1, 0) / size;
        let column = [
            (at(0, 0) - one) * (other / size) + at(0, 1) * below,
            below * ((at(0, 0) - one) + (at(1, 1) - two)),
            below * at(2, 1),
        ];
        let (small, _) = Small::of(&column.map(T::from_complex));
        self.turn(small, first, first, first + 3);
    }

    /// Moves what a step has made below the subdiagonal one column on, to the right of a column; the part ends at a row.
    pub(super) fn chase(&mut self, column: usize, last: usize) {
        let count = 3.min(last - column);
        let mut x = [T::default(); 3];
        for (row, place) in x[..count].iter_mut().enumerate() {
            *place = self.t.at(column + 1 + row, column);
        }
        let (small, beta) = Small::of(&x[..count]);
        let next = column + 1;
        *self.t.at_mut(next, column) = beta;
        for row in next + 1..next + count {
            *self.t.at_mut(row, column) = T::default();
        }
        self.turn(small, next, next, (next + 3).min(last));
    }

    /// Makes the square triangular, but for squares of two real rows whose eigenvalues are not real; none if the steps do not come to an end.
    pub(super) fn to_triangle(&mut self) -> Option<()> {
        let mut end = self.t.rows;
        let mut steps = 0;
        while end > 1 {
            let last = end - 1;
            let first = first_of_part(&mut self.t, 0, last);
            if first + 1 >= last {
                if first < last {
                    self.split(first);
                }
                end = first;
                steps = 0;
                continue;
            }
            steps += 1;
            if steps > STEPS {
                return None;
            }
            let shifts = match steps % STUCK == 0 {
                true => unusual_shifts(&self.t, last),
                false => pair(&self.t, last - 1),
            };
            self.begin(first, shifts);
            for column in first..last - 1 {
                self.chase(column, last);
            }
        }
        Some(())
    }

    /// Makes the square of two rows triangular if its eigenvalues are numbers of the field.
    fn split(&mut self, at: usize) {
        let [_, value] = pair(&self.t, at);
        if !T::KIND.is_complex() && value.im != 0.0 {
            return;
        }
        let value = T::from_complex(value);
        let [a, b] = [0, 1].map(|column| self.t.at(at, at + column));
        let [c, d] = [0, 1].map(|column| self.t.at(at + 1, at + column));
        // Of the two rows of A - value the greater one tells the eigenvector.
        let upper = b.magnitude() + (value - a).magnitude();
        let lower = c.magnitude() + (value - d).magnitude();
        let vector = match upper > lower {
            true => [b, value - a],
            false => [value - d, c],
        };
        let (small, _) = Small::of(&vector);
        self.turn(small, at, at, at + 1);
        *self.t.at_mut(at + 1, at) = T::default();
    }
}

/// Where the part that ends at `last` begins: behind the nearest subdiagonal element that is zero, or becomes so.
pub(super) fn first_of_part<T: Field>(t: &mut Dense<T>, first: usize, last: usize) -> usize {
    for row in (first + 1..=last).rev() {
        let around = t.at(row, row).magnitude() + t.at(row - 1, row - 1).magnitude();
        let below = t.at(row, row - 1).magnitude();
        if below <= EPSILON * around + NOTHING {
            *t.at_mut(row, row - 1) = T::default();
            return row;
        }
    }
    first
}

/// The eigenvalues of the square of two rows and columns, the one nearer to its last element behind the other one; those of real numbers are real
/// or conjugate to each other.
pub(super) fn pair<T: Field>(t: &Dense<T>, at: usize) -> [C64; 2] {
    let [a, b] = [0, 1].map(|column| t.at(at, at + column).to_complex());
    let [c, d] = [0, 1].map(|column| t.at(at + 1, at + column).to_complex());
    let half = (a - d) / 2.0;
    let size = [half, b, c]
        .map(C64::magnitude)
        .into_iter()
        .fold(0.0, f64::max);
    if size == 0.0 {
        return [d, d];
    }
    // Without products that vanish.
    let (half, b, c) = (half / size, b / size, c / size);
    let inside = half * half + b * c;
    if inside.im == 0.0 && inside.re < 0.0 && !T::KIND.is_complex() {
        let root = C64::new(0.0, (-inside.re).sqrt() * size);
        let middle = (a + d) / 2.0;
        return [middle + root, middle - root];
    }
    let root = inside.sqrt();
    let (plus, minus) = (half + root, half - root);
    let divisor = match plus.magnitude() > minus.magnitude() {
        true => plus,
        false => minus,
    };
    match divisor == C64::default() {
        true => [d, d],
        false => [d + divisor * size, d - (b * c).quotient(divisor) * size],
    }
}

/// Shifts where the usual ones lead nowhere.
pub(super) fn unusual_shifts<T: Field>(t: &Dense<T>, last: usize) -> [C64; 2] {
    let below = t.at(last, last - 1).modulus() + t.at(last - 1, last - 2).modulus();
    let middle = t.at(last, last).to_complex() + C64::new(0.75 * below, 0.0);
    let root = C64::new(0.0, 0.66 * below);
    [middle + root, middle - root]
}

/// The eigenvalues on the diagonal of a triangle with squares of two rows.
pub(super) fn on_diagonal<T: Field>(t: &Dense<T>) -> Vec<C64> {
    let mut values = collected((0..t.rows).map(|row| t.at(row, row).to_complex()));
    for row in 1..t.rows {
        if t.at(row, row - 1) != T::default() {
            let [one, other] = pair(t, row - 1);
            (values[row - 1], values[row]) = (one, other);
        }
    }
    values
}
