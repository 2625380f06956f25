//! The driver: from a command line to files.
//!
//! *Invariant:* the only room that reads and writes files; it holds no logic of a pass.

mod architectures;
pub mod arguments;
mod chapters;
pub mod configuration;
mod contradictions;
mod dependencies;
#[cfg(test)]
mod differential;
mod documentation;
pub mod editors;
mod example_runs;
pub mod executable;
pub mod files;
pub mod foreign;
pub mod formatting;
pub mod fusion;
pub mod gpu;
mod gpu_settings;
pub mod graft;
mod kernels;
mod launch;
mod library;
mod library_hints;
pub mod loops;
mod manifest;
mod messages;
pub mod option_rows;
pub mod options;
mod original_file;
pub mod output;
mod package_program;
mod passes;
pub mod pipeline;
pub mod prompt;
pub mod settings;
pub mod stage;
mod stage_options;
pub mod targets;
mod tuning;
pub mod usage;
mod variables;
