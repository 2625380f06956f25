//! The process that a program runs in: its memory, standard streams and files, what it does about errors, and the trace of its time.
//!
//! *Invariant:* nothing here knows an array.

/// The allocator, which answers where memory is lacking.
pub(crate) mod allocator;
/// The larger blocks of a thread that may be ended.
mod blocks;
/// Numbers of bytes in variables of the environment.
pub(crate) mod byte_count;
/// The description of the program that runs.
pub(crate) mod description;
/// Ends of the process that the program has no say in.
pub(crate) mod ending;
/// Errors of the language.
pub(crate) mod error;
/// Code of others on a thread of its own.
pub(crate) mod isolation;
/// Whether a thread runs a kernel.
pub(crate) mod kernel_depth;
/// Processes that were forked.
pub(crate) mod origin;
/// Standard output.
pub(crate) mod output;
/// Where the files that a program names are.
pub(crate) mod places;
/// Memory that computations ask for in their midst.
pub(crate) mod refusal;
/// Files that appear whole.
pub mod replace;
/// Rooms that a program may lack.
pub(crate) mod rooms;
/// Standard error.
pub(crate) mod standard_error;
#[cfg(test)]
pub(crate) mod testing;
/// Where the time of a program went.
pub(crate) mod trace;
/// The vectors that the machine has.
pub(crate) mod vectors;
/// Files that are read or written as a whole.
pub(crate) mod whole_file;
