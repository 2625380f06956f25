//! Launches of kernels, with what they pass and what they give.
//!
//! *Invariant:* a launch passes what `program/kernel.rs` or `program/hosted.rs` takes.

pub(in crate::lower) mod hosted;
pub(in crate::lower) mod launch;
pub(in crate::lower) mod objects;
