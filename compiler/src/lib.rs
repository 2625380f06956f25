//! qc, a standalone compiler for the Quasar language.

pub mod base;
pub mod diag;
pub mod syntax;
