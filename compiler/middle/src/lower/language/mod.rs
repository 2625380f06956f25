//! The forms of the language: one dispatch for expressions, one for statements, and loops.
//!
//! *Invariant:* a form is dispatched once; what it does stands in a layer below.

pub(in crate::lower) mod expression;
pub(in crate::lower) mod loops;
pub(in crate::lower) mod statement;
