//! Calls of functions of the program and of the library.
//!
//! *Invariant:* arguments are evaluated from left to right, before anything of the call is emitted.

pub(in crate::lower) mod algebra;
pub(in crate::lower) mod builtin;
pub(in crate::lower) mod call;
pub(in crate::lower) mod schedule;
pub(in crate::lower) mod strings;
pub(in crate::lower) mod threads;
