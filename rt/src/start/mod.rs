//! A program from its start to its end: arguments, the rows that it calls, errors that it raises and takes, time, the report.
//!
//! *Invariant:* nothing below knows that there is a program, but for its description.

/// The start of programs that a system linker makes.
pub(crate) mod archive;
/// The arguments of `main`.
pub(crate) mod arguments;
/// `tic` and `toc`.
pub(crate) mod clock;
/// Rows that raise errors and take them.
pub(crate) mod failure;
/// The notices of the packages that every program has in it.
pub(crate) mod notices;
/// Running a program.
pub(crate) mod program;
/// The rows of `rt/abi`, expanded.
pub(crate) mod rows;
/// What a program asks of the system around it.
pub(crate) mod system;
