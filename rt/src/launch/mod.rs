//! Launches: who runs them, and what they are given.
//!
//! *Invariant:* a launch that no device takes runs on the processor, with the same meaning.

/// How many rows a filter of several passes computes at a time.
pub(crate) mod cache_blocking;
/// Objects for kernels.
pub(crate) mod graph;
/// Launching kernels.
pub(crate) mod kernel;
/// Functions that a device may have a library for.
pub(crate) mod library;
/// Copies of arrays with other distances of rows.
mod padding;
/// Strips side by side.
pub(crate) mod strips;
