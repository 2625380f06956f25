//! Boundary handling: what an index outside a dimension means.
//!
//! *Invariant:* the formulas of language.md sections 5 and 18; a mapped index is valid or [`OUTSIDE`].

use quasar_abi::{AccessMode, RtError};

use crate::array::object::Text;
use crate::process::error::Raised;

/// The offset of an element that `Safe` access leaves out.
pub const OUTSIDE: i64 = -1;

/// How an access treats indices, and the variable's name for messages.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    mode: AccessMode,
    name: &'a str,
}

impl<'a> Access<'a> {
    /// From the parameters of a row.
    ///
    /// # Panics
    /// When the mode is none of [`AccessMode`].
    pub fn new(mode: i32, name: Option<&'a Text>) -> Access<'a> {
        let mode = AccessMode::from_code(mode).expect("a known access mode");
        Access {
            mode,
            name: name.map_or("", Text::as_str),
        }
    }

    /// The valid index that `index` means in a dimension of that size, or [`OUTSIDE`]. `dimension` -1 is the row-major sequence.
    ///
    /// # Errors
    /// Checked access outside; any access to an empty dimension that is not `Safe`.
    pub fn map(&self, index: i64, size: i64, dimension: i32) -> Result<i64, Raised> {
        if (0..size).contains(&index) {
            return Ok(index);
        }
        match self.mode {
            AccessMode::Safe => Ok(OUTSIDE),
            AccessMode::Circular if size > 0 => Ok(index.rem_euclid(size)),
            AccessMode::Mirror if size > 0 => Ok(mirror(index, size)),
            AccessMode::Clamped if size > 0 => Ok(index.clamp(0, size - 1)),
            AccessMode::Checked
            | AccessMode::Unchecked
            | AccessMode::Circular
            | AccessMode::Mirror
            | AccessMode::Clamped => Err(outside(self.name, dimension, index, size)),
        }
    }
}

/// Half-sample symmetric extension: -1 is 0, N is N-1.
fn mirror(index: i64, size: i64) -> i64 {
    let folded = index.rem_euclid(2 * size);
    if folded < size {
        folded
    } else {
        2 * size - 1 - folded
    }
}

/// The error of an index outside its dimension.
pub fn outside(name: &str, dimension: i32, index: i64, size: i64) -> Raised {
    let name = if name.is_empty() { "the array" } else { name };
    if dimension < 0 {
        let message = format!("index {index} of '{name}' is outside its {size} elements");
        return Raised {
            row: RtError::IndexOutOfBounds,
            message,
        };
    }
    Raised::new(
        RtError::IndexOutOfBounds,
        &[&name, &index, &dimension, &size],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(mode: AccessMode, index: i64, size: i64) -> Option<i64> {
        Access::new(mode.code(), None).map(index, size, 0).ok()
    }

    #[test]
    fn maps_follow_the_definitions() {
        for (index, expected) in [(-1, 0), (-2, 1), (4, 3), (5, 2), (8, 0), (-9, 0), (-5, 3)] {
            assert_eq!(
                map(AccessMode::Mirror, index, 4),
                Some(expected),
                "mirror {index}"
            );
        }
        assert_eq!(map(AccessMode::Circular, -1, 4), Some(3));
        assert_eq!(map(AccessMode::Clamped, 9, 4), Some(3));
        assert_eq!(map(AccessMode::Safe, 9, 4), Some(OUTSIDE));
        assert_eq!(map(AccessMode::Checked, 4, 4), None);
        assert_eq!(map(AccessMode::Mirror, 0, 0), None);
        assert_eq!(map(AccessMode::Safe, 0, 0), Some(OUTSIDE));
    }

    #[test]
    fn errors_name_array_index_and_size() {
        let name = Text::new("img");
        let access = Access::new(0, Some(&name));
        let raised = access.map(7, 5, 1).expect_err("outside");
        assert_eq!(
            raised.message,
            "index 7 of 'img' is outside dimension 1, which has size 5"
        );
    }
}
