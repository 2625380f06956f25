//! Array elements in memory: index mapping, conversion between elements and slots, string constants.
//!
//! *Invariant:* all raw memory that the interpreter touches is touched here, through headers that the runtime made; an element's place
//! comes from [`locate`] alone.

use super::super::arithmetic::{i32_of, slot_of_f32, slot_of_i32};
use super::super::data::*;
use half::f16;
use quasar_abi::{ArrayHeader, IMMORTAL, MAXIMUM_DIMENSIONS, ObjectKind, StringHeader};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Where an access leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// To the element with this row-major number.
    Element(usize),
    /// Outside, where `Safe` reads 0 and writes nothing.
    Nowhere,
    /// To an error.
    Error(OutOfBounds),
}

/// What the message of an index error needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBounds {
    /// The dimension; -1 for the row-major sequence.
    pub dimension: i32,
    /// The index.
    pub index: i64,
    /// The extent.
    pub size: i64,
}

/// The header of an array, or none for null.
fn header<'a>(array: u64) -> Option<&'a ArrayHeader> {
    let pointer = array as usize as *const ArrayHeader;
    // SAFETY: an array slot holds null or a header that the runtime made and that an owner keeps alive during the operation; headers
    // never change their extents.
    let header = unsafe { pointer.as_ref() };
    // A header that was released too early has most likely been overwritten.
    let is_array = header.is_none_or(|header| header.kind == ObjectKind::Array.code());
    assert!(is_array, "an array is used after its release");
    header
}

/// The array, or an empty one that lives for ever where it is null: what machine code has in the place of null.
pub fn array_or_empty(array: u64, kind: ElemKind) -> u64 {
    if array != 0 {
        return array;
    }
    EMPTY.with_borrow_mut(|known| {
        let address = known.entry(kind.code()).or_insert_with(|| {
            let mut dims = [1; MAXIMUM_DIMENSIONS];
            dims[1] = 0;
            let header = ArrayHeader {
                refs: IMMORTAL,
                kind: ObjectKind::Array.code(),
                elem: kind.code(),
                ndims: 2,
                flags: 0,
                numel: 0,
                data: std::ptr::dangling_mut::<u64>().cast(),
                device: std::ptr::null_mut(),
                block_bytes: 0,
                dims,
            };
            std::ptr::from_ref(Box::leak(Box::new(header))) as usize as u64
        });
        *address
    })
}

thread_local! {
    /// The empty arrays, by the code of their kind.
    static EMPTY: RefCell<BTreeMap<i32, u64>> = const { RefCell::new(BTreeMap::new()) };
}

/// The extent along an axis; null is a row without elements.
pub fn extent(array: u64, axis: usize) -> i64 {
    let of_null = i64::from(axis != 1);
    header(array).map_or(of_null, |header| {
        header.dims.get(axis).copied().unwrap_or(1)
    })
}

/// The number of elements; 0 for null.
pub fn count(array: u64) -> i64 {
    header(array).map_or(0, |header| header.numel)
}

/// The place of an element.
///
/// `Unchecked` promises that the index is inside; the interpreter, which must not read elsewhere, takes it as `Checked`.
pub fn locate(array: u64, indices: impl ExactSizeIterator<Item = i32>, mode: AccessMode) -> Place {
    if indices.len() == 1 {
        let index = indices.map(i64::from).next().expect("one index");
        return match map_index(mode, index, count(array)) {
            Mapped::Inside(index) => Place::Element(index as usize),
            Mapped::Outside => Place::Nowhere,
            Mapped::Error => error(-1, index, count(array)),
        };
    }
    let mut number = 0;
    let mut place = None;
    for (axis, index) in indices.enumerate() {
        let (index, size) = (i64::from(index), extent(array, axis));
        match map_index(mode, index, size) {
            Mapped::Inside(index) => number = number * size + index,
            Mapped::Outside => place = Some(Place::Nowhere),
            Mapped::Error => return error(axis as i32, index, size),
        }
    }
    place.unwrap_or_else(|| {
        assert!(
            number < count(array),
            "an access that leaves out dimensions of an array"
        );
        Place::Element(number as usize)
    })
}

fn error(dimension: i32, index: i64, size: i64) -> Place {
    Place::Error(OutOfBounds {
        dimension,
        index,
        size,
    })
}

/// What an index means in one dimension.
#[derive(Debug, PartialEq, Eq)]
enum Mapped {
    Inside(i64),
    Outside,
    Error,
}

fn map_index(mode: AccessMode, index: i64, size: i64) -> Mapped {
    if (0..size).contains(&index) {
        return Mapped::Inside(index);
    }
    match mode {
        AccessMode::Checked | AccessMode::Unchecked => Mapped::Error,
        AccessMode::Safe => Mapped::Outside,
        AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped if size <= 0 => {
            Mapped::Error
        }
        AccessMode::Circular => Mapped::Inside(index.rem_euclid(size)),
        AccessMode::Clamped => Mapped::Inside(index.clamp(0, size - 1)),
        AccessMode::Mirror => {
            let folded = index.rem_euclid(2 * size);
            Mapped::Inside(folded.min(2 * size - 1 - folded))
        }
    }
}

/// The address of an element.
///
/// # Panics
/// When the array holds another kind of elements than its type says.
fn address(array: u64, kind: ElemKind, number: usize) -> *mut u8 {
    let header = header(array).expect("an element of null");
    assert_eq!(
        header.elem,
        kind.code(),
        "an array of {} elements",
        kind.name()
    );
    assert!(
        (number as i64) < header.numel,
        "element {number} of {}",
        header.numel
    );
    // SAFETY: `data` has room for `numel` elements of this kind and the number is below that.
    unsafe { header.data.add(number * kind.size()) }
}

/// Reads an element into one or two slots.
pub fn load(array: u64, kind: ElemKind, number: usize) -> [u64; 2] {
    let place = address(array, kind, number);
    // SAFETY: `address` gives a valid, aligned element of this kind; only this thread touches the array.
    unsafe {
        match kind {
            ElemKind::I8 => [slot_of_i32(i32::from(*place.cast::<i8>())), 0],
            ElemKind::U8 => [slot_of_i32(i32::from(*place)), 0],
            ElemKind::I16 => [slot_of_i32(i32::from(*place.cast::<i16>())), 0],
            ElemKind::U16 => [slot_of_i32(i32::from(*place.cast::<u16>())), 0],
            ElemKind::I32 => [slot_of_i32(*place.cast::<i32>()), 0],
            ElemKind::U32 | ElemKind::F32 => [u64::from(*place.cast::<u32>()), 0],
            ElemKind::F16 => [
                slot_of_f32(f16::from_bits(*place.cast::<u16>()).to_f32()),
                0,
            ],
            ElemKind::I64
            | ElemKind::U64
            | ElemKind::F64
            | ElemKind::Text
            | ElemKind::Array
            | ElemKind::Function => [*place.cast::<u64>(), 0],
            ElemKind::C32 => {
                let parts = place.cast::<u32>();
                [u64::from(*parts), u64::from(*parts.add(1))]
            }
            ElemKind::C64 => {
                let parts = place.cast::<u64>();
                [*parts, *parts.add(1)]
            }
        }
    }
}

/// Writes an element from one or two slots; the first slot holds a value of type `ty`.
pub fn store(array: u64, kind: ElemKind, number: usize, ty: Ty, values: [u64; 2]) {
    let place = address(array, kind, number);
    let value = if kind.saturation().is_some() {
        saturated(kind, ty, values[0])
    } else {
        values[0]
    };
    // SAFETY: `address` gives a valid, aligned element of this kind; only this thread touches the array.
    unsafe {
        match kind {
            ElemKind::I8 | ElemKind::U8 => *place = value as u8,
            ElemKind::I16 | ElemKind::U16 => *place.cast::<u16>() = value as u16,
            ElemKind::I32 | ElemKind::U32 | ElemKind::F32 => *place.cast::<u32>() = value as u32,
            ElemKind::F16 => {
                let number = f32::from_bits(value as u32);
                *place.cast::<u16>() = f16::from_f32(number).to_bits();
            }
            ElemKind::I64
            | ElemKind::U64
            | ElemKind::F64
            | ElemKind::Text
            | ElemKind::Array
            | ElemKind::Function => *place.cast::<u64>() = value,
            ElemKind::C32 => {
                let parts = place.cast::<u32>();
                *parts = value as u32;
                *parts.add(1) = values[1] as u32;
            }
            ElemKind::C64 => {
                let parts = place.cast::<u64>();
                *parts = value;
                *parts.add(1) = values[1];
            }
        }
    }
}

/// The bits of a storage integer: the number rounded to nearest, halves away from zero, and moved into the range.
fn saturated(kind: ElemKind, ty: Ty, bits: u64) -> u64 {
    let number = match ty {
        Ty::I32 => i64::from(i32_of(bits)),
        Ty::I64 => bits as i64,
        Ty::F32 => f32::from_bits(bits as u32).round() as i64,
        Ty::F64 => f64::from_bits(bits).round() as i64,
        Ty::Bool | Ty::Array(_) | Ty::Str => panic!("{ty:?} is stored into {}", kind.name()),
    };
    let (least, greatest) = kind.saturation().expect("a storage integer");
    number.clamp(least, greatest) as u64
}

/// A string constant in memory, aligned as the runtime expects.
pub struct Literal {
    words: Vec<u64>,
}

impl Literal {
    /// An immortal string object.
    pub fn new(text: &str) -> Literal {
        let bytes = StringHeader::literal(text);
        let word = |chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        };
        let words = bytes.chunks(8).map(word).collect();
        Literal { words }
    }

    /// The handle.
    pub fn handle(&self) -> u64 {
        self.words.as_ptr() as usize as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_map_as_the_language_says() {
        let inside = |mode, index, size| match map_index(mode, index, size) {
            Mapped::Inside(index) => index,
            other => panic!("{other:?}"),
        };
        for (index, expected) in [(-1, 0), (-2, 1), (3, 2), (4, 1), (6, 0), (-7, 0), (-6, 0)] {
            assert_eq!(
                inside(AccessMode::Mirror, index, 3),
                expected,
                "mirror {index}"
            );
        }
        assert_eq!(inside(AccessMode::Circular, -1, 3), 2);
        assert_eq!(inside(AccessMode::Clamped, i64::from(i32::MAX), 3), 2);
        assert_eq!(map_index(AccessMode::Safe, 3, 3), Mapped::Outside);
        for mode in [
            AccessMode::Mirror,
            AccessMode::Circular,
            AccessMode::Clamped,
        ] {
            assert_eq!(map_index(mode, 0, 0), Mapped::Error);
        }
        assert_eq!(map_index(AccessMode::Checked, -1, 3), Mapped::Error);
    }

    #[test]
    fn storage_integers_round_and_saturate() {
        let f32_slot = |value: f32| u64::from(value.to_bits());
        assert_eq!(saturated(ElemKind::U8, Ty::F32, f32_slot(2.5)), 3);
        assert_eq!(saturated(ElemKind::I8, Ty::F32, f32_slot(-2.5)) as i64, -3);
        assert_eq!(saturated(ElemKind::U8, Ty::F32, f32_slot(1e9)), 255);
        assert_eq!(saturated(ElemKind::U8, Ty::F32, f32_slot(f32::NAN)), 0);
        assert_eq!(
            saturated(ElemKind::I16, Ty::I32, slot_of_i32(-40_000)) as i64,
            -32_768
        );
        assert_eq!(saturated(ElemKind::U32, Ty::I64, u64::MAX), 0);
    }
}
