//! cuBLAS.
//!
//! Matrices are those of cuBLAS: columns one after another.
//!
//! *Invariant:* scalars and results of sums lie on the host; calls happen in the order of the stream, those with a result wait for it.

use std::ffi::{c_int, c_void};
use std::ptr;

use super::{Precision, Status, check};
use crate::abi::{Address, Handle};
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

type Scalar = *const c_void;
type Result1 = *mut c_void;

/// A row is: name = function of four precisions (arguments behind the handle). A name of the library begins with `cublas`.
macro_rules! functions {
    ($( $name:ident = $names:tt ( $($argument:ident : $type:ty),* ); )*) => {
        /// What the library has of the table, by precision.
        struct Functions {
            $( $name: [Option<unsafe extern "C" fn(Handle, $($type),*) -> Status>; 4], )*
        }

        impl Functions {
            fn of(library: &Found) -> Functions {
                $( let $name: [&str; 4] = $names; )*
                // SAFETY: the types are those of cublas_v2.h; pointers to device memory are its addresses, numbers of any precision
                // are passed by pointers of one type.
                unsafe {
                    Functions { $( $name: $name.map(|name| library.function(name)), )* }
                }
            }
        }

        // SAFETY of each: the arguments are what cublas_v2.h asks of the function of that name.
        #[allow(clippy::too_many_arguments)]
        impl Blas {
            $(
                unsafe fn $name(&self, precision: Precision, $($argument: $type),*) -> Result<(), Error> {
                    let names: [&'static str; 4] = $names;
                    let index = precision as usize;
                    let call = names[index];
                    self.stream.context().bind()?;
                    let function = self.functions.$name[index].ok_or(Error::Unsupported { call })?;
                    // SAFETY: the caller keeps to what cublas_v2.h asks; the handle is alive.
                    check(call, unsafe { function(self.handle, $($argument),*) }, EXHAUSTED)
                }
            )*
        }
    };
}

functions! {
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
fn scalar(precision: Precision, (re, im): (f64, f64)) -> [u8; 16] {
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
        stream.context().bind().map_err(missing)?;
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
            let set = set_stream(handle, stream.handle());
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

    /// The place, counted from 1, of the greatest or least magnitude; 0 of no elements.
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
    ) -> Result<i32, Error> {
        let mut result = 0;
        let n = count(n)?;
        // SAFETY: by contract; the place is valid for the call.
        unsafe {
            match greatest {
                true => self.amax(precision, n, x, 1, &mut result)?,
                false => self.amin(precision, n, x, 1, &mut result)?,
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
        // SAFETY: by contract; the place has room for any number.
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
        // SAFETY: by contract; the place has room for any number.
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
        (op_a, a): (Operation, BlasMatrix),
        (op_b, b): (Operation, BlasMatrix),
        beta: (f64, f64),
        c: BlasMatrix,
    ) -> Result<(), Error> {
        let (alpha, beta) = (scalar(precision, alpha), scalar(precision, beta));
        // SAFETY: by contract.
        unsafe {
            self.gemm(
                precision,
                op_a as c_int,
                op_b as c_int,
                count(m)?,
                count(n)?,
                count(k)?,
                alpha.as_ptr().cast(),
                a.address,
                count(a.leading)?,
                b.address,
                count(b.leading)?,
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
        (op_a, a): (Operation, BlasMatrix),
        beta: (f64, f64),
        (op_b, b): (Operation, BlasMatrix),
        c: BlasMatrix,
    ) -> Result<(), Error> {
        let (alpha, beta) = (scalar(precision, alpha), scalar(precision, beta));
        // SAFETY: by contract.
        unsafe {
            self.geam(
                precision,
                op_a as c_int,
                op_b as c_int,
                count(m)?,
                count(n)?,
                alpha.as_ptr().cast(),
                a.address,
                count(a.leading)?,
                beta.as_ptr().cast(),
                b.address,
                count(b.leading)?,
                c.address,
                count(c.leading)?,
            )
        }
    }
}
