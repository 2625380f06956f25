//! Values of arrays: sizes, element-wise expressions, reductions, rearrangements.
//!
//! *Invariant:* an array that is made here is fresh.

pub(in crate::lower) mod elementwise;
pub(in crate::lower) mod rearrange;
pub(in crate::lower) mod reduction;
pub(in crate::lower) mod shape;
pub(in crate::lower) mod small;
pub(in crate::lower) mod spread;
pub(in crate::lower) mod strided;
pub(in crate::lower) mod tree;
