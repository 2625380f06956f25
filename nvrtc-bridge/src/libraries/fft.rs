//! cuFFT.
//!
//! *Invariant:* a plan belongs to the context of its stream and is destroyed before it.

use std::ffi::{c_int, c_longlong};

use super::{Handle, Status, check};
use crate::abi::Address;
use crate::context::Context;
use crate::error::Error;
use crate::search::{Missing, Places, Wanted};
use crate::stream::Stream;

/// `CUFFT_ALLOC_FAILED`
const EXHAUSTED: Status = 2;
/// `CUFFT_FORWARD`, `CUFFT_INVERSE`
const DIRECTIONS: [c_int; 2] = [-1, 1];

type PlanHandle = c_int;
type Execute = unsafe extern "C" fn(PlanHandle, Address, Address) -> Status;
type ExecuteDirected = unsafe extern "C" fn(PlanHandle, Address, Address, c_int) -> Status;

/// What goes in and out of a transform (`cufftType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FftKind {
    /// Complex, single precision.
    ComplexSingle,
    /// Complex, double precision.
    ComplexDouble,
    /// Real to half of a complex transform, single precision.
    FromRealSingle,
    /// The same in double precision.
    FromRealDouble,
    /// Half of a complex transform to real, single precision.
    ToRealSingle,
    /// The same in double precision.
    ToRealDouble,
}

impl FftKind {
    /// The number of `cufftType`, which cuFFT's documents spell in hexadecimal.
    fn number(self) -> c_int {
        match self {
            FftKind::ComplexSingle => 0x29,
            FftKind::ComplexDouble => 0x69,
            FftKind::FromRealSingle => 0x2a,
            FftKind::FromRealDouble => 0x6a,
            FftKind::ToRealSingle => 0x2c,
            FftKind::ToRealDouble => 0x6c,
        }
    }

    /// The function that executes such plans.
    pub fn call(self) -> &'static str {
        match self {
            FftKind::ComplexSingle => "cufftExecC2C",
            FftKind::ComplexDouble => "cufftExecZ2Z",
            FftKind::FromRealSingle => "cufftExecR2C",
            FftKind::FromRealDouble => "cufftExecD2Z",
            FftKind::ToRealSingle => "cufftExecC2R",
            FftKind::ToRealDouble => "cufftExecZ2D",
        }
    }
}

/// Where the elements of one side of a plan lie (cuFFT library, "Advanced Data Layout").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FftLayout {
    /// Sizes of the array that the transformed one lies in, as many as there are dimensions.
    pub sizes: Vec<i64>,
    /// Elements between neighbours along the last dimension.
    pub stride: i64,
    /// Elements between the starts of neighbouring transforms.
    pub distance: i64,
}

/// What a plan is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FftShape {
    /// What goes in and out.
    pub form: FftKind,
    /// Sizes of the transform, one to three.
    pub sizes: Vec<i64>,
    /// Where the input lies.
    pub input: FftLayout,
    /// Where the output lies.
    pub output: FftLayout,
    /// How many transforms there are.
    pub batch: i64,
}

struct Functions {
    create: unsafe extern "C" fn(*mut PlanHandle) -> Status,
    make: unsafe extern "C" fn(
        PlanHandle,
        c_int,
        *mut c_longlong,
        *mut c_longlong,
        c_longlong,
        c_longlong,
        *mut c_longlong,
        c_longlong,
        c_longlong,
        c_int,
        c_longlong,
        *mut usize,
    ) -> Status,
    set_stream: unsafe extern "C" fn(PlanHandle, Handle) -> Status,
    destroy: unsafe extern "C" fn(PlanHandle) -> Status,
    complex: [ExecuteDirected; 2],
    from_real: [Execute; 2],
    to_real: [Execute; 2],
}

/// cuFFT, loaded. It stays until the program ends.
pub struct Fft {
    functions: Functions,
}

impl Fft {
    /// Looks for the library.
    ///
    /// # Errors
    /// Where it was looked for, or which symbol is missing.
    pub fn find(places: &Places, context: &Context) -> Result<&'static Fft, Missing> {
        let library = super::find(Wanted::Fft, places, context)?;
        let name = |form: FftKind| form.call();
        // SAFETY: the types are those of cufft.h; pointers to device memory are its addresses.
        let functions = unsafe {
            Functions {
                create: library.needed("cufftCreate")?,
                make: library.needed("cufftMakePlanMany64")?,
                set_stream: library.needed("cufftSetStream")?,
                destroy: library.needed("cufftDestroy")?,
                complex: [
                    library.needed(name(FftKind::ComplexSingle))?,
                    library.needed(name(FftKind::ComplexDouble))?,
                ],
                from_real: [
                    library.needed(name(FftKind::FromRealSingle))?,
                    library.needed(name(FftKind::FromRealDouble))?,
                ],
                to_real: [
                    library.needed(name(FftKind::ToRealSingle))?,
                    library.needed(name(FftKind::ToRealDouble))?,
                ],
            }
        };
        Ok(Box::leak(Box::new(Fft { functions })))
    }

    /// Makes a plan, whose transforms happen in the order of a stream.
    ///
    /// # Errors
    /// cuFFT cannot make it, or has too little memory ([`Error::is_out_of_memory`]).
    pub fn plan(&'static self, stream: &Stream, shape: &FftShape) -> Result<FftPlan, Error> {
        stream.context().lend()?;
        let mut handle = 0;
        // SAFETY: the place is valid for the call.
        let made = unsafe { (self.functions.create)(&mut handle) };
        check("cufftCreate", made, EXHAUSTED)?;
        let plan = FftPlan {
            fft: self,
            stream: stream.clone(),
            form: shape.form,
            handle,
        };
        let [mut sizes, mut input, mut output] =
            [&shape.sizes, &shape.input.sizes, &shape.output.sizes].map(Clone::clone);
        assert!(
            (1..=3).contains(&sizes.len())
                && input.len() == sizes.len()
                && output.len() == sizes.len(),
            "a plan has one to three dimensions on all sides"
        );
        let mut work = 0;
        // SAFETY: the plan is new; the lists have as many numbers as there are dimensions.
        let made = unsafe {
            (self.functions.make)(
                handle,
                sizes.len() as c_int,
                sizes.as_mut_ptr(),
                input.as_mut_ptr(),
                shape.input.stride,
                shape.input.distance,
                output.as_mut_ptr(),
                shape.output.stride,
                shape.output.distance,
                shape.form.number(),
                shape.batch,
                &mut work,
            )
        };
        check("cufftMakePlanMany64", made, EXHAUSTED)?;
        // SAFETY: the plan is made, the stream alive as long as the plan.
        let set = unsafe { (self.functions.set_stream)(handle, stream.handle().cast()) };
        check("cufftSetStream", set, EXHAUSTED)?;
        Ok(plan)
    }
}

/// A plan.
pub struct FftPlan {
    fft: &'static Fft,
    stream: Stream,
    form: FftKind,
    handle: PlanHandle,
}

impl FftPlan {
    /// Puts the transform into the stream. Complex transforms may work in place; those to real numbers destroy their input.
    ///
    /// # Safety
    /// Both addresses have as many elements as the plan's layouts reach, until the stream has done it.
    ///
    /// # Errors
    /// cuFFT refuses.
    pub unsafe fn execute(&self, from: Address, to: Address, inverse: bool) -> Result<(), Error> {
        self.stream.context().lend()?;
        let functions = &self.fft.functions;
        let direction = DIRECTIONS[usize::from(inverse)];
        // SAFETY: the plan is alive, its form is that of the function, and the caller's addresses reach as far as its layouts.
        let status = unsafe {
            match self.form {
                FftKind::ComplexSingle => (functions.complex[0])(self.handle, from, to, direction),
                FftKind::ComplexDouble => (functions.complex[1])(self.handle, from, to, direction),
                FftKind::FromRealSingle => (functions.from_real[0])(self.handle, from, to),
                FftKind::FromRealDouble => (functions.from_real[1])(self.handle, from, to),
                FftKind::ToRealSingle => (functions.to_real[0])(self.handle, from, to),
                FftKind::ToRealDouble => (functions.to_real[1])(self.handle, from, to),
            }
        };
        check(self.form.call(), status, EXHAUSTED)
    }

    /// What goes in and out.
    pub fn form(&self) -> FftKind {
        self.form
    }
}

impl Drop for FftPlan {
    fn drop(&mut self) {
        // The plan's own memory may still be in use.
        let context = self.stream.context();
        if context.settle().is_some() && context.lend().is_ok() {
            // SAFETY: the plan is alive and not used again. A failure leaves nothing to do.
            let _ = unsafe { (self.fft.functions.destroy)(self.handle) };
        }
    }
}
