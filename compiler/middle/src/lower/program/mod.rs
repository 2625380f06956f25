//! Whole functions: the entry, host functions, kernels; and the loop that lowers what was asked for.
//!
//! *Invariant:* only the order of first use decides the order of functions.

mod calls;
mod commands;
pub(in crate::lower) mod entry;
pub(in crate::lower) mod host;
pub(in crate::lower) mod hosted;
pub(in crate::lower) mod kernel;
pub(in crate::lower) mod language;
pub(in crate::lower) mod run;
