//! qc, a standalone compiler for the Quasar language.
//!
//! *Invariant:* a room uses only rooms above it in the table of ARCHITECTURE.md.

pub mod base;
pub mod builtins;
pub mod check;
pub mod cli;
pub mod codegen;
pub mod diag;
pub mod driver;
pub mod hir;
pub mod mir;
pub mod parallel;
pub mod resolve;
pub mod syntax;
pub mod types;

/// The reports on a program in one file, for the test of the table of diagnostics.
#[doc(hidden)]
pub fn compile_for_test(source: &str) -> Vec<diag::Report> {
    let mut sources = base::SourceMap::new();
    let file = sources.add("example.q", source);
    syntax::parse(&sources, file, &mut base::Interner::new()).1
}
