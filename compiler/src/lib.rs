//! qc, a standalone compiler for the Quasar language.

pub mod base;
pub mod codegen;
pub mod diag;
pub mod driver;
pub mod syntax;
