//! The sizes of matrices that are multiplied, and where their elements lie.
//!
//! *Invariant:* the left matrix and the result lie row by row.

/// Rows, inner length and columns of a product.
#[derive(Clone, Copy)]
pub(super) struct Sizes {
    pub(super) rows: usize,
    pub(super) inner: usize,
    pub(super) columns: usize,
}

/// How the right matrix lies: elements from one row to the next, and from one column to the next.
#[derive(Clone, Copy)]
pub(super) struct Strides {
    pub(super) row: usize,
    pub(super) column: usize,
}

impl Strides {
    /// Row by row.
    pub(super) fn plain(sizes: Sizes) -> Strides {
        Strides {
            row: sizes.columns,
            column: 1,
        }
    }
}
