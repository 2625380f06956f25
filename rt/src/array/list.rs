//! Reading list arguments.
//!
//! *Invariant:* a malformed list is a bug of the compiler and panics; only the values in it can be a user's mistake.

use std::mem::ManuallyDrop;

use quasar_abi::{SliceMarker, Tag, Tagged};

use crate::array::dims::Dims;
use crate::array::element::{C64, Element, with_element};
use crate::array::object::{Array, Text};
use crate::process::error::Raised;
use crate::process::refusal;
use quasar_abi::ElemKind;

/// One item of a list; arrays and strings are borrowed from the caller.
#[derive(Debug)]
pub enum Item {
    /// A whole number.
    Int(i64),
    /// A whole number of 64 bits without sign.
    Unsigned(u64),
    /// A real number that prints at single precision.
    Single(f32),
    /// A real number.
    Double(f64),
    /// A complex number that prints at single precision.
    ComplexSingle(f32, f32),
    /// A complex number.
    ComplexDouble(f64, f64),
    /// An array.
    Array(ManuallyDrop<Array>),
    /// A string.
    Text(ManuallyDrop<Text>),
    /// A string to be printed in quotes.
    Quoted(ManuallyDrop<Text>),
    /// The start of a slice's dimension.
    Slice(SliceMarker),
}

impl Item {
    /// The item as a complex number, if it is a number.
    pub fn number(&self) -> Option<C64> {
        let real = |re| Some(C64 { re, im: 0.0 });
        match self {
            Item::Int(value) => real(*value as f64),
            Item::Unsigned(value) => real(*value as f64),
            Item::Single(value) => real(f64::from(*value)),
            Item::Double(value) => real(*value),
            Item::ComplexSingle(re, im) => Some(C64 {
                re: f64::from(*re),
                im: f64::from(*im),
            }),
            Item::ComplexDouble(re, im) => Some(C64 { re: *re, im: *im }),
            Item::Array(_) | Item::Text(_) | Item::Quoted(_) | Item::Slice(_) => None,
        }
    }

    /// The item as an element of an array.
    ///
    /// # Errors
    /// A complex number for a real kind.
    ///
    /// # Panics
    /// When the item is no number.
    pub fn element<T: Element>(&self) -> Result<T, Raised> {
        match self {
            Item::Int(value) => Ok(T::from_integer(i128::from(*value))),
            Item::Unsigned(value) => Ok(T::from_integer(i128::from(*value))),
            Item::ComplexSingle(..) | Item::ComplexDouble(..) if !T::KIND.is_complex() => Err(
                Raised::invalid("array", "a complex value does not fit a real array"),
            ),
            _ => Ok(T::from_complex(
                self.number()
                    .expect("a number is stored in an array of numbers"),
            )),
        }
    }

    /// The item as a whole number; real numbers are truncated.
    ///
    /// # Panics
    /// When the item is no real number.
    pub fn whole(&self) -> i64 {
        match self {
            Item::Int(value) => *value,
            _ => {
                self.number()
                    .expect("a number where a whole number is expected")
                    .re as i64
            }
        }
    }

    /// The kind of an array that would hold just this item.
    pub fn kind(&self) -> ElemKind {
        match self {
            Item::Int(value) if i32::try_from(*value).is_ok() => ElemKind::I32,
            Item::Int(_) => ElemKind::I64,
            Item::Unsigned(_) => ElemKind::U64,
            Item::Single(_) => ElemKind::F32,
            Item::Double(_) => ElemKind::F64,
            Item::ComplexSingle(..) => ElemKind::C32,
            Item::ComplexDouble(..) => ElemKind::C64,
            Item::Array(array) => array.kind(),
            Item::Text(_) | Item::Quoted(_) => ElemKind::Text,
            Item::Slice(_) => unreachable!("a slice marker is no value"),
        }
    }
}

/// Iterates over the items of a list.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    entries: std::slice::Iter<'a, Tagged>,
}

/// The items of a list.
///
/// The pointers in it are live arrays and strings, by the contract of the rows.
pub fn items(entries: &[Tagged]) -> Items<'_> {
    Items {
        entries: entries.iter(),
    }
}

impl Items<'_> {
    fn imaginary(&mut self, tag: Tag) -> u64 {
        let entry = self
            .entries
            .next()
            .expect("a complex number has two entries");
        assert_eq!(
            entry.tag, tag as u64,
            "the parts of a complex number have the same tag"
        );
        entry.bits
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let Tagged { tag, bits } = *self.entries.next()?;
        let tag = Tag::from_code(tag as i32).expect("a known tag");
        let pointer = bits as usize as *mut u8;
        Some(match tag {
            Tag::I32 => Item::Int(i64::from(bits as u32 as i32)),
            Tag::I64 => Item::Int(bits as i64),
            Tag::U64 => Item::Unsigned(bits),
            Tag::F32 => Item::Single(f32::from_bits(bits as u32)),
            Tag::F64 => Item::Double(f64::from_bits(bits)),
            Tag::Bool => Item::Int((bits & 1) as i64),
            // SAFETY: the rows promise live objects for these tags.
            Tag::Array => Item::Array(unsafe { Array::borrow(pointer) }),
            // SAFETY: as above.
            Tag::Text => Item::Text(unsafe { Text::borrow(pointer) }),
            // SAFETY: as above.
            Tag::Quoted => Item::Quoted(unsafe { Text::borrow(pointer) }),
            Tag::Complex32 => Item::ComplexSingle(
                f32::from_bits(bits as u32),
                f32::from_bits(self.imaginary(tag) as u32),
            ),
            Tag::Complex64 => {
                Item::ComplexDouble(f64::from_bits(bits), f64::from_bits(self.imaginary(tag)))
            }
            Tag::Slice => {
                Item::Slice(SliceMarker::from_code(bits as i32).expect("a known slice marker"))
            }
        })
    }
}

/// The elements of an array of numbers as whole numbers; real numbers are truncated.
///
/// # Errors
/// Elements that are no numbers.
pub fn whole_elements(array: &Array) -> Result<Vec<i64>, Raised> {
    fn whole<T: Element>(array: &Array) -> Result<Vec<i64>, Raised> {
        let one = |value: &T| {
            if T::KIND.is_integer() {
                Ok(value.to_integer() as i64)
            } else {
                whole_part(value.to_real())
            }
        };
        refusal::all_of(array.elements::<T>().iter().map(one))
    }
    with_element!(array.kind(), T => whole::<T>(array), Err(crate::array::convert::no_number(array.kind())))
}

/// The elements of an array of numbers or of strings as items, in the order of memory; none of another array.
pub fn elements(array: &Array) -> Option<Vec<Item>> {
    fn numbers<T: Element>(array: &Array) -> Option<Vec<Item>> {
        let values = array.elements::<T>().iter();
        Some(refusal::collected(values.map(|value| number(*value))))
    }
    with_element!(array.kind(), T => numbers::<T>(array), texts(array))
}

/// An element as an item.
fn number<T: Element>(value: T) -> Item {
    let C64 { re, im } = value.to_complex();
    match T::KIND {
        ElemKind::U64 => Item::Unsigned(value.to_integer() as u64),
        ElemKind::C32 => Item::ComplexSingle(re as f32, im as f32),
        ElemKind::C64 => Item::ComplexDouble(re, im),
        ElemKind::F64 => Item::Double(re),
        kind if kind.is_integer() => Item::Int(value.to_integer() as i64),
        _ => Item::Single(re as f32),
    }
}

/// The strings of an array of strings.
fn texts(array: &Array) -> Option<Vec<Item>> {
    if array.kind() != ElemKind::Text {
        return None;
    }
    let pointers = array.objects().iter().map(|text| text.get());
    let all_there = pointers.clone().all(|pointer| !pointer.is_null());
    // SAFETY: the strings live as long as the array, which the caller's list keeps.
    let text = |pointer| Item::Text(unsafe { Text::borrow(pointer) });
    all_there.then(|| refusal::collected(pointers.map(text)))
}

/// A real number without its fraction.
fn whole_part(value: f64) -> Result<i64, Raised> {
    match value.is_nan() {
        true => Err(Raised::invalid(
            "array",
            "a size or position is not a number",
        )),
        false => Ok(value as i64),
    }
}

/// A list of whole numbers, arrays standing for all their elements.
///
/// # Errors
/// Arrays that are not made of numbers.
pub fn whole_numbers(entries: &[Tagged]) -> Result<Vec<i64>, Raised> {
    let mut numbers = Vec::new();
    for item in items(entries) {
        match item {
            Item::Array(array) => {
                let more = whole_elements(&array)?;
                refusal::reserve(&mut numbers, more.len());
                numbers.extend(more);
            }
            Item::Single(value) => numbers.push(whole_part(value.into())?),
            Item::Double(value) => numbers.push(whole_part(value)?),
            other => numbers.push(other.whole()),
        }
    }
    Ok(numbers)
}

/// The dimensions that a list means: one number n is 1×n, no number 1×1; an array of sizes stands for its elements, and one of a single
/// element n means n×1, as `size` says of a column.
///
/// # Errors
/// Sizes that no array can have; `function` is named in the message.
pub fn dims(function: &str, entries: &[Tagged]) -> Result<Dims, Raised> {
    let numbers = whole_numbers(entries)?;
    let single = entries.len() == 1 && entries[0].tag != Tag::Array as u64;
    match numbers.as_slice() {
        [length] if single => Dims::checked(function, &[1, *length]),
        sizes => Dims::checked(function, sizes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_come_from_numbers_and_arrays() {
        let sizes = Array::row(&[4i32, 5]).expect("memory");
        let column = Array::row(&[7i32]).expect("memory");
        let entry = |array: &Array| Tagged::new(Tag::Array, array.as_ptr() as u64);
        assert_eq!(
            dims("zeros", &[Tagged::i32(3)]).expect("fits"),
            Dims::row(3)
        );
        assert_eq!(
            dims("zeros", &[entry(&sizes), Tagged::f64(2.9)]).expect("fits"),
            Dims::new(&[4, 5, 2])
        );
        assert_eq!(
            dims("zeros", &[entry(&column)]).expect("fits"),
            Dims::column(7)
        );
        assert_eq!(dims("zeros", &[]).expect("fits"), Dims::new(&[]));
        assert!(dims("zeros", &[Tagged::i32(-3)]).is_err());
    }

    #[test]
    fn complex_numbers_take_two_entries() {
        let list = [
            Tagged::new(Tag::Complex64, 1f64.to_bits()),
            Tagged::new(Tag::Complex64, 2f64.to_bits()),
            Tagged::i32(-1),
        ];
        let found: Vec<_> = items(&list).map(|item| item.number()).collect();
        assert_eq!(
            found,
            [
                Some(C64 { re: 1.0, im: 2.0 }),
                Some(C64 { re: -1.0, im: 0.0 })
            ]
        );
    }
}
