//! Accesses: elements, slices, masks, fields of objects, textures, and assignments to them and to variables.
//!
//! *Invariant:* an access outside an array does what its mode says, wherever the array lies.

pub(in crate::lower) mod assign;
pub(in crate::lower) mod element;
pub(in crate::lower) mod mask;
pub(in crate::lower) mod object;
pub(in crate::lower) mod place;
pub(in crate::lower) mod row;
pub(in crate::lower) mod slice;
pub(in crate::lower) mod texture;
