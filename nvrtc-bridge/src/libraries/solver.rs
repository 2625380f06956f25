//! cuSOLVER, its dense part.
//!
//! Matrices are those of LAPACK: columns one after another, pivots counted from 1.
//!
//! *Invariant:* calls happen in the order of the stream; what a function found out about the matrix lies in memory of the GPU.

use std::ffi::{c_int, c_schar};
use std::ptr;

use super::{Handle, Precision, Status, check, functions};
use crate::abi::Address;
use crate::error::Error;
use crate::memory::DeviceMemory;
use crate::search::{Found, Missing, Places, Wanted};
use crate::stream::Stream;

/// `CUSOLVER_STATUS_ALLOC_FAILED`
const EXHAUSTED: Status = 2;
/// `CUBLAS_FILL_MODE_UPPER`
const UPPER: c_int = 1;

/// `S`: as many vectors as the lesser size.
const SOME: c_schar = b'S' as c_schar;

functions! {
    Solver;
    potrf_size = ["cusolverDnSpotrf_bufferSize", "cusolverDnDpotrf_bufferSize", "cusolverDnCpotrf_bufferSize", "cusolverDnZpotrf_bufferSize"]
        (fill: c_int, n: c_int, a: Address, leading: c_int, size: *mut c_int);
    potrf = ["cusolverDnSpotrf", "cusolverDnDpotrf", "cusolverDnCpotrf", "cusolverDnZpotrf"]
        (fill: c_int, n: c_int, a: Address, leading: c_int, work: Address, size: c_int, found: Address);
    getrf_size = ["cusolverDnSgetrf_bufferSize", "cusolverDnDgetrf_bufferSize", "cusolverDnCgetrf_bufferSize", "cusolverDnZgetrf_bufferSize"]
        (m: c_int, n: c_int, a: Address, leading: c_int, size: *mut c_int);
    getrf = ["cusolverDnSgetrf", "cusolverDnDgetrf", "cusolverDnCgetrf", "cusolverDnZgetrf"]
        (m: c_int, n: c_int, a: Address, leading: c_int, work: Address, pivots: Address, found: Address);
    getrs = ["cusolverDnSgetrs", "cusolverDnDgetrs", "cusolverDnCgetrs", "cusolverDnZgetrs"]
        (op: c_int, n: c_int, sides: c_int, a: Address, leading: c_int, pivots: Address, b: Address, b_leading: c_int, found: Address);
    geqrf_size = ["cusolverDnSgeqrf_bufferSize", "cusolverDnDgeqrf_bufferSize", "cusolverDnCgeqrf_bufferSize", "cusolverDnZgeqrf_bufferSize"]
        (m: c_int, n: c_int, a: Address, leading: c_int, size: *mut c_int);
    geqrf = ["cusolverDnSgeqrf", "cusolverDnDgeqrf", "cusolverDnCgeqrf", "cusolverDnZgeqrf"]
        (m: c_int, n: c_int, a: Address, leading: c_int, taus: Address, work: Address, size: c_int, found: Address);
    orgqr_size = ["cusolverDnSorgqr_bufferSize", "cusolverDnDorgqr_bufferSize", "cusolverDnCungqr_bufferSize", "cusolverDnZungqr_bufferSize"]
        (m: c_int, n: c_int, k: c_int, a: Address, leading: c_int, taus: Address, size: *mut c_int);
    orgqr = ["cusolverDnSorgqr", "cusolverDnDorgqr", "cusolverDnCungqr", "cusolverDnZungqr"]
        (m: c_int, n: c_int, k: c_int, a: Address, leading: c_int, taus: Address, work: Address, size: c_int, found: Address);
    gesvd_size = ["cusolverDnSgesvd_bufferSize", "cusolverDnDgesvd_bufferSize", "cusolverDnCgesvd_bufferSize", "cusolverDnZgesvd_bufferSize"]
        (m: c_int, n: c_int, size: *mut c_int);
    gesvd = ["cusolverDnSgesvd", "cusolverDnDgesvd", "cusolverDnCgesvd", "cusolverDnZgesvd"]
        (left_job: c_schar, right_job: c_schar, m: c_int, n: c_int, a: Address, leading: c_int, values: Address, left: Address,
         left_leading: c_int, right: Address, right_leading: c_int, work: Address, size: c_int, rest: Address, found: Address);
}

/// cuSOLVER, loaded, with a handle for a stream.
pub struct Solver {
    functions: Functions,
    handle: Handle,
    stream: Stream,
}

// SAFETY: the handle may be used by any thread, by one at a time, which the caller's lock sees to.
unsafe impl Send for Solver {}
// SAFETY: as above.
unsafe impl Sync for Solver {}

/// A square or other matrix in memory of the GPU.
#[derive(Clone, Copy, Debug)]
pub struct SolverMatrix {
    /// Rows.
    pub rows: i64,
    /// Columns.
    pub columns: i64,
    /// The first element; columns lie one after another.
    pub address: Address,
}

impl SolverMatrix {
    fn sizes(&self) -> Result<(c_int, c_int, c_int), Error> {
        let fits = |size: i64| {
            c_int::try_from(size)
                .map_err(|_| Error::refused(format!("{size} is too many for cuSOLVER")))
        };
        let rows = fits(self.rows)?;
        Ok((rows, fits(self.columns)?, rows.max(1)))
    }
}

/// What a function found out: a place in the matrix, counted from 1, or 0.
pub struct Finding {
    memory: DeviceMemory,
    stream: Stream,
}

impl Finding {
    /// Waits for the function.
    ///
    /// # Errors
    /// The work in the stream has failed.
    pub fn wait(&self) -> Result<i32, Error> {
        self.stream.synchronize()?;
        let mut bytes = [0; 4];
        self.memory.read(0, &mut bytes)?;
        Ok(i32::from_ne_bytes(bytes))
    }
}

impl Solver {
    /// Looks for the library and starts it.
    ///
    /// # Errors
    /// Where it was looked for, which symbol is missing, or that it does not start.
    pub fn find(places: &Places, stream: &Stream) -> Result<Solver, Missing> {
        let library = super::find(Wanted::Solver, places, stream.context())?;
        let missing = |error: Error| Missing {
            reason: error.to_string(),
        };
        stream.context().lend().map_err(missing)?;
        let mut handle = ptr::null_mut();
        // SAFETY: the types are those of cusolverDn.h, the place valid for the call.
        unsafe {
            let create: unsafe extern "C" fn(*mut Handle) -> Status =
                library.needed("cusolverDnCreate")?;
            let set_stream: unsafe extern "C" fn(Handle, Handle) -> Status =
                library.needed("cusolverDnSetStream")?;
            check("cusolverDnCreate", create(&mut handle), EXHAUSTED).map_err(missing)?;
            let set = set_stream(handle, stream.handle().cast());
            check("cusolverDnSetStream", set, EXHAUSTED).map_err(missing)?;
        }
        Ok(Solver {
            functions: Functions::of(&library),
            handle,
            stream: stream.clone(),
        })
    }

    /// Asks how many numbers of work memory a function wants, and calls it with them and a place for what it finds out.
    fn with_work(
        &self,
        precision: Precision,
        ask: impl FnOnce(&mut c_int) -> Result<(), Error>,
        call: impl FnOnce(Address, c_int, Address) -> Result<(), Error>,
    ) -> Result<Finding, Error> {
        let mut size = 0;
        ask(&mut size)?;
        let work = self
            .stream
            .allocate(size.max(1) as usize * precision.bytes())?;
        let finding = self.finding()?;
        call(work.address(), size, finding.memory.address())?;
        Ok(finding)
    }

    fn finding(&self) -> Result<Finding, Error> {
        Ok(Finding {
            memory: self.stream.allocate(size_of::<c_int>())?,
            stream: self.stream.clone(),
        })
    }

    /// Replaces the upper triangle of a matrix by the factor U of A = Uᴴ U.
    ///
    /// # Safety
    /// The address has as many elements as the sizes say.
    ///
    /// # Errors
    /// cuSOLVER refuses, or there is too little memory.
    pub unsafe fn cholesky(
        &self,
        precision: Precision,
        matrix: SolverMatrix,
    ) -> Result<Finding, Error> {
        let ((n, _, leading), a) = (matrix.sizes()?, matrix.address);
        self.with_work(
            precision,
            // SAFETY: only the place for the size is written, which is valid; the address is the caller's matrix.
            |size| unsafe { self.potrf_size(precision, UPPER, n, a, leading, size) },
            // SAFETY: the addresses reach as far as the caller promises, the work memory has the size that was asked for.
            |work, size, found| unsafe {
                self.potrf(precision, UPPER, n, a, leading, work, size, found)
            },
        )
    }

    /// Replaces a matrix by its factors L and U; the pivots are as many ints as the lesser of its sizes.
    ///
    /// # Safety
    /// The addresses have as many elements as the sizes say.
    ///
    /// # Errors
    /// cuSOLVER refuses, or there is too little memory.
    pub unsafe fn lu(
        &self,
        precision: Precision,
        matrix: SolverMatrix,
        pivots: Address,
    ) -> Result<Finding, Error> {
        let ((m, n, leading), a) = (matrix.sizes()?, matrix.address);
        self.with_work(
            precision,
            // SAFETY: only the place for the size is written, which is valid; the address is the caller's matrix.
            |size| unsafe { self.getrf_size(precision, m, n, a, leading, size) },
            // SAFETY: the addresses reach as far as the caller promises, the work memory has the size that was asked for.
            |work, _, found| unsafe {
                self.getrf(precision, m, n, a, leading, work, pivots, found)
            },
        )
    }

    /// Replaces the columns of `sides` by the solutions, from factors and pivots.
    ///
    /// # Safety
    /// The addresses have as many elements as the sizes say.
    ///
    /// # Errors
    /// cuSOLVER refuses.
    pub unsafe fn solve(
        &self,
        precision: Precision,
        factors: SolverMatrix,
        pivots: Address,
        sides: SolverMatrix,
    ) -> Result<(), Error> {
        let ((n, _, leading), a) = (factors.sizes()?, factors.address);
        let ((_, count, side_leading), b) = (sides.sizes()?, sides.address);
        let finding = self.finding()?;
        let found = finding.memory.address();
        // `CUBLAS_OP_N` is 0.
        // SAFETY: the addresses reach as far as the caller promises; the finding's memory has room for an int.
        unsafe {
            self.getrs(
                precision,
                0,
                n,
                count,
                a,
                leading,
                pivots,
                b,
                side_leading,
                found,
            )
        }
    }

    /// Replaces a matrix by R and the reflectors of Q; their factors are as many numbers as the lesser of its sizes.
    ///
    /// # Safety
    /// The addresses have as many elements as the sizes say.
    ///
    /// # Errors
    /// cuSOLVER refuses, or there is too little memory.
    pub unsafe fn qr(
        &self,
        precision: Precision,
        matrix: SolverMatrix,
        taus: Address,
    ) -> Result<Finding, Error> {
        let ((m, n, leading), a) = (matrix.sizes()?, matrix.address);
        self.with_work(
            precision,
            // SAFETY: only the place for the size is written, which is valid; the address is the caller's matrix.
            |size| unsafe { self.geqrf_size(precision, m, n, a, leading, size) },
            // SAFETY: the addresses reach as far as the caller promises, the work memory has the size that was asked for.
            |work, size, found| unsafe {
                self.geqrf(precision, m, n, a, leading, taus, work, size, found)
            },
        )
    }

    /// Replaces reflectors, as many as columns and no more than rows, by the first columns of Q.
    ///
    /// # Safety
    /// The addresses have as many elements as the sizes say.
    ///
    /// # Errors
    /// cuSOLVER refuses, or there is too little memory.
    pub unsafe fn q(
        &self,
        precision: Precision,
        matrix: SolverMatrix,
        taus: Address,
    ) -> Result<Finding, Error> {
        let ((m, n, leading), a) = (matrix.sizes()?, matrix.address);
        self.with_work(
            precision,
            // SAFETY: only the place for the size is written, which is valid; the address is the caller's matrix.
            |size| unsafe { self.orgqr_size(precision, m, n, n, a, leading, taus, size) },
            // SAFETY: the addresses reach as far as the caller promises, the work memory has the size that was asked for.
            |work, size, found| unsafe {
                self.orgqr(precision, m, n, n, a, leading, taus, work, size, found)
            },
        )
    }

    /// The singular values, in descending order, and vectors of a matrix that has no more columns than rows: A = U diag(values) V, where U
    /// is of the size of A and V is square. The matrix is lost.
    ///
    /// # Safety
    /// The addresses have as many elements as the sizes say.
    ///
    /// # Errors
    /// cuSOLVER refuses, or there is too little memory.
    pub unsafe fn singular(
        &self,
        precision: Precision,
        matrix: SolverMatrix,
        values: Address,
        [left, right]: [Address; 2],
    ) -> Result<Finding, Error> {
        let ((m, n, leading), a) = (matrix.sizes()?, matrix.address);
        let rest = self
            .stream
            .allocate(n.max(1) as usize * precision.bytes())?;
        let rest = rest.address();
        self.with_work(
            precision,
            // SAFETY: only the place for the size is written, which is valid; the address is the caller's matrix.
            |size| unsafe { self.gesvd_size(precision, m, n, size) },
            // SAFETY: the addresses reach as far as the caller promises, the work memory has the size that was asked for.
            |work, size, found| unsafe {
                self.gesvd(
                    precision, SOME, SOME, m, n, a, leading, values, left, leading, right, n, work,
                    size, rest, found,
                )
            },
        )
    }
}
