//! Values as text, and text as values: printing, formats, strings.
//!
//! *Invariant:* every number that is written in full reads back equal.

/// Elements of cells: values that carry their type.
pub(crate) mod cell;
/// Values as `print` writes them.
pub(crate) mod display;
/// Formatted text.
pub(crate) mod format;
/// Texts in JSON.
pub(crate) mod json;
/// Keys of dictionaries.
pub(crate) mod key;
/// Numbers as text.
pub(crate) mod number;
/// Regular expressions.
pub(crate) mod regular;
/// Reading by a format.
pub(crate) mod scan;
/// Rows about strings and printing.
pub(crate) mod strings;
/// Texts in TOML.
pub(crate) mod toml;
