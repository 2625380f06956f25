//! Code generation: MIR becomes machine code and CUDA text.
//!
//! *Invariant:* semantics are decided above; nothing here reports a user's error.

pub mod arithmetic;
pub mod cpu;
pub mod cuda;
pub mod description;
pub mod division;
pub mod spmd;
