//! The process that a program runs in: its memory, standard streams and files, what it does about errors, and the trace of its time.
//!
//! *Invariant:* nothing here knows an array.

/// The allocator, which answers where memory is lacking.
pub(crate) mod allocator;
/// Errors of the language.
pub(crate) mod error;
/// Code of others on a thread of its own.
pub(crate) mod isolation;
/// Standard output.
pub(crate) mod output;
/// Files that appear whole.
pub mod replace;
#[cfg(test)]
pub(crate) mod testing;
/// Where the time of a program went.
pub(crate) mod trace;
/// Files that are read or written as a whole.
pub(crate) mod whole_file;
