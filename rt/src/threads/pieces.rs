//! Data parallelism of the runtime itself: the same work for all pieces of an array, on all threads.
//!
//! *Invariant:* arrays are divided into pieces of a fixed size, so results do not depend on the number of threads.

use std::sync::{Mutex, PoisonError};

use crate::process::refusal::{collected, filled};
use crate::threads::pool;

/// Elements of a piece: long enough to be worth a claim, short enough to stay in a cache.
pub(crate) const PIECE: usize = 1 << 15;

/// Calls `work` with each piece of `length` elements of the slice and the index of its first element.
pub(crate) fn for_each_piece<T: Send>(
    values: &mut [T],
    length: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    all_pieces(values, length, &work);
}

/// Apart from the work, so that it is compiled once for a type of elements.
fn all_pieces<T: Send>(values: &mut [T], length: usize, work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    if values.len() <= length {
        if !values.is_empty() {
            work(0, values);
        }
        return;
    }
    // The locks only prove that no two threads have the same piece; nobody ever waits for one.
    let pieces = collected(values.chunks_mut(length).map(Mutex::new));
    pool::global().run(pieces.len(), &|number| {
        let mut piece = pieces[number]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        work(number * length, &mut piece);
    });
}

/// Sets every element to a function of its index.
pub(crate) fn fill<T: Send>(values: &mut [T], value: impl Fn(usize) -> T + Sync) {
    for_each_piece(values, PIECE, |first, piece| {
        for (index, place) in piece.iter_mut().enumerate() {
            *place = value(first + index);
        }
    });
}

/// The results of `work` for each piece, in order.
pub(crate) fn map_pieces<T: Sync, R: Copy + Send>(
    values: &[T],
    empty: R,
    work: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let pieces = collected(values.chunks(PIECE));
    let mut results = filled(empty, pieces.len());
    for_each_piece(&mut results, 1, |number, place| {
        place[0] = work(pieces[number])
    });
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_everything() {
        let mut values = vec![0usize; 3 * PIECE + 5];
        fill(&mut values, |index| index * 2);
        assert!(
            values
                .iter()
                .enumerate()
                .all(|(index, value)| *value == 2 * index)
        );
        let sums = map_pieces(&values, 0, |piece| piece.iter().sum::<usize>());
        assert_eq!(
            (sums.len(), sums.iter().sum::<usize>()),
            (4, values.iter().sum())
        );
        assert!(map_pieces(&[] as &[u8], 0, |_| 1).is_empty());
    }

    #[test]
    #[cfg(not(miri))]
    fn what_threads_are_refused_is_an_error_of_the_row() {
        use crate::process::refusal::caught;
        // So much is never there.
        const TOO_MUCH: usize = 1 << 50;
        for _ in 0..10 {
            let raised = caught(|| {
                for_each_piece(&mut [0u8; 64], 1, |number, _| {
                    if number % 2 == 1 {
                        drop(std::hint::black_box(filled(1u8, TOO_MUCH)));
                    }
                });
                Ok(())
            });
            assert!(raised.is_err_and(|raised| raised.message.contains("out of memory")));
        }
        let mut values = vec![0usize; 3 * PIECE];
        fill(&mut values, |index| index);
        assert_eq!(values[2 * PIECE + 1], 2 * PIECE + 1);
    }
}
