//! Plans of Fourier transforms in single and double precision.
//!
//! rustfft and realfft are generic over the precision, so their code is compiled where a precision is named. Here that happens once: the runtime,
//! its unit tests and its archive share the result, and it is compiled beside the runtime.
//!
//! *Invariant:* nobody else names a planner of these libraries with a precision.

use std::sync::Arc;

pub use realfft::{ComplexToReal, RealToComplex};
pub use rustfft::num_complex::Complex;
pub use rustfft::{Fft, FftDirection, FftNum};

/// A precision in which transforms can be planned. Lengths are in elements of the real or complex line.
pub trait Precision: FftNum {
    /// A plan for complex lines, not scaled in either direction.
    fn plan_complex(length: usize, direction: FftDirection) -> Arc<dyn Fft<Self>>;
    /// A plan from real lines of `length` elements to the first `length / 2 + 1` of their transform.
    fn plan_from_real(length: usize) -> Arc<dyn RealToComplex<Self>>;
    /// A plan from the first `length / 2 + 1` elements of a transform back to real lines, not scaled.
    fn plan_to_real(length: usize) -> Arc<dyn ComplexToReal<Self>>;
}

macro_rules! precisions {
    ($($number:ty),*) => {$(
        impl Precision for $number {
            fn plan_complex(length: usize, direction: FftDirection) -> Arc<dyn Fft<$number>> {
                rustfft::FftPlanner::new().plan_fft(length, direction)
            }
            fn plan_from_real(length: usize) -> Arc<dyn RealToComplex<$number>> {
                realfft::RealFftPlanner::new().plan_fft_forward(length)
            }
            fn plan_to_real(length: usize) -> Arc<dyn ComplexToReal<$number>> {
                realfft::RealFftPlanner::new().plan_fft_inverse(length)
            }
        }
    )*};
}

precisions!(f32, f64);
