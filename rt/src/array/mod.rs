//! Arrays and strings in memory, and the rows that make, read and rearrange them.
//!
//! *Invariant:* what an array holds elsewhere than on the host is behind its header's field, and nothing here knows who keeps it there.

/// Vectors that get longer.
pub(crate) mod append;
/// Copies with a border.
pub(crate) mod border;
/// What an index outside a dimension means.
pub(crate) mod boundary;
/// Conversion between kinds of elements.
pub(crate) mod convert;
/// Rows that make arrays.
pub(crate) mod create;
/// Dimensions of arrays.
pub(crate) mod dims;
/// Elements as Rust types.
pub(crate) mod element;
/// What devices do for arrays.
pub(crate) mod hooks;
/// The limit on the memory of arrays that kernels make.
pub(crate) mod kernel_memory;
/// Reading list arguments.
pub(crate) mod list;
/// Rows that copy and clear bytes, and that count owners.
pub(crate) mod memory;
/// Arrays and strings: making, sharing and freeing them.
pub(crate) mod object;
/// Rows about sizes and other arrangements of the same elements.
pub(crate) mod shape;
/// Rows that read and store positions, slices and masked elements.
pub(crate) mod slice;
/// Storage of elements.
pub(crate) mod storage;
#[cfg(test)]
mod testing;
/// Which elements are not zero.
pub(crate) mod truth;
/// Elements picked by tables of offsets.
pub(crate) mod view;
