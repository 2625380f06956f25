//! The notices of the packages that every program has in it.
//!
//! *Invariant:* the build gathers them from the packages themselves.

/// What `--licenses` prints.
pub(crate) const NOTICES: &str = include_str!(concat!(env!("OUT_DIR"), "/notices.txt"));
