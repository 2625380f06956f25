//! Linear algebra: the functions `blas_*` and those of matrices.
//!
//! All compute in double precision and round their results once, products of matrices excepted, which have the precision of the program:
//! so there is half the code, in every executable, and single precision gets better results than its own arithmetic would give.
//!
//! | file | what it has |
//! |---|---|
//! | `dense` | matrices in memory |
//! | `vectors` | sums over elements, scaled sums, products |
//! | `reflectors` | reflectors of Householder, one by one and together |
//! | `rotations` | vectors that are rotated many times |
//! | `factors` | LU, Cholesky, QR |
//! | `spectral` | singular values, eigenvalues of symmetric matrices |
//! | `bidiagonal` | singular values of matrices that are not small |
//! | `tridiagonal` | eigenvalues of symmetric matrices that are not small |
//! | `eigen` | eigenvalues of other matrices |
//! | `hessenberg`, `schur`, `bulges` | the way to them: the two forms, and steps inside a small square |
//! | `systems` | `blas_*` with matrices, stacks of matrices |
//! | `matrices` | the functions of a matrix: `svd`, `inv`, `det`, … |
//!
//! *Invariant:* arguments are never changed nor given back; every mistake in them is an error that names the function.

mod bidiagonal;
mod bulges;
mod dense;
mod eigen;
mod factors;
mod hessenberg;
mod matrices;
mod reflectors;
mod rotations;
mod schur;
mod spectral;
mod systems;
#[cfg(test)]
mod tests;
mod tridiagonal;
mod vectors;

use std::mem::ManuallyDrop;

use quasar_abi::{AlgebraOp, ElemKind, Tagged};

use crate::array::dims::Dims;
use crate::array::element::C64;
use crate::array::list::{Item, items};
use crate::array::object::{Array, Text};
use crate::process::error::Raised;

pub(crate) use dense::Letter;
use dense::{Dense, Field};
pub(crate) use systems::{pivots, stack_sizes};
pub(crate) use vectors::{product_sizes, sizes};

/// A function on the processor.
pub(crate) fn compute(call: &Call) -> Result<Array, Raised> {
    match call.kind.is_complex() {
        true => of_field::<C64>(call),
        false => of_field::<f64>(call),
    }
}

/// A call: its arguments by what they are.
pub(crate) struct Call {
    /// The function.
    pub(crate) op: AlgebraOp,
    /// The kind of arrays of numbers, and of the results.
    pub(crate) kind: ElemKind,
    /// Numbers in order.
    pub(crate) numbers: Vec<C64>,
    arrays: Vec<ManuallyDrop<Array>>,
    texts: Vec<ManuallyDrop<Text>>,
}

impl Call {
    /// From the arguments of the row.
    pub(crate) fn of(op: AlgebraOp, kind: ElemKind, arguments: &[Tagged]) -> Call {
        let mut call = Call {
            op,
            kind,
            numbers: Vec::new(),
            arrays: Vec::new(),
            texts: Vec::new(),
        };
        for item in items(arguments) {
            match item {
                Item::Array(array) => call.arrays.push(array),
                Item::Text(text) | Item::Quoted(text) => call.texts.push(text),
                number => call.numbers.push(
                    number
                        .number()
                        .expect("an argument is an array, a text or a number"),
                ),
            }
        }
        call
    }

    /// The function in messages.
    pub(crate) fn name(&self) -> &'static str {
        self.op.name()
    }

    /// How many arrays there are.
    pub(crate) fn array_count(&self) -> usize {
        self.arrays.len()
    }

    /// An array, counted from 0.
    pub(crate) fn array(&self, index: usize) -> &Array {
        &self.arrays[index]
    }

    /// The last array.
    pub(crate) fn last_array(&self) -> &Array {
        self.arrays.last().expect("the form has an array")
    }

    /// A mistake in the arguments.
    pub(crate) fn invalid(&self, what: impl std::fmt::Display) -> Raised {
        Raised::invalid(self.name(), what)
    }

    /// A letter that says what stands for a matrix.
    pub(crate) fn letter(&self, index: usize) -> Result<Letter, Raised> {
        match self.texts[index].as_str() {
            "n" => Ok(Letter::Plain),
            "t" => Ok(Letter::Transposed),
            "c" => Ok(Letter::Adjoint),
            other => Err(self.invalid(format!("\"{other}\" is not \"n\", \"t\" or \"c\""))),
        }
    }

    /// Whether a letter is the first of two.
    pub(crate) fn is_first(&self, index: usize, letters: [&str; 2]) -> Result<bool, Raised> {
        match self.texts[index].as_str() {
            text if text == letters[0] => Ok(true),
            text if text == letters[1] => Ok(false),
            other => Err(self.invalid(format!(
                "\"{other}\" is not \"{}\" or \"{}\"",
                letters[0], letters[1]
            ))),
        }
    }

    /// The array as a matrix.
    pub(crate) fn require_matrix(&self, array: &Array) -> Result<Dims, Raised> {
        let dims = array.dims();
        match dims.count() > 2 {
            true => Err(self.invalid(format!("an array of size {dims} is not a matrix"))),
            false => Ok(dims),
        }
    }

    /// The array as a square matrix.
    pub(crate) fn require_square(&self, array: &Array) -> Result<usize, Raised> {
        let dims = self.require_matrix(array)?;
        match dims.get(0) == dims.get(1) {
            true => Ok(dims.get(0) as usize),
            false => Err(self.invalid(format!("a matrix of size {dims} is not square"))),
        }
    }

    fn matrix<T: Field>(&self, index: usize) -> Result<Dense<T>, Raised> {
        self.require_matrix(self.array(index))?;
        Dense::of(self.array(index))
    }

    fn square<T: Field>(&self, index: usize) -> Result<Dense<T>, Raised> {
        self.require_square(self.array(index))?;
        Dense::of(self.array(index))
    }

    /// A matrix whose elements are all finite.
    fn finite<T: Field>(&self, matrix: Dense<T>) -> Result<Dense<T>, Raised> {
        match matrix.is_finite() {
            true => Ok(matrix),
            false => Err(self.invalid("the matrix has elements that are not finite numbers")),
        }
    }

    /// The error of a matrix without inverse.
    pub(crate) fn singular(&self, place: usize) -> Raised {
        self.invalid(format!(
            "the matrix is singular: pivot {place}, counted from 0, is 0"
        ))
    }

    /// The error of a matrix without Cholesky factor.
    pub(crate) fn not_positive(&self, place: usize) -> Raised {
        self.invalid(format!(
            "the matrix is not positive definite: pivot {place}, counted from 0, is not above 0"
        ))
    }

    /// Scalars of the program's precision.
    fn real_kind(&self) -> ElemKind {
        match self.kind {
            ElemKind::F32 | ElemKind::C32 => ElemKind::F32,
            _ => ElemKind::F64,
        }
    }
}

/// A function computed in real or complex numbers.
fn of_field<T: Field>(call: &Call) -> Result<Array, Raised> {
    match call.op {
        AlgebraOp::Amax => vectors::extreme::<T>(call, true),
        AlgebraOp::Amin => vectors::extreme::<T>(call, false),
        AlgebraOp::Asum => vectors::sum_of_magnitudes::<T>(call),
        AlgebraOp::Nrm2 => vectors::euclidean::<T>(call),
        AlgebraOp::Dot => vectors::dot_product::<T>(call),
        AlgebraOp::Scal => vectors::scaled::<T>(call),
        AlgebraOp::Axpy => vectors::scaled_sum::<T>(call),
        AlgebraOp::Gemm => vectors::matrix_product::<T>(call),
        AlgebraOp::Gemv => vectors::vector_product::<T>(call),
        AlgebraOp::Geam => vectors::matrix_sum::<T>(call),
        AlgebraOp::Transpose => call.matrix::<T>(0)?.transposed().to_array(call.kind),
        AlgebraOp::HermTranspose => call.matrix::<T>(0)?.adjoint().to_array(call.kind),
        AlgebraOp::Trsv => systems::triangular::<T>(call),
        AlgebraOp::Chol => systems::cholesky::<T>(call),
        AlgebraOp::CholSolve => systems::cholesky_solution::<T>(call),
        AlgebraOp::Lu => systems::packed_lu::<T>(call),
        AlgebraOp::LuSolve => systems::lu_solution::<T>(call),
        AlgebraOp::Qr => systems::packed_qr::<T>(call),
        AlgebraOp::Q => systems::q_of_packed::<T>(call),
        AlgebraOp::Gesvd => matrices::singular_vectors::<T>(call),
        AlgebraOp::LuBatched => systems::stack_lu::<T>(call),
        AlgebraOp::LuMatInvBatched | AlgebraOp::MatInvBatches => systems::stack_inverse::<T>(call),
        AlgebraOp::LuSolveBatched => systems::stack_solution::<T>(call),
        AlgebraOp::Version => unreachable!("only devices have a library with a version"),
        AlgebraOp::Svd => matrices::svd::<T>(call),
        AlgebraOp::QrFactors => matrices::qr::<T>(call),
        AlgebraOp::LuFactors => matrices::lu::<T>(call),
        AlgebraOp::SymEig => matrices::symmetric_eigen::<T>(call),
        AlgebraOp::Eig => matrices::eigen::<T>(call),
        AlgebraOp::CholFactor => matrices::upper_cholesky::<T>(call),
        AlgebraOp::Inv => matrices::inverse::<T>(call),
        AlgebraOp::Det => matrices::determinant::<T>(call),
        AlgebraOp::LogDet => matrices::log_determinant::<T>(call),
        AlgebraOp::Pinv => matrices::pseudo_inverse::<T>(call),
        AlgebraOp::LSolve => matrices::solution::<T>(call),
        AlgebraOp::Cond => matrices::condition::<T>(call),
        AlgebraOp::Rank => matrices::rank::<T>(call),
        AlgebraOp::Trace => matrices::trace::<T>(call),
        AlgebraOp::Kron => matrices::kronecker::<T>(call),
    }
}

/// Several results in one array.
pub(crate) fn several(results: Vec<Array>) -> Result<Array, Raised> {
    let array = Array::zeros(ElemKind::Array, Dims::row(results.len() as i64))?;
    for (place, result) in array.objects().iter().zip(results) {
        place.set(result.into_raw());
    }
    Ok(array)
}

/// A number as the result of a function.
fn number<T: Field>(value: T, kind: ElemKind) -> Result<Array, Raised> {
    dense::to_array(&[value], Dims::new(&[]), kind)
}
