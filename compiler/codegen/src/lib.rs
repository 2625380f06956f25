//! Code generation: MIR becomes machine code and CUDA text.
//!
//! *Invariant:* semantics are decided above; nothing here reports a user's error.

pub mod arithmetic;
pub mod cpu;
pub mod cuda;
pub mod description;
pub mod division;
pub mod proofs;
pub mod spmd;

// Rooms of the other crates have the same names everywhere.
use qc_front::{base, define_id};
use qc_middle::{machine, mir, opt};

#[cfg(test)]
use qc_front::{builtins, check, diag, resolve, sroa};
#[cfg(test)]
use qc_middle::lower;
