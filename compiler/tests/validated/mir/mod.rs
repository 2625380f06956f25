//! The generator of random programs, which is one of the crate's own tests, with what it uses.
//!
//! *Invariant:* nothing of its own.

pub use qc::mir::*;

#[allow(dead_code, reason = "the crate's own tests use the rest")]
#[path = "../../../src/mir/random_program/mod.rs"]
pub mod random_program;
#[allow(dead_code, reason = "the crate's own tests use the rest")]
#[path = "../../../src/mir/testing.rs"]
pub mod testing;
