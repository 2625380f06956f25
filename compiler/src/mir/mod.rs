//! The middle representation and everything that works on it alone.
//!
//! *Invariant:* this room knows neither Cranelift nor CUDA spelling.

pub mod data;

pub use data::*;
