//! Singular values of square matrices that are not small: two diagonals by reflectors from both sides, then QR steps with implicit shifts.
//!
//! *Technique:* the reduction of Golub and Kahan, a panel of columns at a time (Dongarra, Sorensen and Hammarling, "Block reduction of matrices to
//! condensed forms for eigenvalue computations", Journal of Computational and Applied Mathematics 27, 1989), and the steps of Demmel and Kahan,
//! "Accurate singular values of bidiagonal matrices", SIAM Journal on Scientific and Statistical Computing 11, 1990.
//!
//! *Invariant:* A = U B Vᴴ between the steps, and the order of operations does not depend on the number of threads.

use crate::process::refusal::{collected, copied, with_room};

use super::dense::{Dense, EPSILON, Field, along, dot, subtract, weighted_sum};
use super::reflectors::{PANEL, Reflectors, reflector};
use super::rotations::{Rotation, Vectors};

/// Steps for each singular value after which the matrix is given up.
const STEPS: usize = 60;
/// An element that is so small beside its neighbours is nothing to them.
const TOLERANCE: f64 = 8.0 * EPSILON;

/// U and V as rows, and the singular values, in any order.
pub(super) struct Found<T> {
    pub(super) left: Dense<T>,
    pub(super) values: Vec<f64>,
    pub(super) right: Dense<T>,
}

/// The singular values of a square matrix and their vectors; none if the steps do not come to an end.
pub(super) fn singular<T: Field>(matrix: Dense<T>) -> Option<Found<T>> {
    let reduction = Reduction::of(matrix);
    let mut form = reduction.form();
    form.left = Some(Vectors::of(&reduction.left.product(0)));
    form.right = Some(Vectors::of(&reduction.right.product(1)));
    form.to_diagonal()?;
    let mut right = form.right?.rows::<T>();
    for (row, value) in form.diagonal.iter_mut().enumerate() {
        if value.is_sign_negative() {
            *value = -*value;
            let row = right.row_mut(row).iter_mut();
            row.for_each(|part| *part = -*part);
        }
    }
    Some(Found {
        left: form.left?.rows(),
        values: form.diagonal,
        right,
    })
}

/// The singular values alone, in any order; none if the steps do not come to an end.
pub(super) fn values<T: Field>(matrix: Dense<T>) -> Option<Vec<f64>> {
    let mut form = Reduction::of(matrix).form();
    form.to_diagonal()?;
    Some(collected(form.diagonal.iter().map(|value| value.abs())))
}

/// The reduction of a matrix A to Qᴴ A P, of which the diagonal and the one above it are not zero.
struct Reduction<T> {
    /// What the columns and rows that are done are not yet taken from.
    work: Dense<T>,
    diagonal: Vec<f64>,
    above: Vec<f64>,
    left: Reflectors<T>,
    right: Reflectors<T>,
}

/// The changes that wait in a panel: A - Σ v yᴴ - Σ x uᴴ is the matrix.
struct Panel<T> {
    start: usize,
    y: Dense<T>,
    x: Dense<T>,
}

impl<T: Field> Reduction<T> {
    fn of(work: Dense<T>) -> Reduction<T> {
        let size = work.rows;
        let mut reduction = Reduction {
            work,
            diagonal: with_room(size),
            above: with_room(size),
            left: Reflectors::none(size),
            right: Reflectors::none(size),
        };
        for start in (0..size).step_by(PANEL) {
            let end = (start + PANEL).min(size);
            let mut panel = Panel {
                start,
                y: Dense::zeros(end - start, size),
                x: Dense::zeros(end - start, size),
            };
            for step in start..end {
                reduction.shorten_column(&mut panel, step);
                if step + 1 < size {
                    reduction.shorten_row(&mut panel, step);
                }
            }
            reduction.bring_up_to_date(&panel, end);
        }
        reduction
    }

    /// Makes zeros below the diagonal.
    fn shorten_column(&mut self, panel: &mut Panel<T>, step: usize) {
        let size = self.work.rows;
        let mut v = collected((step..size).map(|row| self.work.at(row, step)));
        for (place, before) in (panel.start..step).enumerate() {
            let factor = panel.y.at(place, step).conj();
            subtract(&mut v, factor, &self.left.v.row(before)[step..]);
            let factor = self.right.v.at(before, step).conj();
            subtract(&mut v, factor, &panel.x.row(place)[step..]);
        }
        let tau = reflector(&mut v);
        self.diagonal.push(v[0].to_real());
        v[0] = T::from_real(1.0);
        // y = tau Aᴴ v of the matrix as it would be.
        let from = step + 1;
        let mut y = weighted_sum(&self.work, step, from, &v);
        for (place, before) in (panel.start..step).enumerate() {
            let factor = along(&self.left.v.row(before)[step..], &v);
            subtract(&mut y, factor, &panel.y.row(place)[from..]);
            let factor = along(&panel.x.row(place)[step..], &v);
            subtract(&mut y, factor, &self.right.v.row(before)[from..]);
        }
        let target = &mut panel.y.row_mut(step - panel.start)[from..];
        for (place, value) in target.iter_mut().zip(&y) {
            *place = tau * *value;
        }
        self.left.v.row_mut(step)[step..].copy_from_slice(&v);
        self.left.taus.push(tau);
    }

    /// Makes zeros behind the element above the diagonal.
    fn shorten_row(&mut self, panel: &mut Panel<T>, step: usize) {
        let (size, from) = (self.work.rows, step + 1);
        let own = step - panel.start;
        let mut u = collected(self.work.row(step)[from..].iter().map(|value| value.conj()));
        for (place, before) in (panel.start..=step).enumerate() {
            let factor = self.left.v.at(before, step).conj();
            subtract(&mut u, factor, &panel.y.row(place)[from..]);
            if before < step {
                let factor = panel.x.at(place, step).conj();
                subtract(&mut u, factor, &self.right.v.row(before)[from..]);
            }
        }
        let tau = reflector(&mut u);
        self.above.push(u[0].to_real());
        u[0] = T::from_real(1.0);
        // x = tau A u of the matrix as it would be.
        let mut x = Dense::<T>::zeros(size - from, 1);
        x.for_each_row(0, size - from, |row, place| {
            place[0] = dot(&self.work.row(from + row)[from..], &u);
        });
        let mut x = x.values;
        for (place, before) in (panel.start..=step).enumerate() {
            let factor = along(&panel.y.row(place)[from..], &u);
            subtract(&mut x, factor, &self.left.v.row(before)[from..]);
            if before < step {
                let factor = along(&self.right.v.row(before)[from..], &u);
                subtract(&mut x, factor, &panel.x.row(place)[from..]);
            }
        }
        let target = &mut panel.x.row_mut(own)[from..];
        for (place, value) in target.iter_mut().zip(&x) {
            *place = tau * *value;
        }
        self.right.v.row_mut(step)[from..].copy_from_slice(&u);
        self.right.taus.push(tau);
    }

    /// Takes the changes of a panel from the rows and columns behind it.
    fn bring_up_to_date(&mut self, panel: &Panel<T>, end: usize) {
        let size = self.work.rows;
        let steps = |reflectors: &Reflectors<T>| reflectors.v.part(panel.start..end, end..size);
        let here = |waiting: &Dense<T>| waiting.part(0..waiting.rows, end..size);
        let columns = steps(&self.left).above(&here(&panel.x));
        let rows = here(&panel.y).above(&steps(&self.right));
        let (columns, rows) = (columns.transposed(), rows.conjugated());
        self.work.subtract_product(&columns, &rows, end, end);
    }

    fn form(&self) -> Bidiagonal {
        Bidiagonal {
            diagonal: copied(&self.diagonal),
            above: copied(&self.above),
            left: None,
            right: None,
        }
    }
}

/// A real matrix of two diagonals, and the vectors that turn with it.
struct Bidiagonal {
    diagonal: Vec<f64>,
    above: Vec<f64>,
    left: Option<Vectors>,
    right: Option<Vectors>,
}

/// Rows and columns that hang together.
#[derive(Clone, Copy)]
struct Part {
    first: usize,
    last: usize,
    /// Whether the steps go from its end to its beginning, where small values gather.
    back: bool,
}

impl Bidiagonal {
    /// Makes zeros above the diagonal.
    fn to_diagonal(&mut self) -> Option<()> {
        let size = self.diagonal.len();
        let least = self.nothing();
        let mut part: Option<Part> = None;
        for _ in 0..STEPS * size {
            let Some((first, last)) = self.part(least) else {
                return Some(());
            };
            let inside = part.filter(|part| part.first <= first && last <= part.last);
            let back = match inside {
                Some(part) => part.back,
                None => self.diagonal[first].abs() < self.diagonal[last].abs(),
            };
            let next = Part { first, last, back };
            part = Some(next);
            self.step(next, least);
        }
        None
    }

    /// What is nothing to any of the singular values.
    fn nothing(&self) -> f64 {
        let size = self.diagonal.len();
        let mut way = self.diagonal.first().map_or(0.0, |value| value.abs());
        let mut least = way;
        for (value, above) in self.diagonal.iter().skip(1).zip(&self.above) {
            if least == 0.0 {
                break;
            }
            way = value.abs() * (way / (way + above.abs()));
            least = least.min(way);
        }
        let least = least / (size.max(1) as f64).sqrt();
        (TOLERANCE * least).max(f64::MIN_POSITIVE)
    }

    /// The last rows and columns that still hang together.
    fn part(&mut self, least: f64) -> Option<(usize, usize)> {
        for element in self.diagonal.iter_mut().chain(&mut self.above) {
            if element.abs() <= least {
                *element = 0.0;
            }
        }
        let last = self.above.iter().rposition(|above| *above != 0.0)? + 1;
        let zero = self.above[..last].iter().rposition(|above| *above == 0.0);
        Some((zero.map_or(0, |zero| zero + 1), last))
    }

    /// One step on a part, which is turned round if the steps go back: transposed, it has two diagonals again.
    fn step(&mut self, part: Part, least: f64) {
        let Part { first, last, back } = part;
        let mut diagonal = copied(&self.diagonal[first..=last]);
        let mut above = copied(&self.above[first..last]);
        if back {
            diagonal.reverse();
            above.reverse();
        }
        if let Some(shift) = shift_of(&diagonal, &mut above) {
            let turned = match shift == 0.0 {
                true => without_shift(&mut diagonal, &mut above),
                false => with_shift(&mut diagonal, &mut above, shift),
            };
            let (left, right) = match back {
                true => (turned.right, turned.left),
                false => (turned.left, turned.right),
            };
            let start = if back { last } else { first };
            for (vectors, rotations) in [(&mut self.left, left), (&mut self.right, right)] {
                if let Some(vectors) = vectors {
                    vectors.rotate(start, back, rotations);
                }
            }
        }
        if let Some(end) = above.last_mut().filter(|end| end.abs() <= least) {
            *end = 0.0;
        }
        if back {
            diagonal.reverse();
            above.reverse();
        }
        self.diagonal[first..=last].copy_from_slice(&diagonal);
        self.above[first..last].copy_from_slice(&above);
    }
}

/// Rotations of a step.
struct Turned {
    left: Vec<Rotation>,
    right: Vec<Rotation>,
}

/// The shift of the next step, 0 where one would cost the small values their digits; none if an element above the diagonal was nothing to its
/// neighbours and became zero.
fn shift_of(diagonal: &[f64], above: &mut [f64]) -> Option<f64> {
    let last = diagonal.len() - 1;
    if above[last - 1].abs() <= TOLERANCE * diagonal[last].abs() {
        above[last - 1] = 0.0;
        return None;
    }
    let mut way = diagonal[0].abs();
    let mut least = way;
    for (value, above) in diagonal[1..].iter().zip(above.iter_mut()) {
        if above.abs() <= TOLERANCE * way {
            *above = 0.0;
            return None;
        }
        way = value.abs() * (way / (way + above.abs()));
        least = least.min(way);
    }
    let greatest = diagonal.iter().chain(above.iter());
    let greatest = greatest.fold(0.0, |most: f64, value| most.max(value.abs()));
    let size = diagonal.len() as f64;
    if size * TOLERANCE * (least / greatest) <= EPSILON {
        return Some(0.0);
    }
    let shift = lesser_value(diagonal[last - 1], above[last - 1], diagonal[last]);
    let ratio = shift / diagonal[0].abs();
    Some(if ratio * ratio < EPSILON { 0.0 } else { shift })
}

/// The lesser singular value of [f g; 0 h].
fn lesser_value(f: f64, g: f64, h: f64) -> f64 {
    let (f, g, h) = (f.abs(), g.abs(), h.abs());
    let (least, most) = (f.min(h), f.max(h));
    if least == 0.0 {
        return 0.0;
    }
    let (sum, gap) = (1.0 + least / most, (most - least) / most);
    if g < most {
        let square = (g / most) * (g / most);
        return least * (2.0 / ((sum * sum + square).sqrt() + (gap * gap + square).sqrt()));
    }
    let ratio = most / g;
    if ratio == 0.0 {
        return least * most / g;
    }
    let (sum, gap) = (sum * ratio, gap * ratio);
    let length = (1.0 + sum * sum).sqrt() + (1.0 + gap * gap).sqrt();
    2.0 * (least / length) * ratio
}

/// A step without a shift, which keeps the digits of small elements.
fn without_shift(diagonal: &mut [f64], above: &mut [f64]) -> Turned {
    let last = diagonal.len() - 1;
    let (mut left, mut right) = (with_room(last), with_room(last));
    let (mut cosine, mut old) = (1.0, Rotation { c: 1.0, s: 0.0 });
    for index in 0..last {
        let (rotation, r) = Rotation::of(diagonal[index] * cosine, above[index]);
        if index > 0 {
            above[index - 1] = old.s * r;
        }
        (old, diagonal[index]) = Rotation::of(old.c * r, diagonal[index + 1] * rotation.s);
        cosine = rotation.c;
        right.push(rotation);
        left.push(old);
    }
    let end = diagonal[last] * cosine;
    diagonal[last] = end * old.c;
    above[last - 1] = end * old.s;
    Turned { left, right }
}

/// A step with a shift.
fn with_shift(diagonal: &mut [f64], above: &mut [f64], shift: f64) -> Turned {
    let last = diagonal.len() - 1;
    let (mut left, mut right) = (with_room(last), with_room(last));
    let front = diagonal[0];
    let mut f = (front.abs() - shift) * (1f64.copysign(front) + shift / front);
    let mut g = above[0];
    for index in 0..last {
        let (rotation, r) = Rotation::of(f, g);
        if index > 0 {
            above[index - 1] = r;
        }
        let Rotation { c, s } = rotation;
        let (d, e) = (diagonal[index], above[index]);
        f = c * d + s * e;
        above[index] = c * e - s * d;
        g = s * diagonal[index + 1];
        diagonal[index + 1] *= c;
        right.push(rotation);
        let (rotation, r) = Rotation::of(f, g);
        diagonal[index] = r;
        let Rotation { c, s } = rotation;
        let (d, e) = (diagonal[index + 1], above[index]);
        f = c * e + s * d;
        diagonal[index + 1] = c * d - s * e;
        if index + 1 < last {
            g = s * above[index + 1];
            above[index + 1] *= c;
        }
        left.push(rotation);
    }
    above[last - 1] = f;
    Turned { left, right }
}
