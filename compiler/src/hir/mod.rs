//! The typed tree.
//!
//! *Invariant:* this room holds data and printing; it infers and rewrites nothing.

mod data;
pub(crate) mod families;
pub mod print;

pub use data::*;
