//! Arithmetic: values of numbers in, values of numbers out.
//!
//! *Invariant:* nothing here reads or writes memory.

pub(in crate::lower) mod accumulators;
pub(in crate::lower) mod complex;
pub(in crate::lower) mod fold;
pub(in crate::lower) mod number;
pub(in crate::lower) mod overflow;
pub(in crate::lower) mod scalar;
pub(in crate::lower) mod stored;
pub(in crate::lower) mod totals;
