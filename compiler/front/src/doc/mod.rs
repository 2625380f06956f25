//! Documentation: what comments say of the functions behind them, whether that is so, and pages made of it.
//!
//! Comments follow the conventions of Natural Docs:
//!
//! | line | meaning |
//! |---|---|
//! | `Module: name` | the comment at the start of a file is about the whole file |
//! | `Function: name`, `Type: name` | what the comment is about; repeats the name of the definition |
//! | `:function y = name(x : cube)` | repeats the header |
//! | `Parameters:`, then `x - text` | what a parameter means; `x : cube = 1 - text` and `(default value: 1)` repeat more of the header |
//! | `Returns:`, then `y - text` | what an output means |
//! | `> statement; condition` | an example that holds |
//! | `\| statement` | a line of an example whose output and pictures are shown |
//!
//! *Invariant:* types and defaults on pages are those of the code, whatever a comment says; nothing here touches files.

pub mod comment;
pub mod example;
pub mod help;
pub mod html;
pub mod lint;
pub mod model;
mod signature;
pub mod text;
