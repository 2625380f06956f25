//! The driver: from a command line to files.
//!
//! *Invariant:* the only room that reads and writes files; it holds no logic of a pass.

pub mod arguments;
#[cfg(test)]
mod differential;
pub mod executable;
mod files;
pub mod foreign;
pub mod graft;
mod launch;
pub(crate) mod loops;
mod messages;
pub mod options;
pub mod output;
pub mod pipeline;
pub mod stage;
mod variables;
