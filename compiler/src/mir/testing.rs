//! Helpers of this room's tests.
//!
//! *Invariant:* only tests use it.

use super::data::*;
use crate::base::{FileId, Id, Span};

/// Row 0 of a location table.
pub fn nowhere() -> Location {
    location(0)
}

/// A row of a location table at a line.
pub fn location(line: u32) -> Location {
    Location {
        span: Span::point(FileId::from_index(0), 0),
        file: "test.q".to_string(),
        line,
        column: 1,
        function: "main".to_string(),
    }
}

/// An element of an array.
pub fn access(array: Value, index: &[Value], mode: AccessMode, name: Option<StrId>) -> Access {
    Access {
        array,
        index: index.to_vec(),
        mode,
        name,
    }
}
