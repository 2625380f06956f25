//! One file for each family of answers.
//!
//! *Invariant:* an answer is a function of the texts: it changes nothing.

pub mod actions;
pub mod completion;
pub mod diagnostics;
pub mod folding;
pub mod hints;
pub mod hover;
pub mod layout;
pub mod loops;
pub mod meaning;
pub mod navigation;
pub mod renaming;
pub mod signatures;
pub mod symbols;
pub mod tokens;
pub mod view;
