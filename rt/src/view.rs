//! A view: elements of an array picked by one offset table per dimension. Slices, transposition, tiling and shifts are all views.
//!
//! *Invariant:* the offset of a picked element is the sum of one entry per table; an element is left out when any of them is `OUTSIDE`.
//! Every offset so formed is inside the array the view was made for.

use quasar_abi::ElemKind;

use crate::access::OUTSIDE;
use crate::dims::Dims;
use crate::error::Raised;
use crate::object::{Array, release, retain};

/// Elements picked from an array.
#[derive(Debug)]
pub struct View {
    tables: Vec<Vec<i64>>,
}

impl View {
    /// From one table per dimension of the result.
    pub fn new(tables: Vec<Vec<i64>>) -> View {
        View { tables }
    }

    /// The result's dimensions.
    pub fn dims(&self) -> Dims {
        Dims::new(
            &self
                .tables
                .iter()
                .map(|table| table.len() as i64)
                .collect::<Vec<_>>(),
        )
    }

    /// Whether any picked element lies outside.
    fn is_partial(&self) -> bool {
        self.tables.iter().any(|table| table.contains(&OUTSIDE))
    }

    /// Visits the rows along the last dimension: the number of elements before the row, and the offset of the row's base, or `OUTSIDE`.
    fn visit_rows(&self, mut visit: impl FnMut(usize, i64)) {
        let (last, outer) = self.tables.split_last().expect("a view has a dimension");
        if self.tables.iter().any(Vec::is_empty) {
            return;
        }
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
            visit(done, if outside { OUTSIDE } else { entries().sum() });
            done += last.len();
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

    /// Visits the picked elements in order: position in the result, offset in the array or `OUTSIDE`.
    pub fn visit(&self, mut visit: impl FnMut(usize, i64)) {
        let last = self.tables.last().expect("a view has a dimension");
        self.visit_rows(|start, base| {
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
        let dims = self.dims();
        let kind = array.kind();
        let result = if self.is_partial() {
            Array::zeros(kind, dims)?
        } else {
            Array::uninit(kind, dims)?
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
        let last = self.tables.last().expect("a view has a dimension");
        let contiguous =
            last.first() != Some(&OUTSIDE) && last.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let (source, target) = (array.data().cast::<T>(), result.data().cast::<T>());
        self.visit_rows(|start, base| {
            if base == OUTSIDE {
                return;
            }
            // SAFETY: offsets of a view lie inside the array, positions inside the result, and the two do not overlap.
            unsafe {
                let target = target.add(start);
                if contiguous {
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

/// Stores a borrowed object pointer into an element of an object array.
///
/// # Safety
/// `object` is null or a live object of the array's kind.
pub unsafe fn replace_object(array: &Array, index: usize, object: *mut u8) {
    // SAFETY: by contract; the new object is retained before the old one goes, they may be the same.
    unsafe {
        retain(object);
        release(array.objects()[index].replace(object));
    }
}

/// The table that picks every index of a dimension.
pub fn whole_table(size: i64, stride: i64) -> Vec<i64> {
    (0..size).map(|index| index * stride).collect()
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
    fn empty_views_give_empty_arrays() {
        let array = Array::row(&[1.0f64]).expect("memory");
        let picked = View::new(vec![vec![0], vec![]])
            .read(&array)
            .expect("memory");
        assert_eq!(picked.dims(), Dims::row(0));
    }
}
