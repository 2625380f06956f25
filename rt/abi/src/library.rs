//! What crosses between a library and its callers in C: the structures of the header that qc writes beside a library.
//!
//! *Invariant:* the fields are those of the header, in its order (`compiler/src/driver/library/header.rs`).

use crate::MAXIMUM_DIMENSIONS;

/// An array of the caller, or one that a function gives.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LibraryArray {
    /// The first element.
    pub data: *mut u8,
    /// The code of an [`ElemKind`](crate::ElemKind).
    pub element: i32,
    /// The number of dimensions.
    pub dimensions: i32,
    /// The number of elements along each dimension.
    pub extents: [i64; MAXIMUM_DIMENSIONS],
    /// Bytes from one element to the next along each dimension.
    pub strides: [i64; MAXIMUM_DIMENSIONS],
    /// What the library is to be given back; null for an array of the caller.
    pub owner: *mut u8,
}

/// An array as NumPy describes it by `__array_struct__` (`PyArrayInterface` of its "array interface protocol", version 3).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ArrayInterface {
    /// 2.
    pub two: i32,
    /// The number of dimensions.
    pub dimensions: i32,
    /// The letter of a kind of numbers: `i`, `u`, `f`, `c`.
    pub letter: u8,
    /// Bytes of an element.
    pub bytes: i32,
    /// What holds for the array.
    pub flags: i32,
    /// The number of elements along each dimension.
    pub extents: *const isize,
    /// Bytes from one element to the next along each dimension.
    pub strides: *const isize,
    /// The first element.
    pub data: *mut u8,
    /// A description that nobody reads here.
    pub description: *mut u8,
}

/// Set in the address of an argument that is an [`ArrayInterface`] and no [`LibraryArray`]; both lie at multiples of eight.
pub const INTERFACE: u64 = 1;

/// The first fields of an array of NumPy, behind the head that every object of Python has. Modules that are compiled for NumPy read them by their
/// places (`PyArrayObject_fields` of its headers), so that they stay where they are; the caller vouches for the kind of the elements.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ArrayFields {
    /// The first element.
    pub data: *mut u8,
    /// The number of dimensions.
    pub dimensions: i32,
    /// The number of elements along each dimension.
    pub extents: *const isize,
    /// Bytes from one element to the next along each dimension.
    pub strides: *const isize,
}

/// Set in the address of an argument that is an [`ArrayFields`].
pub const FIELDS: u64 = 2;

/// A text that a function gives.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LibraryText {
    /// UTF-8, with a zero behind it.
    pub data: *const u8,
    /// Bytes without the zero.
    pub length: i64,
    /// What the library is to be given back.
    pub owner: *mut u8,
}

/// One argument of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LibraryArgument {
    /// The bits of a number, in the low half where they are 32; the address of a [`LibraryArray`], of an
    /// [`ArrayInterface`] with [`INTERFACE`], or of an [`ArrayFields`] with [`FIELDS`]; that of the first byte of a text.
    pub bits: u64,
    /// Bytes of a text.
    pub length: i64,
}

impl LibraryArgument {
    /// Bytes of an argument.
    pub const SIZE: usize = size_of::<LibraryArgument>();
}

/// What the functions of a library hand their calls to: the dispatcher of the library, the number of the function, its arguments, and the places
/// for its results, null for those that the caller does not want. Gives 0, or the code of an error.
pub type LibraryCall = unsafe extern "C-unwind" fn(
    dispatcher: unsafe extern "C-unwind" fn() -> i32,
    number: i32,
    arguments: *const LibraryArgument,
    results: *const *mut u8,
) -> i32;
