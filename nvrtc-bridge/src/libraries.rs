//! NVIDIA's libraries of ready functions: cuFFT, cuBLAS, cuSOLVER.
//!
//! The emulated driver's own library stands in for all of them where that driver is used: NVIDIA's would not work with it.
//!
//! *Invariant:* no function here panics because a library or a symbol is missing.

pub mod blas;
pub mod fft;
pub mod solver;

use std::ffi::{c_int, c_void};

use crate::context::Context;
use crate::error::{Error, code};
use crate::search::{self, Found, Missing, Places, Wanted};

/// A number that a library's function gives: 0 is success.
type Status = c_int;
/// What a library knows of a user of it, and its pointer to a stream.
type Handle = *mut c_void;

/// Numbers that a function computes with: the letter in the names of BLAS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// `float`, S
    Single,
    /// `double`, D
    Double,
    /// Two `float`, C
    ComplexSingle,
    /// Two `double`, Z
    ComplexDouble,
}

impl Precision {
    /// The letter of BLAS.
    pub fn letter(self) -> char {
        match self {
            Precision::Single => 'S',
            Precision::Double => 'D',
            Precision::ComplexSingle => 'C',
            Precision::ComplexDouble => 'Z',
        }
    }

    /// Bytes of a number.
    pub fn bytes(self) -> usize {
        match self {
            Precision::Single => 4,
            Precision::Double | Precision::ComplexSingle => 8,
            Precision::ComplexDouble => 16,
        }
    }

    /// Whether a number has an imaginary part.
    pub fn is_complex(self) -> bool {
        match self {
            Precision::Single | Precision::Double => false,
            Precision::ComplexSingle | Precision::ComplexDouble => true,
        }
    }
}

/// The functions of a library that exist in four precisions. A row is: name = the names in single, double, complex single and complex
/// double precision (arguments behind the handle). The library gets a method for each row; `EXHAUSTED` is its status of too little memory.
macro_rules! functions {
    ($library:ident; $( $name:ident = $names:tt ( $($argument:ident : $type:ty),* $(,)? ); )*) => {
        /// What the library has of the table, by precision.
        struct Functions {
            $( $name: [Option<unsafe extern "C" fn(Handle, $($type),*) -> Status>; 4], )*
        }

        impl Functions {
            fn of(library: &Found) -> Functions {
                $( let $name: [&str; 4] = $names; )*
                // SAFETY: the types are those of the library's header; pointers to device memory are its addresses, numbers of any
                // precision are passed by pointers of one type.
                unsafe {
                    Functions { $( $name: $name.map(|name| library.function(name)), )* }
                }
            }
        }

        // SAFETY of each: the arguments are what the library's header asks of the function of that name.
        #[allow(clippy::too_many_arguments)]
        impl $library {
            $(
                unsafe fn $name(&self, precision: Precision, $($argument: $type),*) -> Result<(), Error> {
                    let names: [&'static str; 4] = $names;
                    let index = precision as usize;
                    let call = names[index];
                    self.stream.context().lend()?;
                    let function = self.functions.$name[index].ok_or(Error::Unsupported { call })?;
                    // SAFETY: the caller keeps to what the header asks; the handle is alive.
                    check(call, unsafe { function(self.handle, $($argument),*) }, EXHAUSTED)
                }
            )*
        }
    };
}
use functions;

/// Looks for a library that works with the driver of a context.
///
/// # Errors
/// Where it was looked for.
fn find(wanted: Wanted, places: &Places, context: &Context) -> Result<Found, Missing> {
    let driver = context.driver();
    match driver.is_emulated() {
        true => search::open(driver.path()),
        false => search::find(wanted, places),
    }
}

/// The outcome of a call; `exhausted` is the status that tells of too little memory.
fn check(call: &'static str, status: Status, exhausted: Status) -> Result<(), Error> {
    match status {
        0 => Ok(()),
        status => Err(Error::Driver {
            call,
            code: if status == exhausted {
                code::OUT_OF_MEMORY
            } else {
                status
            },
            name: String::new(),
            text: format!("the library gives status {status}"),
            detail: String::new(),
        }),
    }
}
