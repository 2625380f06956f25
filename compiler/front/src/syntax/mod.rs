//! From text to the syntax tree: tokens, lexer, parser, printers.
//!
//! *Invariant:* nothing here resolves a name or fails: every text gives a tree and a list of reports.

mod as_type;
pub mod ast;
pub mod blocks;
pub mod dump;
pub mod families;
pub mod lexer;
mod number;
pub mod parser;
pub mod print;
pub mod token;
pub mod walk;

pub use parser::{parse, parse_text};
