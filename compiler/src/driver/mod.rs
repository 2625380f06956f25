//! The driver: from a command line to files.
//!
//! *Invariant:* the only room that reads and writes files; it holds no logic of a pass.

pub mod graft;
pub mod output;
