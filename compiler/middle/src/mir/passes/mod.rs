//! Passes over the middle representation, each in a file; `opt::pipeline` has their order.
//!
//! *Invariant:* a pass is a function of the program; it keeps what the program means, as the interpreter defines it.

mod argument_extents;
pub mod assigned;
pub mod bounds_checks;
pub mod coherence;
pub mod common_subexpressions;
pub mod constant_arrays;
pub mod continues;
pub mod copy;
pub mod dead_initialisation;
pub mod dominating_conditions;
pub mod globals;
pub mod handles;
pub mod hoist;
pub mod inline;
pub mod integer_quotients;
pub mod loop_normalisation;
pub mod numbers;
pub mod ownership;
pub mod platform;
pub mod reductions;
pub mod regions;
pub mod simplify;
pub mod specialise;
pub mod unroll;
