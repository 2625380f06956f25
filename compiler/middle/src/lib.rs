//! The middle of qc: the middle representation, how the front end's program becomes one, analyses and transformations in one order.
//!
//! *Invariant:* a room uses only rooms above it in the table of ARCHITECTURE.md; nothing here knows Cranelift or CUDA spelling.

pub mod analysis;
pub mod lower;
pub mod machine;
pub mod mir;
pub mod opt;

// Rooms of the front end have the same names everywhere.
use qc_front::{base, builtins, define_id, diag, hir, resolve, sroa, types};
