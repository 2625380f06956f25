//! The start of a process that qc has linked, and what an old C library lacks.
//!
//! A C compiler brings object files of its own for the start; a program that a C compiler links (`--linker=cc`) uses those, and nothing of this.
//!
//! *Invariant:* nothing here knows what the program does; the linker has written into [`SLOT`] where it is.

mod glibc;
mod library;
mod start;

pub use start::{SLOT, no_memory, process, unreached};
