//! The order of all passes over the middle representation.
//!
//! *Invariant:* nothing outside of [`pipeline`] says which pass runs before which.

pub mod gpu;
pub mod loops;
pub mod pipeline;
pub mod validation;

mod pass;
mod rows;
mod schedule;
#[cfg(test)]
mod tests;
