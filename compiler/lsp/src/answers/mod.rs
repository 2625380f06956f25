//! One file for each family of answers.
//!
//! *Invariant:* an answer is a function of the texts: it changes nothing.

pub mod diagnostics;
pub mod folding;
pub mod layout;
pub mod meaning;
pub mod symbols;
pub mod view;
