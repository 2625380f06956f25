//! NVIDIA's libraries of ready functions: cuFFT, cuBLAS, cuSOLVER.
//!
//! The emulated driver's own library stands in for all of them where that driver is used: NVIDIA's would not work with it.
//!
//! *Invariant:* no function here panics because a library or a symbol is missing.

pub mod blas;
pub mod fft;
pub mod solver;

use std::ffi::c_int;

use crate::context::Context;
use crate::error::{Error, code};
use crate::search::{self, Found, Missing, Places, Wanted};

/// A number that a library's function gives: 0 is success.
type Status = c_int;

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
    /// All, in the order of the tables.
    const ALL: [Precision; 4] = [
        Precision::Single,
        Precision::Double,
        Precision::ComplexSingle,
        Precision::ComplexDouble,
    ];

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
