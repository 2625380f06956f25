//! Folds: numbers combined to one, on all threads and in all lanes of a vector.
//!
//! *Invariant:* the order of operations depends on sizes alone: pieces of a fixed size on any number of threads, in each sixteen
//! interleaved partial results, all combined pairwise.

use quasar_abi::ElemKind;

use crate::array::element::Element;
use crate::process::vectors::{Vectorised, in_vectors};
use crate::threads::pieces;

/// Interleaved partial results.
pub(super) const LANES: usize = 16;

/// Folds piece by piece and combines the pieces' results pairwise, neighbours first.
pub(super) fn fold<T: Element, A: Copy + Send + Sync>(
    values: &[T],
    start: A,
    step: impl Fn(A, T) -> A + Sync,
    combine: impl Fn(A, A) -> A + Sync,
) -> A {
    if values.len() <= pieces::PIECE {
        return fold_piece(values, start, &step, &combine);
    }
    let partials = pieces::map_pieces(values, start, |piece| {
        fold_piece(piece, start, &step, &combine)
    });
    combine_pairwise(partials, start, &combine)
}

/// Combines neighbours until one value is left.
pub(super) fn combine_pairwise<A: Copy>(
    mut partials: Vec<A>,
    start: A,
    combine: &impl Fn(A, A) -> A,
) -> A {
    while partials.len() > 1 {
        let pairs = partials.len().div_ceil(2);
        for pair in 0..pairs {
            let both = &partials[2 * pair..partials.len().min(2 * pair + 2)];
            partials[pair] = both.iter().copied().reduce(combine).unwrap_or(start);
        }
        partials.truncate(pairs);
    }
    partials.first().copied().unwrap_or(start)
}

/// Folds in `LANES` interleaved sequences and combines those pairwise; floats in the widest vectors that the machine has.
pub(super) fn fold_piece<T: Element, A: Copy>(
    values: &[T],
    start: A,
    step: &impl Fn(A, T) -> A,
    combine: &impl Fn(A, A) -> A,
) -> A {
    let fold = FoldPiece {
        values,
        start,
        step,
        combine,
    };
    match T::KIND {
        ElemKind::F32 | ElemKind::F64 => in_vectors(fold),
        _ => fold.run(),
    }
}

struct FoldPiece<'a, T, A, S, C> {
    values: &'a [T],
    start: A,
    step: &'a S,
    combine: &'a C,
}

impl<T: Copy, A: Copy, S: Fn(A, T) -> A, C: Fn(A, A) -> A> Vectorised
    for FoldPiece<'_, T, A, S, C>
{
    type Result = A;

    #[inline(always)]
    fn run(self) -> A {
        let mut lanes = [self.start; LANES];
        let chunks = self.values.chunks_exact(LANES);
        let rest = chunks.remainder();
        for chunk in chunks {
            for (lane, value) in lanes.iter_mut().zip(chunk) {
                *lane = (self.step)(*lane, *value);
            }
        }
        for (lane, value) in lanes.iter_mut().zip(rest) {
            *lane = (self.step)(*lane, *value);
        }
        halved(lanes, self.combine)
    }
}

/// Combines the halves of interleaved partial results until one is left.
#[inline(always)]
pub(super) fn halved<A: Copy, const LANES: usize>(
    mut lanes: [A; LANES],
    combine: impl Fn(A, A) -> A,
) -> A {
    let mut width = LANES;
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            lanes[lane] = combine(lanes[lane], lanes[lane + width]);
        }
    }
    lanes[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums that depend on the order of their operations.
    #[test]
    fn vectors_of_any_width_give_the_same_bits() {
        let values: Vec<f32> = (1..1000).map(|k| 1.0 / k as f32).collect();
        let add = |total: f64, value: f32| total + f64::from(value) * 1e-3;
        let fold = || FoldPiece {
            values: &values,
            start: 0.0,
            step: &add,
            combine: &|a: f64, b: f64| a + b,
        };
        assert_eq!(in_vectors(fold()).to_bits(), fold().run().to_bits());
    }
}
