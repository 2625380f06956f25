//! cuSOLVER, its dense part.
//!
//! Matrices are those of LAPACK: columns one after another, pivots counted from 1.
//!
//! *Invariant:* calls happen in the order of the stream; what a function found out about the matrix lies in memory of the GPU.

use std::ffi::c_int;
use std::ptr;

use super::{Precision, Status, check};
use crate::abi::{Address, Handle};
use crate::error::Error;
use crate::memory::DeviceMemory;
use crate::search::{Found, Missing, Places, Wanted};
use crate::stream::Stream;

/// `CUSOLVER_STATUS_ALLOC_FAILED`
const EXHAUSTED: Status = 2;
/// `CUBLAS_FILL_MODE_UPPER`
const UPPER: c_int = 1;

type Potrf =
    unsafe extern "C" fn(Handle, c_int, c_int, Address, c_int, Address, c_int, Address) -> Status;
type PotrfSize = unsafe extern "C" fn(Handle, c_int, c_int, Address, c_int, *mut c_int) -> Status;
type Getrf =
    unsafe extern "C" fn(Handle, c_int, c_int, Address, c_int, Address, Address, Address) -> Status;
type GetrfSize = unsafe extern "C" fn(Handle, c_int, c_int, Address, c_int, *mut c_int) -> Status;
type Getrs = unsafe extern "C" fn(
    Handle,
    c_int,
    c_int,
    c_int,
    Address,
    c_int,
    Address,
    Address,
    c_int,
    Address,
) -> Status;

/// A function of each precision, as far as the library has it.
type Of4<F> = [(String, Option<F>); 4];

struct Functions {
    potrf: Of4<Potrf>,
    potrf_size: Of4<PotrfSize>,
    getrf: Of4<Getrf>,
    getrf_size: Of4<GetrfSize>,
    getrs: Of4<Getrs>,
}

/// The functions of a name, for all precisions.
///
/// # Safety
/// `F` is the type of the functions in cusolverDn.h; pointers to device memory are its addresses.
unsafe fn of<F: Copy>(library: &Found, name: &str) -> Of4<F> {
    Precision::ALL.map(|precision| {
        let symbol = format!("cusolverDn{}{name}", precision.letter());
        // SAFETY: by contract.
        let function = unsafe { library.function(&symbol) };
        (symbol, function)
    })
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
        stream.context().bind().map_err(missing)?;
        let mut handle = ptr::null_mut();
        // SAFETY: the types are those of cusolverDn.h, the place valid for the call.
        let functions = unsafe {
            let create: unsafe extern "C" fn(*mut Handle) -> Status =
                library.needed("cusolverDnCreate")?;
            let set_stream: unsafe extern "C" fn(Handle, Handle) -> Status =
                library.needed("cusolverDnSetStream")?;
            check("cusolverDnCreate", create(&mut handle), EXHAUSTED).map_err(missing)?;
            let set = set_stream(handle, stream.handle());
            check("cusolverDnSetStream", set, EXHAUSTED).map_err(missing)?;
            Functions {
                potrf: of(&library, "potrf"),
                potrf_size: of(&library, "potrf_bufferSize"),
                getrf: of(&library, "getrf"),
                getrf_size: of(&library, "getrf_bufferSize"),
                getrs: of(&library, "getrs"),
            }
        };
        Ok(Solver {
            functions,
            handle,
            stream: stream.clone(),
        })
    }

    /// Calls one of four functions.
    fn call<F: Copy>(
        &self,
        functions: &Of4<F>,
        precision: Precision,
        call: impl FnOnce(F) -> Status,
    ) -> Result<(), Error> {
        self.stream.context().bind()?;
        let (name, function) = &functions[precision as usize];
        let absent = || Error::refused(format!("cuSOLVER lacks {name}"));
        check("cuSOLVER", call(function.ok_or_else(absent)?), EXHAUSTED)
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
        let (n, _, leading) = matrix.sizes()?;
        let mut size = 0;
        self.call(&self.functions.potrf_size, precision, |function| {
            // SAFETY: by contract.
            unsafe { function(self.handle, UPPER, n, matrix.address, leading, &mut size) }
        })?;
        let work = self.stream.allocate(size as usize * precision.bytes())?;
        let finding = self.finding()?;
        self.call(&self.functions.potrf, precision, |function| {
            let (work, found) = (work.address(), finding.memory.address());
            // SAFETY: by contract; the work memory has the size that was asked for.
            unsafe {
                function(
                    self.handle,
                    UPPER,
                    n,
                    matrix.address,
                    leading,
                    work,
                    size,
                    found,
                )
            }
        })?;
        Ok(finding)
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
        let (m, n, leading) = matrix.sizes()?;
        let mut size = 0;
        self.call(&self.functions.getrf_size, precision, |function| {
            // SAFETY: by contract.
            unsafe { function(self.handle, m, n, matrix.address, leading, &mut size) }
        })?;
        let work = self.stream.allocate(size as usize * precision.bytes())?;
        let finding = self.finding()?;
        self.call(&self.functions.getrf, precision, |function| {
            let (work, found) = (work.address(), finding.memory.address());
            // SAFETY: by contract; the work memory has the size that was asked for.
            unsafe {
                function(
                    self.handle,
                    m,
                    n,
                    matrix.address,
                    leading,
                    work,
                    pivots,
                    found,
                )
            }
        })?;
        Ok(finding)
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
        let (n, _, leading) = factors.sizes()?;
        let (_, count, side_leading) = sides.sizes()?;
        let finding = self.finding()?;
        self.call(&self.functions.getrs, precision, |function| {
            let found = finding.memory.address();
            // `CUBLAS_OP_N` is 0.
            // SAFETY: by contract.
            unsafe {
                function(
                    self.handle,
                    0,
                    n,
                    count,
                    factors.address,
                    leading,
                    pivots,
                    sides.address,
                    side_leading,
                    found,
                )
            }
        })
    }
}
