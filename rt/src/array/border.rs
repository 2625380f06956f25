//! Copies of arrays with a border, for launches whose windows reach far over it (`opt/loops/padding.rs` of the compiler).
//!
//! *Technique:* ghost cells (Ding and He, "A Ghost Cell Expansion Method for Reducing Communications in Solving PDE Problems", SC 2001);
//! `copyMakeBorder` of OpenCV and `padarray` of MATLAB make the same copies.
//!
//! *Invariant:* an element of the copy is the one that an access in the same mode reads at its place in the array.

use std::mem::MaybeUninit;

use quasar_abi::{BORDER_READS, Tagged};

use crate::array::boundary::{Access, OUTSIDE};
use crate::array::dims::Dims;
use crate::array::list::whole_numbers;
use crate::array::object::Array;
use crate::process::error::Raised;
use crate::process::refusal::{all_of, collected};
use crate::threads::pieces::for_each_piece;

/// A copy has at most so many elements.
const MOST_ELEMENTS: i64 = 1 << 24;
/// Windows reach so far at most.
const FARTHEST: i64 = 1 << 20;
/// Reads at the border that are worth a copy at all.
const FEWEST_READS: f64 = 32_768.0;
/// Bytes that a thread copies at a time.
const COPIED: usize = 1 << 17;

/// A dimension with a border.
struct Side {
    dimension: usize,
    /// The index of the copy's first element, and their number.
    first: i64,
    extent: i64,
    /// Positions from which windows reach outside, and all.
    outside: i64,
    positions: i64,
}

impl Side {
    /// From numbers of the list; none where they are beyond all measure or windows read nothing.
    fn new(numbers: &[i64], sizes: &[i64]) -> Option<Side> {
        let &[dimension, low, high, positions] = numbers else {
            unreachable!("a side has four numbers");
        };
        let near = -FARTHEST..=FARTHEST;
        if !near.contains(&low) || !near.contains(&high) || low > high || positions < 1 {
            return None;
        }
        let dimension = usize::try_from(dimension).expect("a dimension has a number");
        let above = positions + high - sizes[dimension];
        Some(Side {
            dimension,
            first: low,
            extent: positions + high - low,
            outside: ((-low).max(0) + above.max(0)).min(positions),
            positions,
        })
    }
}

pub(crate) fn array_bordered(array: &Array, mode: i32, list: &[Tagged]) -> Result<Array, Raised> {
    let numbers = whole_numbers(list)?;
    let (&[reads, rank], sides) = numbers
        .split_first_chunk()
        .expect("reads and their indices");
    match wanted(array, reads, rank as usize, sides) {
        Some((sizes, sides)) => bordered(array, &Access::new(mode, None), &sizes, &sides),
        None => Ok(array.clone()),
    }
}

/// The sizes by which the array is read, and the borders that a copy gets, if one pays.
fn wanted(array: &Array, reads: i64, rank: usize, sides: &[i64]) -> Option<(Vec<i64>, Vec<Side>)> {
    let dims = array.dims();
    let sizes = match rank {
        // One index goes through all elements.
        1 => vec![array.header().numel],
        _ if dims.count() > rank => return None,
        _ => collected((0..rank).map(|dim| dims.get(dim))),
    };
    let sides: Option<Vec<Side>> = sides
        .chunks(4)
        .map(|side| Side::new(side, &sizes))
        .collect();
    let sides = sides?;
    let mut copied = 1i64;
    for (dim, size) in sizes.iter().enumerate() {
        let side = sides.iter().find(|side| side.dimension == dim);
        copied = copied.checked_mul(side.map_or(*size, |side| side.extent))?;
    }
    let share = |side: &Side| side.outside as f64 / side.positions as f64;
    let at_border = reads as f64 * sides.iter().map(share).sum::<f64>();
    let pays = at_border >= copied as f64 * BORDER_READS as f64 && at_border >= FEWEST_READS;
    (array.numel() > 0 && copied <= MOST_ELEMENTS && pays).then_some((sizes, sides))
}

/// The copy.
fn bordered(
    array: &Array,
    access: &Access<'_>,
    sizes: &[i64],
    sides: &[Side],
) -> Result<Array, Raised> {
    let table = |(dim, &size): (usize, &i64)| {
        let side = sides.iter().find(|side| side.dimension == dim);
        let (first, extent) = side.map_or((0, size), |side| (side.first, side.extent));
        all_of((first..first + extent).map(|index| access.map(index, size, dim as i32)))
    };
    let tables: Vec<Vec<i64>> = all_of(sizes.iter().enumerate().map(table))?;
    let extents = collected(tables.iter().map(|table| table.len() as i64));
    let dims = match *extents {
        [count] => Dims::matrix(1, count),
        _ => Dims::new(&extents),
    };
    let result = Array::uninit(array.kind(), dims)?;
    let last = sides
        .iter()
        .map(|side| side.dimension)
        .max()
        .expect("there is a border");
    let unit: i64 = sizes[last + 1..].iter().product();
    // SAFETY: the array has so many bytes of elements, which no thread writes while an operation of the host reads it.
    let source = unsafe {
        let bytes = array.kind().size() * array.numel();
        std::slice::from_raw_parts(array.data().cast::<MaybeUninit<u8>>(), bytes)
    };
    let rows = Rows {
        source,
        outer: &tables[..last],
        sizes: &sizes[..last],
        row: sizes[last] as usize,
        inner: &tables[last],
        run: run(&tables[last]),
        unit: unit as usize * array.kind().size(),
    };
    let bytes = array.kind().size() * result.numel();
    // SAFETY: the array is new, its elements are so many bytes, and nobody else has it.
    let target =
        unsafe { std::slice::from_raw_parts_mut(result.data().cast::<MaybeUninit<u8>>(), bytes) };
    let row = rows.unit * rows.inner.len();
    let some = (COPIED / row).max(1);
    for_each_piece(target, row * some, |first, piece| {
        for (number, target) in piece.chunks_mut(row).enumerate() {
            rows.copy(first / row + number, target);
        }
    });
    Ok(result)
}

/// The entries of a table that are neighbours, the longest from the first index of the array on: from where, and how many.
fn run(table: &[i64]) -> (usize, usize) {
    let Some(from) = table.iter().position(|index| *index != OUTSIDE) else {
        return (table.len(), 0);
    };
    let zero = table
        .iter()
        .enumerate()
        .position(|(at, index)| *index == 0 && table.get(at + 1).is_none_or(|next| *next == 1));
    let from = zero.unwrap_or(from);
    let neighbours = table[from..].iter().zip(table[from]..);
    (
        from,
        neighbours
            .take_while(|(index, next)| **index == *next)
            .count(),
    )
}

/// The rows of a copy: the elements of its last dimension with a border, each with all dimensions behind it.
struct Rows<'a> {
    source: &'a [MaybeUninit<u8>],
    /// Of the dimensions before: where each index of the copy is in the array, and its size.
    outer: &'a [Vec<i64>],
    sizes: &'a [i64],
    /// The size of the last dimension with a border, and where each index of the copy is.
    row: usize,
    inner: &'a [i64],
    run: (usize, usize),
    /// Bytes of an element with all dimensions behind it.
    unit: usize,
}

impl Rows<'_> {
    /// Copies a row.
    fn copy(&self, number: usize, target: &mut [MaybeUninit<u8>]) {
        let Some(row) = self.source_row(number) else {
            target.fill(MaybeUninit::new(0));
            return;
        };
        let bytes = self.row * self.unit;
        let source = &self.source[row * bytes..(row + 1) * bytes];
        let (from, count) = self.run;
        let (before, rest) = target.split_at_mut(from * self.unit);
        let (run, behind) = rest.split_at_mut(count * self.unit);
        self.single(&self.inner[..from], source, before);
        if count > 0 {
            let first = self.inner[from] as usize * self.unit;
            run.copy_from_slice(&source[first..first + count * self.unit]);
        }
        self.single(&self.inner[from + count..], source, behind);
    }

    /// Copies elements one by one.
    fn single(&self, indices: &[i64], source: &[MaybeUninit<u8>], target: &mut [MaybeUninit<u8>]) {
        // Of the usual units the compiler knows the length: a call for four bytes takes longer than they do.
        match self.unit {
            1 => single_of::<1>(indices, source, target),
            4 => single_of::<4>(indices, source, target),
            8 => single_of::<8>(indices, source, target),
            12 => single_of::<12>(indices, source, target),
            unit => {
                for (index, target) in indices.iter().zip(target.chunks_mut(unit)) {
                    match usize::try_from(*index) {
                        Ok(index) => {
                            target.copy_from_slice(&source[index * unit..(index + 1) * unit]);
                        }
                        Err(_) => target.fill(MaybeUninit::new(0)),
                    }
                }
            }
        }
    }

    /// The row of the array that a row of the copy has; none outside of it.
    fn source_row(&self, number: usize) -> Option<usize> {
        let (mut row, mut rest, mut stride) = (0, number, 1);
        for (table, size) in self.outer.iter().zip(self.sizes).rev() {
            let index = table[rest % table.len()];
            rest /= table.len();
            row += usize::try_from(index).ok()? * stride;
            stride *= *size as usize;
        }
        Some(row)
    }
}

/// Copies elements of as many bytes one by one.
fn single_of<const UNIT: usize>(
    indices: &[i64],
    source: &[MaybeUninit<u8>],
    target: &mut [MaybeUninit<u8>],
) {
    let (source, target) = (
        source.as_chunks::<UNIT>().0,
        target.as_chunks_mut::<UNIT>().0,
    );
    for (index, target) in indices.iter().zip(target) {
        *target = match usize::try_from(*index) {
            Ok(index) => source[index],
            Err(_) => [MaybeUninit::new(0); UNIT],
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quasar_abi::AccessMode;

    fn numbers(values: &[i64]) -> Vec<Tagged> {
        values.iter().map(|value| Tagged::i64(*value)).collect()
    }

    fn counted(dims: Dims) -> Array {
        let count = dims.sizes().iter().product::<i64>() as i32;
        let values: Vec<i32> = (1..=count).collect();
        Array::from_elements(dims, &values).expect("memory")
    }

    /// Every element is the one that an access reads, for all modes and kinds of borders.
    #[test]
    fn elements_are_those_of_accesses() {
        for channels in [2, 3, 5] {
            check_elements(channels);
        }
    }

    fn check_elements(channels: i64) {
        let modes = [
            AccessMode::Safe,
            AccessMode::Circular,
            AccessMode::Mirror,
            AccessMode::Clamped,
        ];
        let (rows, columns) = (5, 7);
        let array = counted(Dims::new(&[rows, columns, channels]));
        let from = array.elements::<i32>();
        for mode in modes {
            for (low, high) in [(-2, 3), (-9, 20), (1, 1), (3, 9), (-8, -6)] {
                let list = [1 << 40, 3, 0, low, high, rows, 1, low - 1, high, columns];
                let copy = array_bordered(&array, mode as i32, &numbers(&list)).expect("a copy");
                let outside = low < 0 || high > 0 || low - 1 < 0;
                assert_eq!(copy.is_same(&array), !outside);
                if !outside {
                    continue;
                }
                let (m, n) = (rows + high - low, columns + high - low + 1);
                assert_eq!(copy.dims().sizes(), [m, n, channels]);
                let access = Access::new(mode as i32, None);
                for (at, found) in copy.elements::<i32>().iter().enumerate() {
                    let at = at as i64;
                    let (row, column, channel) =
                        (at / (n * channels), at / channels % n, at % channels);
                    let row = access
                        .map(row + low, rows, 0)
                        .expect("a mode without errors");
                    let column = access.map(column + low - 1, columns, 1).expect("the same");
                    let wanted = match row < 0 || column < 0 {
                        true => 0,
                        false => from[((row * columns + column) * channels + channel) as usize],
                    };
                    assert_eq!(*found, wanted, "{mode:?} {low}..{high} at {at}");
                }
            }
        }
    }

    #[test]
    fn one_index_goes_through_all_elements() {
        let array = counted(Dims::matrix(4, 1));
        let list = numbers(&[1 << 40, 1, 0, -1, 2, 4]);
        let copy = array_bordered(&array, AccessMode::Clamped as i32, &list).expect("a copy");
        assert_eq!(copy.elements::<i32>(), [1, 1, 2, 3, 4, 4, 4]);
    }

    /// The array itself where a copy would not pay, be too large, or have other dimensions.
    #[test]
    fn a_copy_is_made_where_it_pays() {
        let array = counted(Dims::matrix(40, 50));
        let itself = |list: &[i64]| {
            let result = array_bordered(&array, AccessMode::Clamped as i32, &numbers(list));
            result.expect("an array").is_same(&array)
        };
        // A border of two of fifty positions, for 2,160 elements.
        assert!(!itself(&[1_000_000, 2, 1, -2, 2, 50]));
        assert!(itself(&[40_000, 2, 1, -2, 2, 50]));
        assert!(itself(&[1_000_000, 2, 1, 0, 0, 50]));
        assert!(itself(&[1_000_000, 2, 1, 2, -2, 50]));
        assert!(itself(&[i64::MAX, 2, 1, -2, 1 << 19, 50]));
        assert!(itself(&[i64::MAX, 2, 1, i64::MIN, i64::MAX, 50]));
        assert!(itself(&[i64::MAX, 2, 1, -2, 2, 0]));
        let cube = counted(Dims::new(&[4, 5, 6]));
        let list = numbers(&[1 << 40, 2, 1, -2, 2, 5]);
        let result = array_bordered(&cube, AccessMode::Clamped as i32, &list).expect("an array");
        assert!(result.is_same(&cube));
    }
}
