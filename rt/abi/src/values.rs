//! Values as they lie in memory: array and string headers, tagged list entries, and the numbered choices that rows take as `i32`.
//!
//! *Invariant:* generated code reads these structures by the offsets given here; every enum's numbers are part of the interface.

use core::mem::offset_of;

/// The largest number of dimensions of an array.
pub const MAXIMUM_DIMENSIONS: usize = 16;

/// The reference count of an object in read-only data (a string literal): retain and release leave it alone, as any negative count.
pub const IMMORTAL: i64 = i64::MIN;

/// Declares an enum whose numbers are part of the interface, with conversion from `i32` and names.
macro_rules! numbered {
    ($(#[$meta:meta])* pub enum $name:ident { $( $(#[$vmeta:meta])* $variant:ident = $number:literal, $text:literal; )* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(i32)]
        pub enum $name { $( $(#[$vmeta])* $variant = $number, )* }

        impl $name {
            /// Every value, in the order of the numbers.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The value with this number, or `None`.
            pub const fn from_code(code: i32) -> Option<$name> {
                match code { $( $number => Some($name::$variant), )* _ => None }
            }

            /// The number that rows and structures carry.
            pub const fn code(self) -> i32 { self as i32 }

            /// The name in messages and dumps.
            pub const fn name(self) -> &'static str {
                match self { $( $name::$variant => $text, )* }
            }
        }
    };
}
pub(crate) use numbered;

numbered! {
    /// What stands behind an object pointer; the `kind` field of every header.
    pub enum ObjectKind {
        /// An [`ArrayHeader`].
        Array = 1, "array";
        /// A [`StringHeader`].
        Text = 2, "string";
    }
}

numbered! {
    /// The kind of an array's elements. The names are those of the Rust types; `c32` is two `f32`, `c64` two `f64`.
    pub enum ElemKind {
        /// `int8`.
        I8 = 0, "i8";
        /// `uint8`.
        U8 = 1, "u8";
        /// `int16`.
        I16 = 2, "i16";
        /// `uint16`.
        U16 = 3, "u16";
        /// `int`.
        I32 = 4, "i32";
        /// `uint32`.
        U32 = 5, "u32";
        /// `int64`.
        I64 = 6, "i64";
        /// `uint64`.
        U64 = 7, "u64";
        /// `scalar'half`.
        F16 = 8, "f16";
        /// `scalar` at single precision.
        F32 = 9, "f32";
        /// `scalar` at double precision.
        F64 = 10, "f64";
        /// `cscalar` at single precision: real part, imaginary part.
        C32 = 11, "c32";
        /// `cscalar` at double precision: real part, imaginary part.
        C64 = 12, "c64";
        /// A pointer to a [`StringHeader`], owned; null is the empty string.
        Text = 13, "str";
        /// A pointer to an [`ArrayHeader`], owned; null is the empty array.
        Array = 14, "array";
        /// A function value: eight bytes that the runtime only copies.
        Function = 15, "func";
    }
}

impl ElemKind {
    /// Bytes of one element.
    pub const fn size(self) -> usize {
        match self {
            ElemKind::I8 | ElemKind::U8 => 1,
            ElemKind::I16 | ElemKind::U16 | ElemKind::F16 => 2,
            ElemKind::I32 | ElemKind::U32 | ElemKind::F32 => 4,
            ElemKind::I64 | ElemKind::U64 | ElemKind::F64 | ElemKind::C32 => 8,
            ElemKind::C64 => 16,
            ElemKind::Text | ElemKind::Array | ElemKind::Function => 8,
        }
    }

    /// Whether the elements are whole numbers.
    pub const fn is_integer(self) -> bool {
        (self as i32) <= (ElemKind::U64 as i32)
    }

    /// The least and greatest value of a small integer, to which a store rounds and saturates; none for elements that take their numbers as they are.
    pub const fn saturation(self) -> Option<(i64, i64)> {
        match self {
            ElemKind::I8 => Some((i8::MIN as i64, i8::MAX as i64)),
            ElemKind::U8 => Some((0, u8::MAX as i64)),
            ElemKind::I16 => Some((i16::MIN as i64, i16::MAX as i64)),
            ElemKind::U16 => Some((0, u16::MAX as i64)),
            ElemKind::U32 => Some((0, u32::MAX as i64)),
            ElemKind::I32
            | ElemKind::I64
            | ElemKind::U64
            | ElemKind::F16
            | ElemKind::F32
            | ElemKind::F64
            | ElemKind::C32
            | ElemKind::C64
            | ElemKind::Text
            | ElemKind::Array
            | ElemKind::Function => None,
        }
    }

    /// Whether the elements are real floating-point numbers.
    pub const fn is_float(self) -> bool {
        matches!(self, ElemKind::F16 | ElemKind::F32 | ElemKind::F64)
    }

    /// Whether the elements are complex numbers.
    pub const fn is_complex(self) -> bool {
        matches!(self, ElemKind::C32 | ElemKind::C64)
    }

    /// Whether the elements are counted references that the array owns.
    pub const fn is_object(self) -> bool {
        matches!(self, ElemKind::Text | ElemKind::Array)
    }
}

numbered! {
    /// What a new array holds.
    pub enum Fill {
        /// Zeros; empty strings or arrays for object elements.
        Zeros = 0, "zeros";
        /// Ones; only for numbers.
        Ones = 1, "ones";
        /// Unspecified contents (object elements are empty).
        Uninit = 2, "uninit";
    }
}

numbered! {
    /// What an access outside an array means. Applied to every index of the access.
    pub enum AccessMode {
        /// An error.
        Checked = 0, "checked";
        /// Undefined in Quasar; the runtime's own functions treat it as `Checked`.
        Unchecked = 1, "unchecked";
        /// Reads give 0, writes are dropped.
        Safe = 2, "safe";
        /// The index modulo the size, never negative.
        Circular = 3, "circular";
        /// Half-sample symmetric, period 2N: -1 is 0, N is N-1.
        Mirror = 4, "mirror";
        /// The nearest valid index.
        Clamped = 5, "clamped";
    }
}

impl AccessMode {
    /// Whether an access is to the element of its indices or to none: the other modes map what lies outside to elements inside.
    pub const fn is_exact(self) -> bool {
        match self {
            AccessMode::Checked | AccessMode::Unchecked | AccessMode::Safe => true,
            AccessMode::Circular | AccessMode::Mirror | AccessMode::Clamped => false,
        }
    }
}

numbered! {
    /// How one dimension of a slice is given: a [`Tag::Slice`] entry, followed by the operands.
    pub enum SliceMarker {
        /// The whole dimension; no operand.
        All = 0, "all";
        /// One index, one operand: a number. The dimension becomes 1.
        Index = 1, "index";
        /// Start, step, stop (inclusive), three operands: numbers.
        Range = 2, "range";
        /// An index vector, one operand: an array.
        Vector = 3, "vector";
    }
}

numbered! {
    /// Reductions over a whole array or one dimension. Empty input gives 0 (`All`: 1, `Prod`: 1).
    pub enum ReduceOp {
        /// Sum; 0 for nothing.
        Sum = 0, "sum";
        /// Product; 1 for nothing.
        Prod = 1, "prod";
        /// Minimum.
        Min = 2, "min";
        /// Maximum.
        Max = 3, "max";
        /// Sum divided by the count.
        Mean = 4, "mean";
        /// 1 if some element is not zero.
        Any = 5, "any";
        /// 1 if no element is zero.
        All = 6, "all";
        /// Standard deviation, normalised by N-1.
        Std = 7, "std";
        /// Variance, normalised by N-1.
        Var = 8, "var";
        /// The middle element, or the mean of the two middle ones.
        Median = 9, "median";
    }
}

/// As the dimension of a running reduction: the last that the array has. No program can mean it by a number of its own.
pub const LAST_DIMENSION: i32 = i32::MIN;

numbered! {
    /// Running reductions along a dimension.
    pub enum CumulateOp {
        /// Running sum.
        Sum = 0, "cumsum";
        /// Running product.
        Prod = 1, "cumprod";
        /// Running minimum.
        Min = 2, "cummin";
        /// Running maximum.
        Max = 3, "cummax";
    }
}

numbered! {
    /// What is asked of the different elements of an array.
    pub enum Distinct {
        /// Each once, in ascending order.
        Values = 0, "values";
        /// The index where each is first.
        First = 1, "first";
        /// The number of each element of the array among them.
        Place = 2, "place";
        /// The indices of all elements in ascending order: what the others are found from where several of them are asked for.
        Order = 3, "order";
    }
}

numbered! {
    /// What an element of a cell holds, as the lowest bits of its tag say.
    pub enum CellContent {
        /// A number or a string.
        Value = 1, "value";
        /// An array.
        Array = 2, "array";
        /// Something else: the first part is its text, the other parts are its values.
        Other = 3, "other";
    }
}

impl CellContent {
    /// The tag of the type with that number.
    pub const fn tag(self, number: i32) -> i32 {
        number * 4 + self as i32
    }

    /// The form that a tag says; none for 0, the tag of nothing.
    pub fn of_tag(tag: i32) -> Option<CellContent> {
        CellContent::from_code(tag & 3)
    }
}

numbered! {
    /// What the bits of a list entry mean.
    pub enum Tag {
        /// A signed 32-bit number in the low half.
        I32 = 0, "i32";
        /// A signed 64-bit number.
        I64 = 1, "i64";
        /// An unsigned 64-bit number.
        U64 = 2, "u64";
        /// The bits of an `f32` in the low half.
        F32 = 3, "f32";
        /// The bits of an `f64`.
        F64 = 4, "f64";
        /// 0 or 1; prints as that number.
        Bool = 5, "bool";
        /// A pointer to an [`ArrayHeader`], borrowed.
        Array = 6, "array";
        /// A pointer to a [`StringHeader`], borrowed.
        Text = 7, "str";
        /// The same, printed in quotes (a field of a record).
        Quoted = 8, "quoted";
        /// One part of a complex number of `f32`: two such entries, real part first.
        Complex32 = 9, "c32";
        /// One part of a complex number of `f64`: two such entries, real part first.
        Complex64 = 10, "c64";
        /// The code of a [`SliceMarker`]; its operands follow.
        Slice = 11, "slice";
    }
}

/// One entry of a list argument. The caller keeps the entries on its stack; the callee only reads them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tagged {
    /// The code of a [`Tag`].
    pub tag: u64,
    /// The value, as the tag says; unused high bits are ignored.
    pub bits: u64,
}

impl Tagged {
    /// Bytes of one entry.
    pub const SIZE: usize = size_of::<Tagged>();

    /// An entry from its parts.
    pub const fn new(tag: Tag, bits: u64) -> Tagged {
        Tagged {
            tag: tag as u64,
            bits,
        }
    }

    /// A 32-bit number.
    pub const fn i32(value: i32) -> Tagged {
        Tagged::new(Tag::I32, value as u32 as u64)
    }

    /// A 64-bit number.
    pub const fn i64(value: i64) -> Tagged {
        Tagged::new(Tag::I64, value as u64)
    }

    /// A single-precision number.
    pub const fn f32(value: f32) -> Tagged {
        Tagged::new(Tag::F32, value.to_bits() as u64)
    }

    /// A double-precision number.
    pub const fn f64(value: f64) -> Tagged {
        Tagged::new(Tag::F64, value.to_bits())
    }

    /// The marker that opens one dimension of a slice.
    pub const fn slice(marker: SliceMarker) -> Tagged {
        Tagged::new(Tag::Slice, marker as u64)
    }
}

/// Header of every array. The elements lie row-major (last index fastest) at `data`, 64-byte aligned.
///
/// A `vec` is 1×n. Dimensions behind `ndims` are 1, so that code may read any of the sixteen.
#[repr(C)]
#[derive(Debug)]
pub struct ArrayHeader {
    /// Owners; negative means immortal. Changed on the host thread only.
    pub refs: i64,
    /// [`ObjectKind::Array`].
    pub kind: i32,
    /// The code of an [`ElemKind`].
    pub elem: i32,
    /// Number of dimensions without trailing singletons, at least 1.
    pub ndims: i32,
    /// Zero, but in an element of a cell the tag of its type ([`CellContent`]).
    pub flags: i32,
    /// Number of elements, at most `i32::MAX`.
    pub numel: i64,
    /// First element on the host; never null, dangling for an empty array.
    pub data: *mut u8,
    /// Copies on devices; null when there are none.
    pub device: *mut u8,
    /// Above 0 the bytes of the elements, which count as memory of kernels, since one made the array. Below 0, with the sign turned, the bytes
    /// of the block at `data`, which has room for more elements. 0 for all other arrays.
    pub block_bytes: i64,
    /// Size of each dimension, padded with 1.
    pub dims: [i64; MAXIMUM_DIMENSIONS],
}

impl ArrayHeader {
    /// Bytes of the header.
    pub const SIZE: usize = size_of::<ArrayHeader>();
    /// Offset of `refs` (i64).
    pub const REFS: usize = offset_of!(ArrayHeader, refs);
    /// Offset of `kind` (i32).
    pub const KIND: usize = offset_of!(ArrayHeader, kind);
    /// Offset of `elem` (i32).
    pub const ELEM: usize = offset_of!(ArrayHeader, elem);
    /// Offset of `ndims` (i32).
    pub const NDIMS: usize = offset_of!(ArrayHeader, ndims);
    /// Offset of `numel` (i64).
    pub const NUMEL: usize = offset_of!(ArrayHeader, numel);
    /// Offset of `data` (pointer).
    pub const DATA: usize = offset_of!(ArrayHeader, data);

    /// Offset of `device` (pointer).
    pub const DEVICE: usize = offset_of!(ArrayHeader, device);

    /// Offset of the size of dimension `dim` (i64).
    pub const fn dim(dim: usize) -> usize {
        offset_of!(ArrayHeader, dims) + 8 * dim
    }

    /// The bytes of an immortal array as `[]` is one, a row without elements: what machine code has in the place of null, for an element
    /// of an array of arrays that was never made.
    pub fn row_without_elements(kind: ElemKind) -> [u8; ArrayHeader::SIZE] {
        let mut header = [0; ArrayHeader::SIZE];
        let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
        put(ArrayHeader::REFS, &IMMORTAL.to_le_bytes());
        put(ArrayHeader::KIND, &ObjectKind::Array.code().to_le_bytes());
        put(ArrayHeader::ELEM, &kind.code().to_le_bytes());
        put(ArrayHeader::NDIMS, &2i32.to_le_bytes());
        for dim in (0..MAXIMUM_DIMENSIONS).filter(|dim| *dim != 1) {
            put(ArrayHeader::dim(dim), &1i64.to_le_bytes());
        }
        header
    }
}

/// Header of every string; `length` bytes of UTF-8 follow it directly, without a terminator.
///
/// A literal is such an object in read-only data, eight-byte aligned, with `refs` = [`IMMORTAL`]: it needs neither allocation nor
/// relocation ([`StringHeader::literal`] gives its bytes).
#[repr(C)]
#[derive(Debug)]
pub struct StringHeader {
    /// Owners; negative means immortal.
    pub refs: i64,
    /// [`ObjectKind::Text`].
    pub kind: i32,
    /// Zero.
    pub flags: i32,
    /// Bytes of text.
    pub length: i64,
}

impl StringHeader {
    /// Bytes of the header, and so the offset of the text.
    pub const SIZE: usize = size_of::<StringHeader>();
    /// Offset of `length` (i64).
    pub const LENGTH: usize = offset_of!(StringHeader, length);

    /// The bytes of an immortal string object, to be placed at an eight-byte boundary. Little endian, as all targets are.
    pub fn literal(text: &str) -> alloc::vec::Vec<u8> {
        let mut bytes = alloc::vec::Vec::with_capacity(StringHeader::SIZE + text.len());
        bytes.extend_from_slice(&IMMORTAL.to_le_bytes());
        bytes.extend_from_slice(&ObjectKind::Text.code().to_le_bytes());
        bytes.extend_from_slice(&0i32.to_le_bytes());
        bytes.extend_from_slice(&(text.len() as i64).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_indices() {
        for (index, kind) in ElemKind::ALL.iter().enumerate() {
            assert_eq!(kind.code() as usize, index);
            assert_eq!(ElemKind::from_code(kind.code()), Some(*kind));
        }
        assert_eq!(ElemKind::from_code(99), None);
    }

    #[test]
    fn kinds_are_classified_once() {
        for kind in ElemKind::ALL {
            let classes = [
                kind.is_integer(),
                kind.is_float(),
                kind.is_complex(),
                kind.is_object(),
                *kind == ElemKind::Function,
            ];
            assert_eq!(
                classes.iter().filter(|is| **is).count(),
                1,
                "{}",
                kind.name()
            );
        }
    }

    #[test]
    fn headers_begin_alike() {
        assert_eq!(
            offset_of!(ArrayHeader, refs),
            offset_of!(StringHeader, refs)
        );
        assert_eq!(
            offset_of!(ArrayHeader, kind),
            offset_of!(StringHeader, kind)
        );
        // Seven words, the last of them about the bytes of the block, then the extents.
        assert_eq!(ArrayHeader::SIZE, 56 + 8 * MAXIMUM_DIMENSIONS);
    }

    #[test]
    fn literal_has_the_layout_of_the_header() {
        let bytes = StringHeader::literal("ab");
        assert_eq!(bytes.len(), StringHeader::SIZE + 2);
        assert_eq!(
            &bytes[StringHeader::LENGTH..StringHeader::LENGTH + 8],
            &2i64.to_le_bytes()
        );
        assert_eq!(&bytes[StringHeader::SIZE..], b"ab");
    }
}
