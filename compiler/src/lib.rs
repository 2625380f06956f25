//! qc, a standalone compiler for the Quasar language.

pub mod base;
pub mod diag;
pub mod syntax;
pub mod builtins;
pub mod hir;
pub mod mir;
pub mod types;
