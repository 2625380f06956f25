//! Structures that host and device share: what a kernel on a GPU is given, and what it leaves behind.
//!
//! Each is declared once, with the C spelling beside the Rust type; the CUDA text prints its declaration from [`DeviceStruct`].
//!
//! *Invariant:* both sides have the same layout; the text asserts the sizes.

use crate::MAXIMUM_DIMENSIONS;

/// A field as the CUDA text declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceField {
    /// Its name.
    pub name: &'static str,
    /// Its C type.
    pub c_type: &'static str,
    /// Number of elements of an array; 0 for a plain field.
    pub count: usize,
    /// What it holds.
    pub doc: &'static str,
}

/// A structure as the CUDA text declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceStruct {
    /// Its C name.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// Its fields in order.
    pub fields: &'static [DeviceField],
    /// Its size in bytes.
    pub size: usize,
}

macro_rules! device_structs {
    ($( #[doc = $sdoc:literal] pub struct $name:ident as $c_name:literal {
        $( #[doc = $fdoc:literal] pub $field:ident: $ty:ty as $c_type:literal [$count:expr], )*
    } )*) => {
        $(
            #[doc = $sdoc]
            #[repr(C)]
            #[derive(Clone, Copy, Debug)]
            pub struct $name { $( #[doc = $fdoc] pub $field: $ty, )* }

            impl $name {
                /// The declaration for CUDA text.
                pub const STRUCT: DeviceStruct = DeviceStruct {
                    name: $c_name,
                    doc: $sdoc,
                    fields: &[$( DeviceField { name: stringify!($field), c_type: $c_type, count: $count, doc: $fdoc } ),*],
                    size: size_of::<$name>(),
                };
            }
        )*

        /// All shared structures, in the order in which they need each other.
        pub const DEVICE_STRUCTS: &[DeviceStruct] = &[$( $name::STRUCT ),*];
    };
}

device_structs! {
    /// An array: where its elements are and how many.
    pub struct DeviceArray as "qc_array" {
        /// The first element in device memory.
        pub data: u64 as "void*" [0],
        /// Number of elements.
        pub numel: i64 as "long long" [0],
        /// Extents, padded with 1.
        pub dims: [i32; MAXIMUM_DIMENSIONS] as "int" [MAXIMUM_DIMENSIONS],
    }
    /// The first error of a launch.
    pub struct DeviceError as "qc_error" {
        /// The number of the error's row; 0: no error.
        pub status: i32 as "int" [0],
        /// The row of the location table.
        pub location: i32 as "int" [0],
        /// The number of the string constant with the array's name or the message; -1: none.
        pub text: i32 as "int" [0],
        /// Of an index error: the dimension; -1 for the row-major sequence.
        pub dimension: i32 as "int" [0],
        /// Of an index error: the index; of an integer overflow: the bits of the number in double precision.
        pub index: i64 as "long long" [0],
        /// Of an index error: the extent.
        pub size: i64 as "long long" [0],
    }
    /// What every kernel is given.
    pub struct DeviceLaunch as "qc_launch" {
        /// Positions along each dimension, outermost first.
        pub extents: [i32; 4] as "int" [4],
        /// Where an error is recorded.
        pub error: u64 as "qc_error*" [0],
        /// For each accumulator a slot of 8 bytes for each block: accumulator after accumulator.
        pub partials: u64 as "unsigned long long*" [0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_have_no_gaps_that_compilers_may_fill_differently() {
        assert_eq!(DeviceArray::STRUCT.size, 16 + 4 * MAXIMUM_DIMENSIONS);
        assert_eq!(DeviceError::STRUCT.size, 32);
        assert_eq!(DeviceLaunch::STRUCT.size, 32);
        assert_eq!(DEVICE_STRUCTS.len(), 3);
    }
}
