//! The front end of qc: from the text of a program to its checked high-level representation, without its types in the split form.
//!
//! *Invariant:* a room uses only rooms above it in the table of ARCHITECTURE.md; every mistake of a user is found here or told by lowering.

pub mod base;
pub mod builtins;
pub mod check;
pub mod diag;
pub mod doc;
pub mod hir;
pub mod resolve;
pub mod sroa;
pub mod syntax;
pub mod types;
