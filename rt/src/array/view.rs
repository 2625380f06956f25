//! A view: elements of an array picked by one offset table per dimension. Slices, transposition, tiling and shifts are all views.
//!
//! *Invariant:* the offset of a picked element is the sum of one entry per table; an element is left out when any of them is `OUTSIDE`.
//! Every offset so formed is inside the array the view was made for.

use quasar_abi::ElemKind;

use crate::array::boundary::OUTSIDE;
use crate::array::dims::Dims;
use crate::array::object::{Array, release, retain};
use crate::process::error::Raised;
use crate::process::refusal::collected;
use crate::threads::pieces::PIECE;
use crate::threads::pool;

/// Elements picked from an array.
#[derive(Debug)]
pub struct View {
    dims: Dims,
    /// The offset that all picked elements share.
    base: i64,
    /// The tables that have more than one entry (or only `OUTSIDE`), at least one.
    tables: Vec<Vec<i64>>,
}

/// Rows and columns of the tiles in which columns become rows: their elements stay in the nearest cache.
const TILE: usize = 32;
/// Columns of a tile whose addresses stay in registers.
const BLOCK: usize = 8;

impl View {
    /// From one table per dimension of the result.
    pub fn new(tables: Vec<Vec<i64>>) -> View {
        let dims = Dims::new(
            &tables
                .iter()
                .map(|table| table.len() as i64)
                .collect::<Vec<_>>(),
        );
        let mut view = View {
            dims,
            base: 0,
            tables: Vec::with_capacity(tables.len()),
        };
        for table in tables {
            match table.as_slice() {
                [entry] if *entry != OUTSIDE => view.base += entry,
                _ => view.tables.push(table),
            }
        }
        if view.tables.is_empty() {
            view.tables.push(vec![0]);
        }
        view
    }

    /// The result's dimensions.
    pub fn dims(&self) -> Dims {
        self.dims
    }

    /// Whether any picked element lies outside.
    fn is_partial(&self) -> bool {
        self.tables.iter().any(|table| table.contains(&OUTSIDE))
    }

    /// Visits the parts that `outer`, the first of the tables, divides the view into: the number of elements before the part, and the
    /// offset of the part's base, or `OUTSIDE`.
    fn visit_parts(&self, outer: &[Vec<i64>], mut visit: impl FnMut(usize, i64)) {
        if self.tables.iter().any(Vec::is_empty) {
            return;
        }
        let elements: usize = self.tables[outer.len()..].iter().map(Vec::len).product();
        let mut indices = vec![0usize; outer.len()];
        let mut done = 0;
        loop {
            let entries = || {
                outer
                    .iter()
                    .zip(&indices)
                    .map(|(table, index)| table[*index])
            };
            let outside = entries().any(|entry| entry == OUTSIDE);
            visit(
                done,
                if outside {
                    OUTSIDE
                } else {
                    self.base + entries().sum::<i64>()
                },
            );
            done += elements;
            let Some(dim) = (0..outer.len())
                .rev()
                .find(|dim| indices[*dim] + 1 < outer[*dim].len())
            else {
                return;
            };
            indices[dim] += 1;
            indices[dim + 1..].fill(0);
        }
    }

    /// The last table and those before it.
    fn split_last(&self) -> (&[i64], &[Vec<i64>]) {
        let (last, outer) = self.tables.split_last().expect("a view has a table");
        (last, outer)
    }

    /// Visits the picked elements in order: position in the result, offset in the array or `OUTSIDE`.
    pub fn visit(&self, mut visit: impl FnMut(usize, i64)) {
        let (last, outer) = self.split_last();
        self.visit_parts(outer, |start, base| {
            for (index, entry) in last.iter().enumerate() {
                let outside = base == OUTSIDE || *entry == OUTSIDE;
                visit(start + index, if outside { OUTSIDE } else { base + entry });
            }
        });
    }

    /// A new array with the picked elements; zeros for those outside.
    ///
    /// # Errors
    /// No memory, or too many elements.
    pub fn read(&self, array: &Array) -> Result<Array, Raised> {
        let kind = array.kind();
        let result = if self.is_partial() {
            Array::zeros(kind, self.dims)?
        } else {
            Array::uninit(kind, self.dims)?
        };
        match kind.size() {
            1 => self.copy_out::<u8>(array, &result),
            2 => self.copy_out::<u16>(array, &result),
            4 => self.copy_out::<u32>(array, &result),
            8 => self.copy_out::<u64>(array, &result),
            _ => self.copy_out::<u128>(array, &result),
        }
        result.retain_elements();
        Ok(result)
    }

    /// Copies the bits of elements, `T` having their size.
    fn copy_out<T: Copy>(&self, array: &Array, result: &Array) {
        let (source, target) = (array.data().cast::<T>(), result.data().cast::<T>());
        // SAFETY: offsets of a view lie inside the array, positions inside the result, and the two do not overlap.
        unsafe {
            match self.tables.as_slice() {
                [outer @ .., rows, columns]
                    if is_run(rows) && !is_run(columns) && !self.is_partial() =>
                {
                    let shared = Shared(source, target);
                    self.visit_parts(outer, |start, base| {
                        shared.copy_tiles(base as usize, start, rows, columns);
                    });
                }
                _ => self.copy_rows(source, target),
            }
        }
    }

    /// Copies row by row.
    ///
    /// # Safety
    /// The view was made for the array at `source`; `target` has room for all picked elements.
    unsafe fn copy_rows<T: Copy>(&self, source: *const T, target: *mut T) {
        let (last, outer) = self.split_last();
        let run = is_run(last);
        self.visit_parts(outer, |start, base| {
            if base == OUTSIDE {
                return;
            }
            // SAFETY: the caller vouches that the view was made for the array at `source`, so every offset of its tables lies inside, and
            // that `target` has room for all parts.
            unsafe {
                let target = target.add(start);
                if run {
                    std::ptr::copy_nonoverlapping(
                        source.add((base + last[0]) as usize),
                        target,
                        last.len(),
                    );
                    return;
                }
                for (index, entry) in last.iter().enumerate() {
                    if *entry != OUTSIDE {
                        *target.add(index) = *source.add((base + entry) as usize);
                    }
                }
            }
        });
    }

    /// Stores elements of the same kind into the picked places, in order; a single element goes everywhere. Places outside are skipped.
    pub fn write(&self, array: &Array, source: &Array) {
        debug_assert_eq!(array.kind(), source.kind(), "the caller converts");
        debug_assert!(!array.is_same(source), "the caller copies");
        match array.kind().size() {
            _ if array.kind().is_object() => self.write_objects(array, source),
            1 => self.copy_in::<u8>(array, source),
            2 => self.copy_in::<u16>(array, source),
            4 => self.copy_in::<u32>(array, source),
            8 => self.copy_in::<u64>(array, source),
            _ => self.copy_in::<u128>(array, source),
        }
    }

    fn copy_in<T: Copy>(&self, array: &Array, source: &Array) {
        let step = usize::from(source.numel() > 1);
        let (target, source) = (array.data().cast::<T>(), source.data().cast::<T>());
        self.visit(|position, offset| {
            if offset != OUTSIDE {
                // SAFETY: offsets of a view lie inside the array; the source has as many elements as the view, or one.
                unsafe { *target.add(offset as usize) = *source.add(position * step) }
            }
        });
    }

    fn write_objects(&self, array: &Array, source: &Array) {
        let step = usize::from(source.numel() > 1);
        self.visit(|position, offset| {
            if offset != OUTSIDE {
                // SAFETY: object arrays hold live objects or null.
                unsafe {
                    replace_object(
                        array,
                        offset as usize,
                        source.objects()[position * step].get(),
                    )
                }
            }
        });
    }
}

/// Whether a table picks neighbours.
fn is_run(table: &[i64]) -> bool {
    table.first() != Some(&OUTSIDE) && table.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

/// Rows that one thread copies at a time.
const SHARED_ROWS: usize = 8 * TILE;

/// Source and target of a copy that threads share.
struct Shared<T>(*const T, *mut T);

// SAFETY: threads read the source and write different elements of the target.
unsafe impl<T> Sync for Shared<T> {}

impl<T: Copy> Shared<T> {
    /// Copies rows×columns elements from one offset to another, where the rows are neighbours in the source and the columns in the target.
    ///
    /// # Safety
    /// The sums of the offset and one entry of each table lie inside the source; the target has room for all, and no other copy is there.
    unsafe fn copy_tiles(&self, from: usize, to: usize, rows: &[i64], columns: &[i64]) {
        // SAFETY: the caller vouches that the offsets of both lie inside the source and the target.
        let (source, target) = unsafe { (self.0.add(from), self.1.add(to)) };
        let whole = Shared(source, target);
        let groups = rows.len().div_ceil(SHARED_ROWS);
        let copy = |group: usize| {
            let first = group * SHARED_ROWS;
            let rows = &rows[first..rows.len().min(first + SHARED_ROWS)];
            let whole = &whole;
            // SAFETY: the caller vouches for the tables and the room of the whole; the groups have different rows of the target.
            unsafe { copy_tiles(whole.0, whole.1.add(first * columns.len()), rows, columns) };
        };
        match rows.len() * columns.len() > PIECE {
            true => pool::global().run(groups, &copy),
            false => (0..groups).for_each(copy),
        }
    }
}

/// Copies rows×columns elements, where the rows are neighbours in the source and the columns in the target.
///
/// # Safety
/// The sums of one entry of each table lie inside the source; `target` has room for all.
unsafe fn copy_tiles<T: Copy>(source: *const T, target: *mut T, rows: &[i64], columns: &[i64]) {
    for (row_tile, row_entries) in rows.chunks(TILE).enumerate() {
        for (column_tile, column_entries) in columns.chunks(BLOCK).enumerate() {
            let to = row_tile * TILE * columns.len() + column_tile * BLOCK;
            // SAFETY: the caller vouches that sums of one entry of each table lie inside the source, and for room for rows×columns; a tile
            // is a part of both.
            unsafe {
                match <&[i64; BLOCK]>::try_from(column_entries) {
                    Ok(entries) => {
                        let source = source.offset(row_entries[0] as isize);
                        copy_block(
                            source,
                            target.add(to),
                            row_entries.len(),
                            entries,
                            columns.len(),
                        );
                    }
                    Err(_) => {
                        for (row, row_entry) in row_entries.iter().enumerate() {
                            for (column, column_entry) in column_entries.iter().enumerate() {
                                *target.add(to + row * columns.len() + column) =
                                    *source.add((row_entry + column_entry) as usize);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Copies the columns of a block, for some rows that are neighbours in the source.
///
/// # Safety
/// As for [`copy_tiles`]; `stride` is the distance of rows in the target.
unsafe fn copy_block<T: Copy>(
    source: *const T,
    target: *mut T,
    rows: usize,
    columns: &[i64; BLOCK],
    stride: usize,
) {
    // SAFETY: the caller passes a part of what `copy_tiles` was promised: rows and columns of one tile, within source and target.
    unsafe {
        let columns = columns.map(|entry| source.offset(entry as isize));
        for row in 0..rows {
            let target = target.add(row * stride);
            for (column, source) in columns.iter().enumerate() {
                *target.add(column) = *source.add(row);
            }
        }
    }
}

/// Stores a borrowed object pointer into an element of an object array.
///
/// # Safety
/// `object` is null or a live object of the array's kind.
pub unsafe fn replace_object(array: &Array, index: usize, object: *mut u8) {
    // SAFETY: the caller vouches for null or a live object of the array's kind; it is retained before the old one goes, they may be the
    // same.
    unsafe {
        retain(object);
        release(array.objects()[index].replace(object));
    }
}

/// The table that picks every index of a dimension.
pub fn whole_table(size: i64, stride: i64) -> Vec<i64> {
    collected((0..size).map(|index| index * stride))
}

/// A new array with other dimensions and the same elements in row-major order.
///
/// # Errors
/// No memory.
///
/// # Panics
/// When the numbers of elements differ.
pub fn with_dims(array: &Array, dims: Dims) -> Result<Array, Raised> {
    let result = Array::uninit(array.kind(), dims)?;
    assert_eq!(
        result.numel(),
        array.numel(),
        "the caller compares the numbers of elements"
    );
    // SAFETY: both have that many bytes and do not overlap.
    unsafe {
        std::ptr::copy_nonoverlapping(
            array.data(),
            result.data(),
            array.numel() * array.kind().size(),
        )
    };
    result.retain_elements();
    Ok(result)
}

/// Whether elements of the kind are numbers.
pub fn is_number(kind: ElemKind) -> bool {
    kind.is_integer() || kind.is_float() || kind.is_complex()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_by_tables() {
        let array =
            Array::from_elements(Dims::matrix(2, 3), &[1i16, 2, 3, 4, 5, 6]).expect("memory");
        let view = View::new(vec![vec![3, 0], vec![2, OUTSIDE, 0]]);
        let picked = view.read(&array).expect("memory");
        assert_eq!(
            (picked.dims(), picked.elements::<i16>()),
            (Dims::matrix(2, 3), &[6, 0, 4, 3, 0, 1][..])
        );
        view.write(&array, &Array::row(&[9i16]).expect("memory"));
        assert_eq!(array.elements::<i16>(), [9, 2, 9, 9, 5, 9]);
    }

    #[test]
    fn contiguous_rows_are_copied_whole() {
        let array = Array::from_elements(Dims::matrix(3, 3), &[1u8, 2, 3, 4, 5, 6, 7, 8, 9])
            .expect("memory");
        let picked = View::new(vec![vec![3, 6], vec![1, 2]])
            .read(&array)
            .expect("memory");
        assert_eq!(picked.elements::<u8>(), [5, 6, 8, 9]);
    }

    #[test]
    fn tiles_cover_everything() {
        transposed(70, 45);
        // Enough for several threads, with rows and columns that fill no tile.
        transposed(531, 83);
    }

    fn transposed(rows: i32, columns: i32) {
        let values: Vec<i32> = (0..2 * rows * columns).collect();
        let array = Array::from_elements(
            Dims::new(&[2, i64::from(rows), i64::from(columns)]),
            &values,
        )
        .expect("memory");
        let (rows, columns) = (i64::from(rows), i64::from(columns));
        let swapped = View::new(vec![
            whole_table(2, rows * columns),
            whole_table(columns, 1),
            whole_table(rows, columns),
        ]);
        let swapped = swapped.read(&array).expect("memory");
        let mut expected = Vec::new();
        swapped_order(2, rows, columns, |offset| expected.push(values[offset]));
        assert_eq!(swapped.elements::<i32>(), expected);
    }

    /// The offsets of the elements when the last two dimensions are swapped.
    fn swapped_order(count: i64, rows: i64, columns: i64, mut visit: impl FnMut(usize)) {
        for part in 0..count {
            for column in 0..columns {
                (0..rows).for_each(|row| {
                    visit((part * rows * columns + row * columns + column) as usize)
                });
            }
        }
    }

    #[test]
    fn empty_views_give_empty_arrays() {
        let array = Array::row(&[1.0f64]).expect("memory");
        let picked = View::new(vec![vec![0], vec![]])
            .read(&array)
            .expect("memory");
        assert_eq!(picked.dims(), Dims::row(0));
    }
}
