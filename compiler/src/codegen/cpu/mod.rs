//! Host code through Cranelift.
//!
//! *Invariant:* works over any Cranelift module; only the driver knows where the code goes.

pub mod target;
