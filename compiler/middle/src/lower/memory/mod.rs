//! Elements, arrays, registers, unions: what lies where, and how it is loaded and stored.
//!
//! *Invariant:* values come in and go out; whoever evaluated them stands further up.

pub(in crate::lower) mod extents;
pub(in crate::lower) mod registers;
pub(in crate::lower) mod storage;
pub(in crate::lower) mod strided;
pub(in crate::lower) mod texture;
pub(in crate::lower) mod union;
pub(in crate::lower) mod update;
