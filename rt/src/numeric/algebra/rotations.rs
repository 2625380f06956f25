//! Vectors that are rotated by pairs, many times: in narrow panels that stay in a cache while many rounds of rotations go over them.
//!
//! *Technique:* rotations are kept and applied together (Van Zee, van de Geijn and Quintana-Ortí, "Restructuring the tridiagonal and bidiagonal QR
//! algorithms for performance", ACM Transactions on Mathematical Software 40, 2014).
//!
//! *Invariant:* each element gets the rotations of its two vectors in the order in which they were given, whatever the number of threads.

use std::array::from_fn;

use crate::array::element::zeros;
use crate::process::refusal::push_to;
use crate::process::vectors::{Vectorised, in_vectors};
use crate::threads::pieces::for_each_piece;

use super::dense::{Dense, Field};

/// Real numbers of each vector in a panel.
const WIDTH: usize = 16;
/// Rotations for each vector that wait until they are applied together.
const WAITING: usize = 32;

/// A rotation of a vector and the next one: x becomes c x + s y, and y becomes c y - s x.
#[derive(Clone, Copy)]
pub(super) struct Rotation {
    pub(super) c: f64,
    pub(super) s: f64,
}

impl Rotation {
    /// The one that makes (f, g) to (r, 0), and r.
    pub(super) fn of(f: f64, g: f64) -> (Rotation, f64) {
        if g == 0.0 {
            return (Rotation { c: 1.0, s: 0.0 }, f);
        }
        let plain = f * f + g * g;
        let length = match plain > 1e-250 && plain < 1e250 {
            true => plain.sqrt(),
            false => f.hypot(g),
        };
        let r = length.copysign(f);
        let rotation = Rotation {
            c: f.abs() / length,
            s: g / r,
        };
        (rotation, r)
    }
}

/// Rotations of neighbouring vectors one after another.
struct Round {
    /// The first vector.
    first: usize,
    /// Whether they go towards the vectors before it.
    back: bool,
    rotations: Vec<Rotation>,
}

/// Vectors with the rotations that they have not had yet.
pub(super) struct Vectors {
    count: usize,
    /// Real numbers of a vector.
    length: usize,
    /// The parts of all vectors in one panel after those in the panel before.
    panels: Vec<f64>,
    waiting: Vec<Round>,
    rotations: usize,
}

impl Vectors {
    /// The rows of a matrix.
    pub(super) fn of<T: Field>(rows: &Dense<T>) -> Vectors {
        let (count, length) = (rows.rows, rows.columns * T::PARTS);
        let mut panels = zeros::<f64>(length.div_ceil(WIDTH) * count * WIDTH);
        for_each_piece(&mut panels, (count * WIDTH).max(1), |at, panel| {
            let first = at / count;
            for (row, target) in panel.chunks_exact_mut(WIDTH).enumerate() {
                let row = rows.row(row);
                for (index, place) in (first..length).zip(target) {
                    *place = row[index / T::PARTS].part(index % T::PARTS);
                }
            }
        });
        Vectors {
            count,
            length,
            panels,
            waiting: Vec::new(),
            rotations: 0,
        }
    }

    /// The vectors as rows, after all rotations.
    pub(super) fn rows<T: Field>(mut self) -> Dense<T> {
        self.apply();
        let mut rows = Dense::<T>::zeros(self.count, self.length / T::PARTS);
        let panel = self.count * WIDTH;
        rows.for_each_row(0, self.length, |row, target| {
            for (index, place) in target.iter_mut().enumerate() {
                let first = index * T::PARTS;
                let at = first / WIDTH * panel + row * WIDTH + first % WIDTH;
                *place = T::from_parts(&self.panels[at..at + T::PARTS]);
            }
        });
        rows
    }

    /// Rotates a vector and the next one, this one and the one behind it, and so on; or towards the vectors before it.
    pub(super) fn rotate(&mut self, first: usize, back: bool, rotations: Vec<Rotation>) {
        self.rotations += rotations.len();
        let round = Round {
            first,
            back,
            rotations,
        };
        push_to(&mut self.waiting, round);
        if self.rotations > WAITING * self.count {
            self.apply();
        }
    }

    fn apply(&mut self) {
        let rounds = &self.waiting;
        let length = (self.count * WIDTH).max(1);
        for_each_piece(&mut self.panels, length, |_, panel| {
            let mut rest = rounds.as_slice();
            while let [first, others @ ..] = rest {
                let second = others.first().filter(|second| second.follows(first));
                let rounds = [Some(first), second];
                in_vectors(OfPanel { panel, rounds });
                rest = &rest[rounds.iter().flatten().count()..];
            }
        });
        self.waiting.clear();
        self.rotations = 0;
    }
}

impl Round {
    /// Whether it goes the way of another one.
    fn follows(&self, other: &Round) -> bool {
        self.first == other.first && self.back == other.back
    }
}

/// The part of a vector in a panel.
type Part = [f64; WIDTH];

impl Rotation {
    #[inline(always)]
    fn turn(self, x: &mut Part, y: &Part) -> Part {
        let Rotation { c, s } = self;
        let turned = from_fn(|index| c * x[index] + s * y[index]);
        *x = from_fn(|index| c * y[index] - s * x[index]);
        turned
    }
}

/// A round for the vectors of a panel, and one that goes the same way, if there is one.
struct OfPanel<'a> {
    panel: &'a mut [f64],
    rounds: [Option<&'a Round>; 2],
}

impl Vectorised for OfPanel<'_> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let OfPanel { panel, rounds } = self;
        let vectors = panel.as_chunks_mut::<WIDTH>().0;
        match rounds {
            [Some(first), Some(second)] => {
                let both = together(vectors, first, second);
                alone(vectors, first, both);
                alone(vectors, second, both.saturating_sub(1));
            }
            [Some(round), None] | [None, Some(round)] => alone(vectors, round, 0),
            [None, None] => (),
        }
    }
}

/// The vector of a round's rotation; the next one is that of the next rotation.
#[inline(always)]
fn vector(round: &Round, number: usize) -> usize {
    match round.back {
        true => round.first - number,
        false => round.first + number,
    }
}

/// The rotations of a round from one on.
#[inline(always)]
fn alone(vectors: &mut [Part], round: &Round, done: usize) {
    let mut x = vectors[vector(round, done)];
    for (rotation, number) in round.rotations[done..].iter().zip(done..) {
        let y = vectors[vector(round, number + 1)];
        vectors[vector(round, number)] = rotation.turn(&mut x, &y);
    }
    vectors[vector(round, round.rotations.len())] = x;
}

/// The rotations that two rounds both have, each of the second right behind the next one of the first; of the second without the last.
#[inline(always)]
fn together(vectors: &mut [Part], first: &Round, second: &Round) -> usize {
    let both = first.rotations.len().min(second.rotations.len());
    let ([start, rotations @ ..], others) = (&first.rotations[..both], &second.rotations) else {
        return 0;
    };
    let mut x = vectors[vector(first, 0)];
    let mut other = start.turn(&mut x, &vectors[vector(first, 1)]);
    for (number, (rotation, behind)) in rotations.iter().zip(others).enumerate() {
        let y = vectors[vector(first, number + 2)];
        let turned = rotation.turn(&mut x, &y);
        vectors[vector(first, number)] = behind.turn(&mut other, &turned);
    }
    vectors[vector(first, both - 1)] = other;
    vectors[vector(first, both)] = x;
    both
}
