//! The machines that are compiled for: what they have room for, and what things cost on them.
//!
//! Which numbers are here: those that another machine, or a new measurement on one, would change. They have a unit, and a source or a
//! reason. What stays with a pass: how much it tries so that compiling stays fast and code small, which no machine tells; with the language
//! (`builtins/groups.rs`): what programs may rely on, such as the threads of a warp; with the runtime: what it asks the machine itself.
//!
//! | file | about |
//! |---|---|
//! | `processor.rs` | vectors, registers and caches; launches on the threads of processors |
//! | `gpu.rs` | blocks of threads, shared memory, registers |
//! | `cost.rs` | what operations cost, in time and in instructions; how often loops run of which nothing is known |
//!
//! *Invariant:* numbers alone, which know nothing of programs; a meaning never depends on one, only which of equivalent codes is made.

pub mod cost;
pub mod gpu;
pub mod processor;
