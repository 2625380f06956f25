//! Computing with numbers on the processor: scalar functions, reductions, products, linear algebra, Fourier transforms, random numbers.
//!
//! *Invariant:* results do not depend on the number of threads.

/// Linear algebra.
pub(crate) mod algebra;
/// The elementary functions of double precision on plain numbers.
pub(crate) mod double;
/// Folds.
mod fold;
/// Fourier transforms.
pub(crate) mod fourier;
/// Plans of Fourier transforms.
pub(crate) mod fourier_plans;
/// Rows of scalar mathematics.
pub(crate) mod math;
/// Matrix products and powers.
pub(crate) mod matrix;
/// Sizes of matrices that are multiplied.
mod product_sizes;
/// Random numbers from a counter.
pub(crate) mod random;
/// Reductions.
pub(crate) mod reduce;
/// Running sums of real numbers.
mod running_sums;
/// The elementary functions on plain numbers.
pub(crate) mod scalar;
/// Running reductions.
pub(crate) mod scan;
/// Sorting.
pub(crate) mod sort;
/// Sum, extremes and variance.
mod totals;
/// Matrix products in vectors of 64 bytes.
#[cfg(target_arch = "x86_64")]
mod wide_product;
