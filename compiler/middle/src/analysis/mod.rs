//! What is known of a program on the middle representation, for transformations to use.
//!
//! *Invariant:* nothing here changes a program.

pub mod loops;
