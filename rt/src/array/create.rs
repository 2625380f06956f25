//! Rows that make arrays.
//!
//! *Invariant:* values are stored as the kind's conversion says (see `element`); counts and sizes are checked before memory is asked for.

use std::collections::BTreeMap;

use quasar_abi::{ElemKind, Fill, Tagged};

use crate::array::convert::{converted, no_number};
use crate::array::dims::Dims;
use crate::array::element::{Element, with_element};
use crate::array::hooks;
use crate::array::list::{self, Item, items};
use crate::array::object::Array;
use crate::array::view::{replace_object, with_dims};
use crate::process::error::Raised;
use crate::process::refusal::collected;

/// The element kind behind a row's parameter.
///
/// # Panics
/// When the code is none of [`ElemKind`].
pub(crate) fn kind_of(code: i32) -> ElemKind {
    ElemKind::from_code(code).expect("a known element kind")
}

pub(crate) fn array_new(kind: i32, fill: i32, dims: &[Tagged]) -> Result<Array, Raised> {
    let dims = list::dims("array", dims)?;
    match Fill::from_code(fill).expect("a known fill") {
        Fill::Zeros => {
            let array = Array::zeros(kind_of(kind), dims)?;
            hooks::is_new(array.header(), true);
            Ok(array)
        }
        Fill::Uninit => unspecified(kind_of(kind), dims),
        Fill::Ones => filled(kind_of(kind), dims, &Item::Int(1)),
    }
}

pub(crate) fn array_reuse(kind: i32, old: *mut u8, dims: &[Tagged]) -> Result<Array, Raised> {
    let dims = list::dims("array", dims)?;
    // SAFETY: the row promises null or a live array.
    let old = unsafe { Array::with_one_owner(old) };
    match old.filter(|old| old.kind() == kind_of(kind) && old.dims() == dims) {
        Some(old) => Ok(old),
        None => unspecified(kind_of(kind), dims),
    }
}

/// A new array for code of the program, which writes its elements.
fn unspecified(kind: ElemKind, dims: Dims) -> Result<Array, Raised> {
    let array = Array::uninit(kind, dims)?;
    hooks::is_new(array.header(), false);
    Ok(array)
}

/// A new array with the same value everywhere.
fn filled(kind: ElemKind, dims: Dims, value: &Item) -> Result<Array, Raised> {
    let array = Array::uninit(kind, dims)?;
    fill(&array, value)?;
    Ok(array)
}

/// Stores a value in every element.
pub(crate) fn fill(array: &Array, value: &Item) -> Result<(), Raised> {
    if array.kind().is_object() {
        (0..array.numel()).for_each(|index| store_object(array, index, value));
        return Ok(());
    }
    fn numbers<T: Element>(array: &Array, value: &Item) -> Result<(), Raised> {
        let value = value.element::<T>()?;
        array.cells::<T>().iter().for_each(|cell| cell.set(value));
        Ok(())
    }
    with_element!(array.kind(), T => numbers::<T>(array, value), Err(no_number(array.kind())))
}

/// Stores a value in one element.
pub(crate) fn store_value(array: &Array, index: usize, value: &Item) -> Result<(), Raised> {
    if array.kind().is_object() {
        store_object(array, index, value);
        return Ok(());
    }
    fn number<T: Element>(array: &Array, index: usize, value: &Item) -> Result<(), Raised> {
        array.cells::<T>()[index].set(value.element::<T>()?);
        Ok(())
    }
    with_element!(array.kind(), T => number::<T>(array, index, value), Err(no_number(array.kind())))
}

fn store_object(array: &Array, index: usize, value: &Item) {
    let pointer = match (array.kind(), value) {
        (ElemKind::Text, Item::Text(text) | Item::Quoted(text)) => text.as_ptr(),
        (ElemKind::Array, Item::Array(element)) => element.as_ptr(),
        (kind, value) => unreachable!(
            "the compiler stores {value:?} in an array of {}",
            kind.name()
        ),
    };
    // SAFETY: a live object of the array's kind, borrowed from the list.
    unsafe { replace_object(array, index, pointer) }
}

/// An array with one element, the value.
pub(crate) fn single(value: &Item) -> Result<Array, Raised> {
    filled(value.kind(), Dims::new(&[]), value)
}

pub(crate) fn array_from_values(
    kind: i32,
    rows: i64,
    columns: i64,
    values: &[Tagged],
) -> Result<Array, Raised> {
    let array = Array::zeros(kind_of(kind), Dims::checked("array", &[rows, columns])?)?;
    let values = collected(items(values));
    assert_eq!(
        values.len(),
        array.numel(),
        "a literal has a value for every element"
    );
    for (index, value) in values.iter().enumerate() {
        store_value(&array, index, value)?;
    }
    Ok(array)
}

pub(crate) fn array_from_bytes(
    kind: i32,
    rows: i64,
    columns: i64,
    bytes: *mut u8,
) -> Result<Array, Raised> {
    let kind = kind_of(kind);
    assert!(!kind.is_object(), "objects are not made of bytes");
    let array = Array::uninit(kind, Dims::checked("array", &[rows, columns])?)?;
    // SAFETY: the row promises as many bytes as the elements take.
    unsafe {
        std::ptr::copy_nonoverlapping(
            bytes.cast_const(),
            array.data(),
            array.numel() * kind.size(),
        )
    };
    Ok(array)
}

pub(crate) fn array_copy(array: &Array) -> Result<Array, Raised> {
    with_dims(array, array.dims())
}

/// A copy of an array, and of what it refers to: each array once, so that what was shared, or refers to itself, does so in the copy.
pub(crate) fn array_deepcopy(array: &Array) -> Result<Array, Raised> {
    // The copies so far, by the addresses of their originals; those whose elements are still the old ones wait.
    let mut made = BTreeMap::new();
    let mut waiting = Vec::new();
    let whole = copied_once(array, &mut made, &mut waiting)?;
    while let Some(copy) = waiting.pop() {
        for (index, pointer) in copy.objects().iter().enumerate() {
            if pointer.get().is_null() {
                continue;
            }
            // SAFETY: an array of arrays holds live arrays; the copy owns this one until the new one takes its place.
            let element = unsafe { Array::borrow(pointer.get()) };
            let element = copied_once(&element, &mut made, &mut waiting)?;
            // SAFETY: the new element is an array.
            unsafe { replace_object(&copy, index, element.as_ptr()) }
        }
    }
    Ok(whole)
}

/// The copy of an array, which waits for copies of its elements if it is new.
fn copied_once(
    array: &Array,
    made: &mut BTreeMap<usize, Array>,
    waiting: &mut Vec<Array>,
) -> Result<Array, Raised> {
    let address = array.as_ptr() as usize;
    if let Some(copy) = made.get(&address) {
        return Ok(copy.clone());
    }
    let copy = array_copy(array)?.marked(array.mark());
    made.insert(address, copy.clone());
    if copy.kind() == ElemKind::Array {
        waiting.push(copy.clone());
    }
    Ok(copy)
}

pub(crate) fn array_convert(array: &Array, kind: i32) -> Result<Array, Raised> {
    if array.kind() == kind_of(kind) {
        array_copy(array)
    } else {
        converted(array, kind_of(kind))
    }
}

pub(crate) fn range_int(first: i64, step: i64, last: i64) -> Result<Array, Raised> {
    if step == 0 {
        return Err(Raised::invalid("range", "the step is 0"));
    }
    let span = (i128::from(last) - i128::from(first)) / i128::from(step);
    let outward = (last > first) == (step > 0) || last == first;
    let count = if outward { span + 1 } else { 0 };
    let dims = Dims::row(
        i64::try_from(count).map_err(|_| Raised::invalid("range", "it has too many values"))?,
    );
    let mut array = Array::uninit(ElemKind::I32, dims)?;
    for (index, value) in array.elements_mut::<i32>().iter_mut().enumerate() {
        *value = (first + index as i64 * step) as i32;
    }
    Ok(array)
}

pub(crate) fn range_count(first: f64, step: f64, last: f64) -> Result<i64, Raised> {
    if step == 0.0 || step.is_nan() || !(last - first).is_finite() {
        return Err(Raised::invalid(
            "range",
            format!("{first}..{step}..{last} has no number of values"),
        ));
    }
    Ok((((last - first) / step + 1e-6).floor() + 1.0).max(0.0) as i64)
}

pub(crate) fn range_real(kind: i32, first: f64, step: f64, last: f64) -> Result<Array, Raised> {
    let dims = Dims::row(range_count(first, step, last)?);
    let mut array = Array::uninit(kind_of(kind), dims)?;
    if array.kind() == ElemKind::F32 {
        for (index, value) in array.elements_mut::<f32>().iter_mut().enumerate() {
            *value = first as f32 + index as f32 * step as f32;
        }
    } else {
        for (index, value) in array.elements_mut::<f64>().iter_mut().enumerate() {
            *value = first + index as f64 * step;
        }
    }
    Ok(array)
}

pub(crate) fn linspace(kind: i32, first: f64, last: f64, count: i64) -> Result<Array, Raised> {
    let array = Array::uninit(kind_of(kind), Dims::checked("linspace", &[1, count])?)?;
    for index in 0..array.numel() {
        let at_end = count > 1 && index as i64 == count - 1;
        let step = (last - first) * index as f64 / (count - 1).max(1) as f64;
        let value = if at_end { last } else { first + step };
        store_value(&array, index, &Item::Double(value))?;
    }
    Ok(array)
}

pub(crate) fn eye(kind: i32, n: i64) -> Result<Array, Raised> {
    let array = Array::zeros(kind_of(kind), Dims::checked("eye", &[n, n])?)?;
    for index in 0..n as usize {
        store_value(&array, index * (n as usize + 1), &Item::Int(1))?;
    }
    Ok(array)
}

pub(crate) fn array_fill(array: &Array, value: &[Tagged]) -> Result<(), Raised> {
    let value = items(value).next().expect("a value to fill with");
    fill(array, &value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::object::{Text, live_objects};
    use quasar_abi::Tag;

    const F32: i32 = ElemKind::F32 as i32;

    #[test]
    fn new_arrays_are_filled() {
        let ones = array_new(
            ElemKind::U8.code(),
            Fill::Ones.code(),
            &[Tagged::i32(2), Tagged::i32(2)],
        )
        .expect("memory");
        assert_eq!(ones.elements::<u8>(), [1; 4]);
        let zeros = array_new(F32, Fill::Zeros.code(), &[Tagged::i32(3)]).expect("memory");
        assert_eq!(
            (zeros.dims(), zeros.elements::<f32>()),
            (Dims::row(3), &[0.0; 3][..])
        );
    }

    #[test]
    fn ranges_count_as_the_language_says() {
        let values = |array: Array| array.elements::<i32>().to_vec();
        assert_eq!(values(range_int(0, 2, 5).expect("a range")), [0, 2, 4]);
        assert_eq!(values(range_int(3, -1, 0).expect("a range")), [3, 2, 1, 0]);
        assert!(values(range_int(1, 1, 0).expect("a range")).is_empty());
        assert_eq!(values(range_int(4, -2, 4).expect("a range")), [4]);
        assert!(range_int(0, 0, 5).is_err());
        assert_eq!(range_count(0.0, f64::from(0.1f32), 1.0).ok(), Some(11));
        assert_eq!(range_count(1.0, -0.25, 0.0).ok(), Some(5));
        assert_eq!(range_count(1.0, 0.25, 0.0).ok(), Some(0));
        assert!(range_count(0.0, 0.0, 1.0).is_err());
        let tenths = range_real(F32, 0.0, f64::from(0.1f32), 1.0).expect("a range");
        assert_eq!(tenths.elements::<f32>()[10], 10.0 * 0.1f32);
    }

    #[test]
    fn linspace_reaches_both_ends() {
        let array = linspace(F32, 0.0, 1.0, 4).expect("memory");
        assert_eq!(array.elements::<f32>(), [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]);
        assert_eq!(
            linspace(F32, 5.0, 9.0, 1)
                .expect("memory")
                .elements::<f32>(),
            [5.0]
        );
        assert!(linspace(F32, 0.0, 1.0, -1).is_err());
    }

    #[test]
    fn literals_of_strings_own_them() {
        let before = live_objects();
        let text = Text::new("a");
        let entry = Tagged::new(Tag::Text, text.as_ptr() as u64);
        let cells =
            array_from_values(ElemKind::Text.code(), 1, 2, &[entry, entry]).expect("memory");
        drop(text);
        let copy = array_deepcopy(&cells).expect("memory");
        drop(cells);
        assert_eq!(crate::text::display::array_text(&copy), "[\"a\",\"a\"]");
        drop(copy);
        assert_eq!(live_objects(), before);
    }

    #[test]
    fn complex_values_need_complex_arrays() {
        let pair = [
            Tagged::new(Tag::Complex32, 0),
            Tagged::new(Tag::Complex32, u64::from(2f32.to_bits())),
        ];
        let real = array_new(F32, 0, &[Tagged::i32(2)]).expect("memory");
        assert!(array_fill(&real, &pair).is_err());
        let complex = array_new(ElemKind::C32.code(), 0, &[Tagged::i32(2)]).expect("memory");
        array_fill(&complex, &pair).expect("fits");
        assert_eq!(crate::text::display::array_text(&complex), "[0+2i,0+2i]");
    }
}
