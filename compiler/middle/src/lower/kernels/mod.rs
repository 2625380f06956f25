//! What kernels have beyond functions: the grid, groups of threads, objects as numbers.
//!
//! *Invariant:* nothing here evaluates an expression.

pub(in crate::lower) mod block;
pub(in crate::lower) mod grid;
pub(in crate::lower) mod objects;
pub(in crate::lower) mod threads;
pub(in crate::lower) mod together;
