//! A program from its start to its end: arguments, the rows that it calls, errors that it raises and takes, time, the report.
//!
//! *Invariant:* nothing below knows that there is a program, but for its description.

/// The start of programs that a system linker makes.
pub(crate) mod archive;
/// The arguments of `main` and of commands.
pub(crate) mod arguments;
/// `tic` and `toc`.
pub(crate) mod clock;
/// Rows that raise errors and take them.
pub(crate) mod failure;
/// Calls of functions of C.
pub(crate) mod foreign;
/// What `--help` and `--version` print.
pub(crate) mod help;
/// The calls of a library.
pub mod library;
/// The notices of the packages that every program has in it.
pub(crate) mod notices;
/// Running a program.
pub(crate) mod program;
/// Bars of long work.
pub(crate) mod progress;
/// The rows of `rt/abi`, expanded.
pub(crate) mod rows;
/// The word that was meant by an unknown one.
pub(crate) mod suggestion;
/// What a program asks of the system around it.
pub(crate) mod system;
