//! Questions to the typed tree, before anything is lowered: summaries of instances, and what the text of an expression, an index or a kernel
//! tells.
//!
//! *Invariant:* nothing here emits code or knows MIR beyond its names for operators.

pub(in crate::lower) mod counting;
pub(in crate::lower) mod expression;
pub(in crate::lower) mod index;
pub(in crate::lower) mod kernel;
pub(in crate::lower) mod kernel_arg;
pub(in crate::lower) mod operator;
pub mod origins;
pub mod past_end;
pub(in crate::lower) mod sizes;
pub(in crate::lower) mod slices;
pub(in crate::lower) mod summaries;
pub(in crate::lower) mod whole;
pub(in crate::lower) mod whole_reads;
