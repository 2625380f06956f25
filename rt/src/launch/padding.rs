//! Copies of arrays whose rows lie so far apart that few of them are in a cache at a time, for the length of a launch (array padding).
//!
//! A panel of columns that the rows of a launch read again and again has to stay in the cache. Where the bytes of a row have a large power of
//! two in them, the elements of a column share few of its sets. In a copy with a cache line more in each row they share all of them. (Rivera
//! and Tseng, "Data Transformations for Eliminating Conflict Misses", PLDI 1998.)
//!
//! *Invariant:* positions read the same elements; behind the end of a row are zeros, which is what lies outside of an array, too.

use std::slice;

use quasar_abi::{ArrayHeader, ElemKind, KernelView};

use crate::array::dims::Dims;
use crate::array::object::Array;
use crate::processor::cache::cache_bytes;
use crate::threads::pieces::{PIECE, for_each_piece};

/// Places of a set of the cache, at least.
const WAYS: i64 = 8;
/// Bytes of a cache line, which each row has more.
const LINE: i64 = 64;

/// The copies of a launch; once dropped, the launch has its arrays again.
pub(super) struct Padded {
    /// The slots of the launch.
    block: *mut u64,
    /// The slots, what they had, and the copies.
    copies: Vec<(usize, u64, Array)>,
}

impl Padded {
    /// Gives a launch copies in the place of those arrays that have too few places in a cache. Where there is no memory, it keeps its arrays.
    ///
    /// # Safety
    /// The block is that of a launch of the kernel, and nobody else has it until the copies are dropped.
    pub(super) unsafe fn of(kernel: KernelView<'static>, block: *mut u64) -> Padded {
        let mut padded = Padded {
            block,
            copies: Vec::new(),
        };
        for slot in slots(kernel) {
            // SAFETY: the slots of arrays hold live ones.
            let array = unsafe { Array::borrow(*block.add(slot) as *mut u8) };
            if conflicts(array.header(), cache_bytes())
                && let Some(copy) = copied(&array)
            {
                // SAFETY: as the caller vouches.
                let before = unsafe { block.add(slot).replace(copy.as_ptr() as u64) };
                padded.copies.push((slot, before, copy));
            }
        }
        padded
    }
}

impl Drop for Padded {
    fn drop(&mut self) {
        for (slot, before, _) in &self.copies {
            // SAFETY: the launch has ended, and its block is still there.
            unsafe { *self.block.add(*slot) = *before };
        }
    }
}

/// The slots of arrays of which a launch may have copies.
fn slots(kernel: KernelView<'static>) -> impl Iterator<Item = usize> {
    let header = kernel.header();
    let (first, bits) = (header.rank as usize, header.may_be_padded);
    (0..i32::BITS as usize)
        .filter(move |number| bits >> number & 1 != 0)
        .map(move |number| first + number)
}

/// Whether so few lines of a column are in a cache at a time that it cannot have the column.
fn conflicts(header: &ArrayHeader, cache: i64) -> bool {
    let ndims = header.ndims as usize;
    let columns = header.dims[ndims - 1];
    let rows = header.numel / columns.max(1);
    let kind = ElemKind::from_code(header.elem).expect("an array has a known element kind");
    let bytes = columns * kind.size() as i64;
    let way = cache / WAYS;
    // Powers of two alone are in a way's bytes.
    let step = (1 << bytes.trailing_zeros().min(30)).min(way.max(1));
    ndims > 1 && bytes >= LINE && rows > way / step * WAYS / 2
}

/// A copy with a line more in each row.
fn copied(array: &Array) -> Option<Array> {
    let size = array.kind().size();
    let dims = array.dims();
    let last = dims.count() - 1;
    let row = dims.get(last) as usize * size;
    let mut wider = *dims.padded();
    wider[last] += LINE / size as i64;
    let own = row + LINE as usize;
    let copy = Array::uninit(array.kind(), Dims::new(&wider)).ok()?;
    let (from, to) = (array.header().data, copy.header().data);
    // SAFETY: the array lives, and its elements are on the host; nobody else has the copy.
    let (from, to) = unsafe {
        (
            slice::from_raw_parts(from, array.bytes()),
            slice::from_raw_parts_mut(to, copy.bytes()),
        )
    };
    let rows = (PIECE / own).max(1);
    for_each_piece(to, rows * own, |first, piece| {
        let sources = from.chunks_exact(row).skip(first / own);
        for (to, from) in piece.chunks_exact_mut(own).zip(sources) {
            let (to, rest) = to.split_at_mut(row);
            to.copy_from_slice(from);
            rest.fill(0);
        }
    });
    Some(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(rows: i64, columns: i64) -> Array {
        let values: Vec<f32> = (0..rows * columns).map(|k| k as f32).collect();
        Array::from_elements(Dims::matrix(rows, columns), &values).expect("memory")
    }

    #[test]
    fn rows_a_power_of_two_apart_conflict() {
        let conflict = |rows, columns| {
            let array = Array::uninit(ElemKind::F32, Dims::matrix(rows, columns));
            conflicts(array.expect("memory").header(), 2 << 20)
        };
        // Lines 4 KiB apart have 64 of 4,096 sets of 8 places each.
        assert!(conflict(1024, 1024) && conflict(257, 1024) && !conflict(256, 1024));
        assert!(conflict(2048, 2048) && conflict(600, 1024));
        assert!(!conflict(1024, 1000) && !conflict(900, 909) && !conflict(1024, 1040));
        assert!(!conflict(0, 1024) && !conflict(100_000, 8) && !conflict(1, 1 << 20));
    }

    #[test]
    fn a_copy_has_the_elements_and_zeros_behind_them() {
        let wide = copied(&array(300, 256)).expect("memory");
        assert_eq!(wide.dims(), Dims::matrix(300, 272));
        for (row, values) in wide.elements::<f32>().chunks(272).enumerate() {
            let mut expected: Vec<f32> = (0..256).map(|k| (256 * row + k) as f32).collect();
            expected.resize(272, 0.0);
            assert_eq!(values, expected);
        }
    }
}
