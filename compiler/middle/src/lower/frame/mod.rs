//! The function under construction with the tree: instances in each other, variables, and how a layer further down has an expression
//! evaluated.
//!
//! *Invariant:* the only way to what lies further up is [`Language`](language::Language).

pub(in crate::lower) mod evaluate;
pub(in crate::lower) mod function;
pub(in crate::lower) mod language;
pub(in crate::lower) mod source_names;
pub(in crate::lower) mod source_variables;
pub(in crate::lower) mod variables;
pub(in crate::lower) mod whole;
