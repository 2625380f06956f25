//! The typed tree.
//!
//! *Invariant:* this room holds data, printing, the verifier and plain questions on it; it infers and rewrites nothing.

mod data;
mod effects;
pub mod families;
pub mod print;
pub mod verify;
pub mod walk;

pub use data::*;
pub use effects::has_effects;
