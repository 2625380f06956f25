//! Definitions and instances: parameters, captured names, outputs, recursion, `main`.
//!
//! | file | what it does |
//! |---|---|
//! | `definition` | functions and lambdas of the source, what is wrong in their headers |
//! | `instance` | instances: walked once per key, again while outputs change |
//! | `parameter` | parameters, captured names and generic names as variables of an instance |
//! | `output` | outputs, of functions, kernels and lambdas |
//! | `size` | sizes of parameters that are known only when running |
//! | `exports` | what a library has for callers in C |
//! | `program` | the `main` of the program and its parameters |
//!
//! *Invariant:* an instance is checked once per key; while it is open, calls of it see the output types known so far
//! and it is walked again until they are stable.

mod definition;
mod exports;
mod instance;
mod marked;
mod output;
mod parameter;
mod program;
mod size;

pub(super) use output::Output;
