//! The typed tree.
//!
//! *Invariant:* this room holds data, printing and plain questions on it; it infers and rewrites nothing.

mod data;
mod effects;
pub(crate) mod families;
pub mod print;

pub use data::*;
pub use effects::has_effects;
