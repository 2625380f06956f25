//! From text to the syntax tree: tokens, lexer, parser, printers, and the layout of a text.
//!
//! *Invariant:* nothing here resolves a name or fails: every text gives a tree and a list of reports. One with errors keeps its layout.

mod as_type;
pub mod ast;
pub mod blocks;
pub mod dump;
pub mod families;
pub mod format;
pub mod lexer;
mod modifier_names;
mod number;
pub mod parser;
pub mod print;
pub mod private;
pub mod token;
pub mod walk;

pub use parser::{parse, parse_text};
