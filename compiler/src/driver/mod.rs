//! The driver: from a command line to files.
//!
//! *Invariant:* the only room that reads and writes files; it holds no logic of a pass.

pub mod arguments;
pub mod executable;
pub mod foreign;
pub mod graft;
mod files;
mod messages;
pub mod options;
pub mod output;
pub mod pipeline;
pub mod stage;
