//! What is decided on the middle representation for GPUs: which kernels they get, where these keep arrays, how they combine totals, which arrays
//! their blocks copy.
//!
//! *Invariant:* the text of `codegen::cuda` and the descriptions of kernels follow what is decided here.

pub mod bits;
pub mod choice;
pub mod memory;
pub mod privatisation;
pub mod totals;
