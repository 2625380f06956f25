//! Dimensions of arrays.
//!
//! *Invariant:* trailing singletons are not counted, at least one dimension is, and every size is at least 0.

use std::fmt;

use quasar_abi::{MAXIMUM_DIMENSIONS, RtError};

use crate::process::error::Raised;

/// The most that is made for each element of a dimension of an array without elements. Such dimensions may be as long as `int` counts, and
/// neither memory nor time is spent on nothing.
pub(crate) const LONGEST_EMPTY: i64 = 1 << 24;

/// The sizes of an array's dimensions, padded with 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dims {
    sizes: [i64; MAXIMUM_DIMENSIONS],
    count: usize,
}

impl Dims {
    /// From sizes; trailing singletons are dropped.
    ///
    /// # Panics
    /// With more than 16 sizes or a negative one.
    pub fn new(sizes: &[i64]) -> Dims {
        assert!(
            sizes.iter().all(|size| *size >= 0),
            "sizes are not negative"
        );
        let mut padded = [1; MAXIMUM_DIMENSIONS];
        padded[..sizes.len()].copy_from_slice(sizes);
        let count = padded
            .iter()
            .rposition(|size| *size != 1)
            .map_or(1, |last| last + 1);
        Dims {
            sizes: padded,
            count,
        }
    }

    /// From sizes that a program gave.
    ///
    /// # Errors
    /// More than 16 sizes, or a negative one; `function` is named in the message.
    pub fn checked(function: &str, sizes: &[i64]) -> Result<Dims, Raised> {
        if sizes.len() > MAXIMUM_DIMENSIONS {
            return Err(Raised::invalid(
                function,
                format!("an array has at most 16 dimensions, not {}", sizes.len()),
            ));
        }
        match sizes.iter().find(|size| **size < 0) {
            Some(size) => Err(Raised::invalid(
                function,
                format!("a size cannot be negative ({size})"),
            )),
            None => Ok(Dims::new(sizes)),
        }
    }

    /// 1×n.
    pub fn row(length: i64) -> Dims {
        Dims::new(&[1, length])
    }

    /// n×1.
    pub fn column(length: i64) -> Dims {
        Dims::new(&[length])
    }

    /// Rows×columns.
    pub fn matrix(rows: i64, columns: i64) -> Dims {
        Dims::new(&[rows, columns])
    }

    /// Number of dimensions without trailing singletons, at least 1.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The counted sizes.
    pub fn sizes(&self) -> &[i64] {
        &self.sizes[..self.count]
    }

    /// All sixteen sizes.
    pub fn padded(&self) -> &[i64; MAXIMUM_DIMENSIONS] {
        &self.sizes
    }

    /// The size of a dimension; 1 beyond the last.
    pub fn get(&self, dim: usize) -> i64 {
        self.sizes.get(dim).copied().unwrap_or(1)
    }

    /// The same with another size at `dim`.
    pub fn with(&self, dim: usize, size: i64) -> Dims {
        let mut sizes = self.sizes;
        sizes[dim] = size;
        Dims::new(&sizes)
    }

    /// Number of elements. Also without elements no size is more than `int` can count, and the others' product fits 64 bits, so that what is
    /// computed of sizes does.
    ///
    /// # Errors
    /// More than `int` can count.
    pub fn numel(&self) -> Result<i64, Raised> {
        let most = i64::from(i32::MAX);
        let sizes = || self.sizes().iter().copied().filter(|size| *size > 0);
        let product = sizes().try_fold(1i64, |product, size| product.checked_mul(size));
        let is_empty = self.sizes().contains(&0);
        match product {
            Some(_) if is_empty && sizes().all(|size| size <= most) => Ok(0),
            Some(numel) if !is_empty && numel <= most => Ok(numel),
            _ => Err(Raised::invalid(
                "array",
                format!("{self} elements are more than an int can count"),
            )),
        }
    }

    /// Elements between neighbours along each of the counted dimensions, row-major.
    pub fn strides(&self) -> [i64; MAXIMUM_DIMENSIONS] {
        let mut strides = [1; MAXIMUM_DIMENSIONS];
        for dim in (0..self.count - 1).rev() {
            strides[dim] = strides[dim + 1] * self.sizes[dim + 1];
        }
        strides
    }

    /// The sizes that are not 1, in order: what is compared "after squeezing".
    pub fn squeezed(&self) -> Vec<i64> {
        self.sizes()
            .iter()
            .copied()
            .filter(|size| *size != 1)
            .collect()
    }

    /// Whether at most one dimension is not 1, and which: the one that a vector runs along (the last of two for a single element).
    pub fn vector_dim(&self) -> Option<usize> {
        let mut long = (0..self.count).filter(|dim| self.sizes[*dim] != 1);
        match (long.next(), long.next()) {
            (None, _) => Some(1),
            (Some(dim), None) => Some(dim),
            (Some(_), Some(_)) => None,
        }
    }

    /// Elements before, along and behind a dimension: how a reduction walks.
    pub fn around(&self, dim: usize) -> (usize, usize, usize) {
        let product = |sizes: &[i64]| sizes.iter().product::<i64>() as usize;
        let dim = dim.min(MAXIMUM_DIMENSIONS - 1);
        (
            product(&self.sizes[..dim]),
            self.sizes[dim] as usize,
            product(&self.sizes[dim + 1..]),
        )
    }

    /// Refuses to make an array of so many elements of one that has none, and of these sizes.
    ///
    /// # Errors
    /// There would be too many; `function` is named in the message.
    pub fn require_few_of_none(&self, function: &str, made: &Dims) -> Result<(), Raised> {
        if !self.sizes().contains(&0) || made.numel()? <= LONGEST_EMPTY {
            return Ok(());
        }
        let what = format!(
            "{made} elements are too many to make of an array of size {self}, which has none"
        );
        Err(Raised::invalid(function, what))
    }

    /// The error of an operation whose operands have other sizes than these two.
    pub fn mismatch(operation: &str, left: &Dims, right: &Dims) -> Raised {
        Raised::new(RtError::SizeMismatch, &[&operation, left, right])
    }
}

impl fmt::Display for Dims {
    /// `3x4`; a column shows its second dimension.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.sizes[0], self.sizes[1])?;
        self.sizes()
            .iter()
            .skip(2)
            .try_for_each(|size| write!(out, "x{size}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_singletons_do_not_count() {
        assert_eq!(Dims::new(&[4, 5, 1]).sizes(), [4, 5]);
        assert_eq!(Dims::new(&[4, 1]).sizes(), [4]);
        assert_eq!(Dims::new(&[]).sizes(), [1]);
        assert_eq!(Dims::row(0).sizes(), [1, 0]);
    }

    #[test]
    fn strides_are_row_major() {
        assert_eq!(Dims::new(&[2, 3, 4]).strides()[..3], [12, 4, 1]);
        assert_eq!(Dims::new(&[2, 3, 4]).around(1), (2, 3, 4));
    }

    #[test]
    fn numel_is_limited() {
        assert_eq!(Dims::new(&[0, 1 << 30]).numel().ok(), Some(0));
        assert!(Dims::new(&[0, 1 << 31]).numel().is_err());
        assert!(Dims::new(&[0, i64::MAX]).numel().is_err());
        assert!(Dims::new(&[0, 1 << 30, 1 << 30, 1 << 30]).numel().is_err());
        assert!(Dims::new(&[1 << 40, 1 << 40]).numel().is_err());
        assert!(Dims::checked("zeros", &[1; 17]).is_err());
        assert!(Dims::checked("zeros", &[-1]).is_err());
    }

    #[test]
    fn vectors_are_recognised() {
        assert_eq!(Dims::row(5).vector_dim(), Some(1));
        assert_eq!(Dims::column(5).vector_dim(), Some(0));
        assert_eq!(Dims::new(&[1, 1, 5]).vector_dim(), Some(2));
        assert_eq!(Dims::matrix(2, 2).vector_dim(), None);
    }

    #[test]
    fn shown_with_at_least_two_sizes() {
        assert_eq!(Dims::column(3).to_string(), "3x1");
        assert_eq!(Dims::new(&[2, 3, 4]).to_string(), "2x3x4");
    }
}
