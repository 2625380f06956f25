//! What is decided on the middle representation for GPUs: which kernels they get, where these keep arrays, how many
//! positions a thread has, how they combine totals, which arrays their blocks copy.
//!
//! *Invariant:* the text of `codegen::cuda` and the descriptions of kernels follow what is decided here.

pub mod bits;
pub mod choice;
pub mod interior;
pub mod memory;
pub mod privatisation;
pub mod register_tile;
pub mod totals;
