//! Arrays of numbers as bytes, in the orders that files know.
//!
//! *Invariant:* encoding and decoding with the same layout are inverse to each other, bit by bit.

use half::f16;
use quasar_abi::ElemKind;

use crate::array::convert::no_number;
use crate::array::dims::Dims;
use crate::array::element::{C32, C64, Complex, Element, with_element};
use crate::array::object::Array;
use crate::process::allocator;
use crate::process::error::Raised;

/// How the elements of an array lie in a file. The default is little endian, the last index fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The high byte first.
    pub big_endian: bool,
    /// The first index fastest.
    pub column_major: bool,
}

/// An element as bytes.
trait Bytes: Element {
    /// Bytes of its parts: a complex number has two.
    const PART: usize;
    /// Appends its bytes, little endian.
    fn append(self, bytes: &mut Vec<u8>);
    /// From as many bytes, little endian.
    fn from_bytes(bytes: &[u8]) -> Self;
}

macro_rules! bytes {
    ($($type:ident)*) => { $(
        impl Bytes for $type {
            const PART: usize = size_of::<$type>();
            fn append(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn from_bytes(bytes: &[u8]) -> Self {
                $type::from_le_bytes(bytes.try_into().expect("as many bytes as the type has"))
            }
        }
    )* };
}
bytes!(i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64);

macro_rules! complex_bytes {
    ($($type:ident of $part:ident)*) => { $(
        impl Bytes for $type {
            const PART: usize = size_of::<$part>();
            fn append(self, bytes: &mut Vec<u8>) {
                self.re.append(bytes);
                self.im.append(bytes);
            }
            fn from_bytes(bytes: &[u8]) -> Self {
                let (re, im) = bytes.split_at(Self::PART);
                Complex { re: $part::from_bytes(re), im: $part::from_bytes(im) }
            }
        }
    )* };
}
complex_bytes!(C32 of f32 C64 of f64);

/// The elements of an array of numbers as bytes.
///
/// # Errors
/// There is no memory.
///
/// # Panics
/// When the array is not made of numbers.
pub fn encode(array: &Array, layout: Layout) -> Result<Vec<u8>, Raised> {
    let mut bytes = Vec::new();
    append(&mut bytes, array, layout)?;
    Ok(bytes)
}

/// Appends the elements of an array of numbers as bytes.
///
/// # Errors
/// There is no memory.
///
/// # Panics
/// When the array is not made of numbers.
pub fn append(bytes: &mut Vec<u8>, array: &Array, layout: Layout) -> Result<(), Raised> {
    fn all<T: Bytes>(bytes: &mut Vec<u8>, array: &Array, layout: Layout) -> Result<(), Raised> {
        let elements = array.elements::<T>();
        allocator::reserve(bytes, size_of_val(elements))?;
        let begin = bytes.len();
        for index in order(&array.dims(), layout) {
            elements[index].append(bytes);
        }
        if layout.big_endian {
            let parts = bytes[begin..].chunks_mut(T::PART);
            parts.for_each(<[u8]>::reverse);
        }
        Ok(())
    }
    with_element!(array.kind(), T => all::<T>(bytes, array, layout), panic!("an array of numbers"))
}

/// An array from its bytes, as many as its elements need.
///
/// # Errors
/// Too many elements, no memory, or a kind that is no number.
///
/// # Panics
/// With another number of bytes.
pub fn decode(kind: ElemKind, dims: Dims, bytes: &[u8], layout: Layout) -> Result<Array, Raised> {
    fn permuted<T: Bytes>(dims: Dims, bytes: &[u8], layout: Layout) -> Result<Array, Raised> {
        let mut array = Array::zeros(T::KIND, dims)?;
        let elements = array.elements_mut::<T>();
        assert_eq!(
            bytes.len(),
            size_of_val(elements),
            "bytes and elements agree"
        );
        for (index, bytes) in order(&dims, layout).zip(bytes.chunks(size_of::<T>())) {
            elements[index] = match layout.big_endian {
                true => turned::<T>(bytes),
                false => T::from_bytes(bytes),
            };
        }
        Ok(array)
    }
    if layout.column_major {
        return with_element!(kind, T => permuted::<T>(dims, bytes, layout), Err(no_number(kind)));
    }
    filled(kind, dims, layout.big_endian, &mut |place| {
        place.copy_from_slice(bytes);
        Ok(())
    })
}

/// An array whose elements are given as bytes, the last index fastest.
///
/// # Errors
/// Too many elements, no memory, a kind that is no number, or those of `fill`.
pub fn filled<E: From<Raised>>(
    kind: ElemKind,
    dims: Dims,
    big_endian: bool,
    fill: &mut dyn FnMut(&mut [u8]) -> Result<(), E>,
) -> Result<Array, E> {
    fn places<T: Bytes>(array: &mut Array) -> (&mut [u8], usize) {
        let elements = array.elements_mut::<T>();
        let (place, bytes) = (elements.as_mut_ptr().cast::<u8>(), size_of_val(elements));
        // SAFETY: the elements are numbers: they are initialised and without gaps, and any bits are a number.
        let bytes = unsafe { std::slice::from_raw_parts_mut(place, bytes) };
        (bytes, T::PART)
    }
    let mut array = with_element!(kind, T => Array::zeros(T::KIND, dims), Err(no_number(kind)))?;
    let array_places = with_element!(kind, T => Ok(places::<T>(&mut array)), Err(no_number(kind)));
    let (bytes, part) = array_places?;
    fill(bytes)?;
    if big_endian != cfg!(target_endian = "big") {
        bytes.chunks_mut(part).for_each(<[u8]>::reverse);
    }
    Ok(array)
}

/// An element whose parts have the high byte first.
fn turned<T: Bytes>(bytes: &[u8]) -> T {
    let mut turned = [0; 16];
    let turned = &mut turned[..bytes.len()];
    turned.copy_from_slice(bytes);
    turned.chunks_mut(T::PART).for_each(<[u8]>::reverse);
    T::from_bytes(turned)
}

/// The indices of the elements, as they lie in memory, in the order of the file.
fn order(dims: &Dims, layout: Layout) -> Box<dyn Iterator<Item = usize>> {
    let count: i64 = dims.sizes().iter().product();
    if !layout.column_major {
        return Box::new(0..count as usize);
    }
    let sizes: Vec<usize> = dims.sizes().iter().map(|size| *size as usize).collect();
    let strides: Vec<usize> = dims
        .strides()
        .iter()
        .map(|stride| *stride as usize)
        .collect();
    Box::new((0..count as usize).map(move |number| {
        let mut rest = number;
        let mut index = 0;
        for (size, stride) in sizes.iter().zip(&strides) {
            index += rest % size * stride;
            rest /= size;
        }
        index
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_layout_comes_back() {
        let source = Array::from_elements(
            Dims::new(&[2, 3, 2]),
            &[0i32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 127],
        )
        .expect("memory");
        for kind in ElemKind::ALL
            .iter()
            .filter(|kind| !kind.is_object() && **kind != ElemKind::Function)
        {
            let array = crate::array::convert::converted(&source, *kind).expect("a number");
            for (big_endian, column_major) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let layout = Layout {
                    big_endian,
                    column_major,
                };
                let bytes = encode(&array, layout).expect("memory");
                assert_eq!(bytes.len(), 12 * kind.size());
                let back = decode(*kind, array.dims(), &bytes, layout).expect("an array");
                assert_eq!(
                    crate::numeric::reduce::array_equal(&array, &back),
                    1,
                    "{kind:?} {layout:?}"
                );
            }
        }
    }

    #[test]
    fn columns_come_first() {
        let array =
            Array::from_elements(Dims::matrix(2, 3), &[1u8, 2, 3, 4, 5, 6]).expect("memory");
        let layout = Layout {
            big_endian: false,
            column_major: true,
        };
        assert_eq!(encode(&array, layout), Ok(vec![1, 4, 2, 5, 3, 6]));
        let wide = Array::row(&[258u16]).expect("memory");
        let layout = Layout {
            big_endian: true,
            column_major: false,
        };
        assert_eq!(encode(&wide, layout), Ok(vec![1, 2]));
    }
}
