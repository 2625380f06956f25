//! Functions that a device may have a library for: linear algebra and Fourier transforms.
//!
//! *Invariant:* a function that no device takes is computed on the processor, with the same meaning.

use quasar_abi::{AlgebraOp, Tagged};
use quasar_fourier::FftDirection;

use crate::array::create::kind_of;
use crate::array::object::Array;
use crate::device::{self, Gives};
use crate::numeric::algebra::{self, Call};
use crate::numeric::fourier::{real_part, transform, transformed};
use crate::process::error::Raised;

/// The row of that name.
pub(crate) fn algebra(op: i32, kind: i32, arguments: &[Tagged]) -> Result<Array, Raised> {
    let op = AlgebraOp::from_code(op).expect("a known function");
    if op == AlgebraOp::Version {
        return Array::row(&[device::blas_version()]);
    }
    let call = Call::of(op, kind_of(kind), arguments);
    match device::algebra(&call)? {
        Some(result) => Ok(result),
        None => algebra::compute(&call),
    }
}

/// The row of that name.
pub(crate) fn fourier(
    array: &Array,
    inverse: i32,
    kind: i32,
    dims: &[Tagged],
) -> Result<Array, Raised> {
    let (kind, dims) = (kind_of(kind), transformed(array, dims)?);
    let (gives, direction) = match inverse {
        0 => (Gives::Forward, FftDirection::Forward),
        _ => (Gives::Inverse, FftDirection::Inverse),
    };
    match device::transform(array, gives, kind, &dims)? {
        Some(result) => Ok(result),
        None => transform(array, direction, kind, &dims),
    }
}

/// The row of that name.
pub(crate) fn fourier_real(array: &Array, kind: i32, dims: &[Tagged]) -> Result<Array, Raised> {
    let (kind, dims) = (kind_of(kind), transformed(array, dims)?);
    match device::transform(array, Gives::RealInverse, kind, &dims)? {
        Some(result) => Ok(result),
        None => real_part(array, kind, &dims),
    }
}
