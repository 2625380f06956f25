//! qc, a standalone compiler for the Quasar language.

pub mod base;
pub mod builtins;
pub mod codegen;
pub mod diag;
pub mod driver;
pub mod hir;
pub mod mir;
pub mod syntax;
pub mod types;
