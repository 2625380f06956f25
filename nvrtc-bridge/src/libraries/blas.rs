//! cuBLAS.
//!
//! Matrices are those of cuBLAS: columns one after another.
//!
//! *Invariant:* scalars and results of sums lie on the host; calls happen in the order of the stream, those with a result wait for it.

use std::ffi::{c_int, c_void};
use std::ptr;

use super::{Handle, Precision, Status, check, functions};
use crate::abi::Address;
use crate::error::Error;
use crate::search::{Found, Missing, Places, Wanted};
use crate::stream::Stream;

/// `CUBLAS_STATUS_ALLOC_FAILED`
const EXHAUSTED: Status = 3;

/// What stands for a matrix (`cublasOperation_t`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The matrix.
    None = 0,
    /// Its transpose.
    Transpose = 1,
    /// Its conjugate transpose.
    Adjoint = 2,
}

/// A matrix of a GPU.
#[derive(Clone, Copy, Debug)]
pub struct BlasMatrix {
    /// Its first element.
    pub address: Address,
    /// Elements from column to column.
    pub leading: i64,
}

impl BlasMatrix {
    /// The operand that an operation makes of it.
    pub fn under(self, op: Operation) -> BlasOperand {
        BlasOperand { op, matrix: self }
    }
}

/// A matrix as an operand: what `op(A)` stands for.
#[derive(Clone, Copy, Debug)]
pub struct BlasOperand {
    /// What is made of the matrix.
    pub op: Operation,
    /// The matrix.
    pub matrix: BlasMatrix,
}

type Scalar = *const c_void;
type Result1 = *mut c_void;

functions! {
    Blas;
    amax = ["cublasIsamax_v2", "cublasIdamax_v2", "cublasIcamax_v2", "cublasIzamax_v2"]
        (n: c_int, x: Address, step: c_int, result: *mut c_int);
    amin = ["cublasIsamin_v2", "cublasIdamin_v2", "cublasIcamin_v2", "cublasIzamin_v2"]
        (n: c_int, x: Address, step: c_int, result: *mut c_int);
    asum = ["cublasSasum_v2", "cublasDasum_v2", "cublasScasum_v2", "cublasDzasum_v2"]
        (n: c_int, x: Address, step: c_int, result: Result1);
    nrm2 = ["cublasSnrm2_v2", "cublasDnrm2_v2", "cublasScnrm2_v2", "cublasDznrm2_v2"]
        (n: c_int, x: Address, step: c_int, result: Result1);
    dot = ["cublasSdot_v2", "cublasDdot_v2", "cublasCdotu_v2", "cublasZdotu_v2"]
        (n: c_int, x: Address, x_step: c_int, y: Address, y_step: c_int, result: Result1);
    gemm = ["cublasSgemm_v2", "cublasDgemm_v2", "cublasCgemm_v2", "cublasZgemm_v2"]
        (op_a: c_int, op_b: c_int, m: c_int, n: c_int, k: c_int, alpha: Scalar, a: Address, a_leading: c_int,
         b: Address, b_leading: c_int, beta: Scalar, c: Address, c_leading: c_int);
    geam = ["cublasSgeam", "cublasDgeam", "cublasCgeam", "cublasZgeam"]
        (op_a: c_int, op_b: c_int, m: c_int, n: c_int, alpha: Scalar, a: Address, a_leading: c_int, beta: Scalar,
         b: Address, b_leading: c_int, c: Address, c_leading: c_int);
    trsm = ["cublasStrsm_v2", "cublasDtrsm_v2", "cublasCtrsm_v2", "cublasZtrsm_v2"]
        (side: c_int, fill: c_int, op: c_int, diagonal: c_int, m: c_int, n: c_int, alpha: Scalar, a: Address, a_leading: c_int,
         b: Address, b_leading: c_int);
    getrf_batched = ["cublasSgetrfBatched", "cublasDgetrfBatched", "cublasCgetrfBatched", "cublasZgetrfBatched"]
        (n: c_int, matrices: Address, leading: c_int, pivots: Address, found: Address, count: c_int);
    getrs_batched = ["cublasSgetrsBatched", "cublasDgetrsBatched", "cublasCgetrsBatched", "cublasZgetrsBatched"]
        (op: c_int, n: c_int, sides: c_int, factors: Address, leading: c_int, pivots: Address, right: Address, right_leading: c_int,
         found: *mut c_int, count: c_int);
    getri_batched = ["cublasSgetriBatched", "cublasDgetriBatched", "cublasCgetriBatched", "cublasZgetriBatched"]
        (n: c_int, factors: Address, leading: c_int, pivots: Address, inverses: Address, inverses_leading: c_int, found: Address,
         count: c_int);
}

/// A triangle of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlasTriangle {
    /// Below the diagonal, not above.
    pub lower: bool,
    /// Ones stand for the diagonal.
    pub unit: bool,
}

/// Square matrices of one size in memory of the GPU, whose addresses lie there too.
#[derive(Clone, Copy, Debug)]
pub struct BlasStack {
    /// Where the list of addresses is.
    pub addresses: Address,
    /// Rows, from one column to the next as well.
    pub rows: i64,
    /// Columns.
    pub columns: i64,
    /// How many there are.
    pub count: i64,
}

/// A sum over the elements of a vector, or a place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// Of magnitudes.
    Magnitudes,
    /// The Euclidean norm.
    Norm,
}

/// cuBLAS, loaded, with a handle for a stream.
pub struct Blas {
    functions: Functions,
    handle: Handle,
    stream: Stream,
    version: c_int,
}

// SAFETY: the handle may be used by any thread, by one at a time (cuBLAS library, "Thread Safety"), which the caller's lock sees to.
unsafe impl Send for Blas {}
// SAFETY: as above.
unsafe impl Sync for Blas {}

/// A number as the functions take it.
fn scalar(precision: Precision, number: (f64, f64)) -> [u8; 16] {
    let (re, im) = number;
    let mut bytes = [0; 16];
    match precision {
        Precision::Single | Precision::ComplexSingle => {
            bytes[..4].copy_from_slice(&(re as f32).to_ne_bytes());
            bytes[4..8].copy_from_slice(&(im as f32).to_ne_bytes());
        }
        Precision::Double | Precision::ComplexDouble => {
            bytes[..8].copy_from_slice(&re.to_ne_bytes());
            bytes[8..].copy_from_slice(&im.to_ne_bytes());
        }
    }
    bytes
}

/// The inverse of [`scalar`].
fn number(precision: Precision, bytes: &[u8; 16]) -> (f64, f64) {
    let single = |at: usize| f64::from(f32::from_ne_bytes(std::array::from_fn(|i| bytes[at + i])));
    let double = |at: usize| f64::from_ne_bytes(std::array::from_fn(|i| bytes[at + i]));
    match precision {
        Precision::Single => (single(0), 0.0),
        Precision::Double => (double(0), 0.0),
        Precision::ComplexSingle => (single(0), single(4)),
        Precision::ComplexDouble => (double(0), double(8)),
    }
}

/// A count as the functions take it.
fn count(number: i64) -> Result<c_int, Error> {
    c_int::try_from(number).map_err(|_| Error::refused(format!("{number} is too many for cuBLAS")))
}

impl Blas {
    /// Looks for the library and starts it.
    ///
    /// # Errors
    /// Where it was looked for, which symbol is missing, or that it does not start.
    pub fn find(places: &Places, stream: &Stream) -> Result<Blas, Missing> {
        let library = super::find(Wanted::Blas, places, stream.context())?;
        let missing = |error: Error| Missing {
            reason: error.to_string(),
        };
        stream.context().lend().map_err(missing)?;
        let mut handle = ptr::null_mut();
        let mut version = 0;
        // SAFETY: the types are those of cublas_v2.h, the places valid for the calls.
        unsafe {
            let create: unsafe extern "C" fn(*mut Handle) -> Status =
                library.needed("cublasCreate_v2")?;
            let set_stream: unsafe extern "C" fn(Handle, Handle) -> Status =
                library.needed("cublasSetStream_v2")?;
            let get_version: unsafe extern "C" fn(Handle, *mut c_int) -> Status =
                library.needed("cublasGetVersion_v2")?;
            check("cublasCreate_v2", create(&mut handle), EXHAUSTED).map_err(missing)?;
            let set = set_stream(handle, stream.handle().cast());
            check("cublasSetStream_v2", set, EXHAUSTED).map_err(missing)?;
            let asked = get_version(handle, &mut version);
            check("cublasGetVersion_v2", asked, EXHAUSTED).map_err(missing)?;
        }
        Ok(Blas {
            functions: Functions::of(&library),
            handle,
            stream: stream.clone(),
            version,
        })
    }

    /// The version, as 130100 for 13.1.
    pub fn version(&self) -> i32 {
        self.version
    }

    /// The place, counted from 1, of the greatest or least magnitude among elements that lie `step` apart; 0 of no elements.
    ///
    /// # Safety
    /// The address has that many elements.
    ///
    /// # Errors
    /// cuBLAS refuses.
    pub unsafe fn extreme(
        &self,
        precision: Precision,
        greatest: bool,
        n: i64,
        x: Address,
        step: i64,
    ) -> Result<i32, Error> {
        let mut result = 0;
        let (n, step) = (count(n)?, count(step)?);
        // SAFETY: the address has `n` elements so far apart, as the caller promises; the place is valid for the call.
        unsafe {
            match greatest {
                true => self.amax(precision, n, x, step, &mut result)?,
                false => self.amin(precision, n, x, step, &mut result)?,
            }
        }
        Ok(result)
    }

    /// A sum over elements.
    ///
    /// # Safety
    /// The address has that many elements.
    ///
    /// # Errors
    /// cuBLAS refuses.
    pub unsafe fn sum(
        &self,
        precision: Precision,
        sum: Sum,
        n: i64,
        x: Address,
    ) -> Result<f64, Error> {
        let mut bytes = [0; 16];
        let (n, result) = (count(n)?, bytes.as_mut_ptr().cast());
        // SAFETY: the address has `n` elements, as the caller promises; the place has room for any number.
        unsafe {
            match sum {
                Sum::Magnitudes => self.asum(precision, n, x, 1, result)?,
                Sum::Norm => self.nrm2(precision, n, x, 1, result)?,
            }
        }
        Ok(number(precision, &bytes).0)
    }

    /// The sum of products of elements, none conjugated: real and imaginary part.
    ///
    /// # Safety
    /// Both addresses have that many elements.
    ///
    /// # Errors
    /// cuBLAS refuses.
    pub unsafe fn dot_product(
        &self,
        precision: Precision,
        n: i64,
        x: Address,
        y: Address,
    ) -> Result<(f64, f64), Error> {
        let mut bytes = [0; 16];
        // SAFETY: both addresses have `n` elements, as the caller promises; the place has room for any number.
        unsafe { self.dot(precision, count(n)?, x, 1, y, 1, bytes.as_mut_ptr().cast()) }?;
        Ok(number(precision, &bytes))
    }

    /// C := alpha op(A) op(B) + beta C, of m×n with an inner length of k.
    ///
    /// # Safety
    /// The matrices have the sizes that m, n and k ask for.
    ///
    /// # Errors
    /// cuBLAS refuses.
    #[allow(clippy::too_many_arguments, reason = "BLAS has so many")]
    pub unsafe fn multiply(
        &self,
        precision: Precision,
        [m, n, k]: [i64; 3],
        alpha: (f64, f64),
        a: BlasOperand,
        b: BlasOperand,
        beta: (f64, f64),
        c: BlasMatrix,
    ) -> Result<(), Error> {
        let (alpha, beta) = (scalar(precision, alpha), scalar(precision, beta));
        // SAFETY: the matrices have these sizes, as the caller promises; the factors are numbers of the precision.
        unsafe {
            self.gemm(
                precision,
                a.op as c_int,
                b.op as c_int,
                count(m)?,
                count(n)?,
                count(k)?,
                alpha.as_ptr().cast(),
                a.matrix.address,
                count(a.matrix.leading)?,
                b.matrix.address,
                count(b.matrix.leading)?,
                beta.as_ptr().cast(),
                c.address,
                count(c.leading)?,
            )
        }
    }

    /// C := alpha op(A) + beta op(B), of m×n.
    ///
    /// # Safety
    /// The matrices have the sizes that m and n ask for.
    ///
    /// # Errors
    /// cuBLAS refuses.
    #[allow(clippy::too_many_arguments, reason = "BLAS has so many")]
    pub unsafe fn combine(
        &self,
        precision: Precision,
        [m, n]: [i64; 2],
        alpha: (f64, f64),
        a: BlasOperand,
        beta: (f64, f64),
        b: BlasOperand,
        c: BlasMatrix,
    ) -> Result<(), Error> {
        let (alpha, beta) = (scalar(precision, alpha), scalar(precision, beta));
        // SAFETY: the matrices have these sizes, as the caller promises; the factors are numbers of the precision.
        unsafe {
            self.geam(
                precision,
                a.op as c_int,
                b.op as c_int,
                count(m)?,
                count(n)?,
                alpha.as_ptr().cast(),
                a.matrix.address,
                count(a.matrix.leading)?,
                beta.as_ptr().cast(),
                b.matrix.address,
                count(b.matrix.leading)?,
                c.address,
                count(c.leading)?,
            )
        }
    }

    /// B := B op(A)⁻¹, of m×n, for a triangle of A.
    ///
    /// # Safety
    /// The matrices have the sizes that m and n ask for.
    ///
    /// # Errors
    /// cuBLAS refuses.
    pub unsafe fn solve_triangle(
        &self,
        precision: Precision,
        [m, n]: [i64; 2],
        triangle: BlasTriangle,
        op: Operation,
        a: BlasMatrix,
        b: BlasMatrix,
    ) -> Result<(), Error> {
        // `CUBLAS_SIDE_RIGHT`, `CUBLAS_FILL_MODE_LOWER` and `_UPPER`, `CUBLAS_DIAG_NON_UNIT` and `_UNIT`
        let (side, fill, diagonal) = (1, c_int::from(!triangle.lower), c_int::from(triangle.unit));
        let one = scalar(precision, (1.0, 0.0));
        let (a_leading, b_leading) = (count(a.leading)?, count(b.leading)?);
        let alpha = one.as_ptr().cast();
        let (m, n, op) = (count(m)?, count(n)?, op as c_int);
        // SAFETY: the matrices have these sizes, as the caller promises; the factor is a number of the precision.
        unsafe {
            self.trsm(
                precision, side, fill, op, diagonal, m, n, alpha, a.address, a_leading, b.address,
                b_leading,
            )
        }
    }

    /// Replaces each matrix by its factors L and U; there are as many pivots for each as rows, and a place that tells of a singular one.
    ///
    /// # Safety
    /// The addresses have what the sizes ask for.
    ///
    /// # Errors
    /// cuBLAS refuses.
    pub unsafe fn stack_lu(
        &self,
        precision: Precision,
        stack: BlasStack,
        pivots: Address,
        found: Address,
    ) -> Result<(), Error> {
        let (n, matrices) = (count(stack.rows)?, stack.addresses);
        // SAFETY: the caller promises as many matrices, pivots and places for what is found as the stack counts.
        unsafe {
            self.getrf_batched(
                precision,
                n,
                matrices,
                n,
                pivots,
                found,
                count(stack.count)?,
            )
        }
    }

    /// Replaces the columns of each of `sides` by the solutions, from factors and pivots.
    ///
    /// # Safety
    /// The addresses have what the sizes ask for.
    ///
    /// # Errors
    /// cuBLAS refuses.
    pub unsafe fn stack_solve(
        &self,
        precision: Precision,
        factors: BlasStack,
        pivots: Address,
        sides: BlasStack,
    ) -> Result<(), Error> {
        let (n, matrices, right) = (count(factors.rows)?, factors.addresses, sides.addresses);
        let (columns, all, mut found) = (count(sides.columns)?, count(factors.count)?, 0);
        // `CUBLAS_OP_N` is 0.
        // SAFETY: the caller promises as many matrices and pivots as the stacks count; the place is valid for the call.
        unsafe {
            self.getrs_batched(
                precision, 0, n, columns, matrices, n, pivots, right, n, &mut found, all,
            )
        }
    }

    /// The inverse of each matrix, from its factors and pivots.
    ///
    /// # Safety
    /// The addresses have what the sizes ask for.
    ///
    /// # Errors
    /// cuBLAS refuses.
    pub unsafe fn stack_inverse(
        &self,
        precision: Precision,
        factors: BlasStack,
        pivots: Address,
        inverses: BlasStack,
        found: Address,
    ) -> Result<(), Error> {
        let (n, matrices, inverses) = (count(factors.rows)?, factors.addresses, inverses.addresses);
        let all = count(factors.count)?;
        // SAFETY: the caller promises as many matrices, pivots and places for what is found as the stacks count.
        unsafe { self.getri_batched(precision, n, matrices, n, pivots, inverses, n, found, all) }
    }
}
