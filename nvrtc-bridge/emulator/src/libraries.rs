//! Stand-ins for NVIDIA's libraries of ready functions, as far as programs of Quasar call them: cuFFT, cuBLAS, cuSOLVER.
//!
//! The library of the emulated driver is all of them at once. What they compute is done in the order of the stream, as late as kernels
//! are, by the plainest code there is, in double precision, and rounded at the end.
//!
//! *Invariant:* memory of a device is touched by the checked functions of its memory only, and only within the elements that the
//! documents of the library name.

mod blas;
mod factors;
mod fft;
mod numbers;
mod solver;

use crate::status::Status;
use crate::texels::Handle;
use crate::world::World;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Functions of a library: each becomes a C function that runs its body under the lock of the driver.
macro_rules! library_functions {
    ($( fn $name:ident($world:pat_param $(, $argument:ident : $type:ty)* $(,)?) $body:block )*) => {
        $(
            #[doc = concat!("`", stringify!($name), "` of NVIDIA's library.")]
            ///
            /// # Safety
            /// The arguments are what the library's documents ask for.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case, clippy::too_many_arguments)]
            pub unsafe extern "C" fn $name($($argument: $type),*) -> i32 {
                $crate::call::enter(stringify!($name), move |$world| $body)
            }
        )*
    };
}
use library_functions;

/// Functions of a library for each of the four kinds of numbers: the work once, and behind `for` the C functions of single, double, complex
/// single and complex double precision. The first argument of all is the library's handle; the work gets its stream.
macro_rules! for_each_kind {
    ($( fn $work:ident($world:ident, $kind:ident, $stream:ident $(, $argument:ident : $type:ty)* $(,)?)
        for $single:ident $double:ident $complex_single:ident $complex_double:ident $body:block )*) => {
        $(
            #[allow(clippy::too_many_arguments, reason = "BLAS and LAPACK have so many")]
            fn $work(
                $world: &mut $crate::world::World,
                $kind: $crate::libraries::numbers::Kind,
                $stream: $crate::texels::Handle
                $(, $argument: $type)*
            ) -> Result<(), $crate::status::Status> $body

            $crate::libraries::for_each_kind! { of $work($($argument: $type),*)
                $single Single, $double Double, $complex_single ComplexSingle, $complex_double ComplexDouble }
        )*
    };
    (of $work:ident $arguments:tt $( $name:ident $kind:ident ),*) => {
        $( $crate::libraries::for_each_kind! { one $work $arguments $name $kind } )*
    };
    (one $work:ident($($argument:ident : $type:ty),*) $name:ident $kind:ident) => {
        $crate::libraries::library_functions! {
            fn $name(world, handle: usize $(, $argument: $type)*) {
                let stream = $crate::libraries::stream_of(handle)?;
                $work(world, $crate::libraries::numbers::Kind::$kind, stream $(, $argument)*)
            }
        }
    };
}
use for_each_kind;

/// The streams of handles that the libraries have given.
static STREAMS: Mutex<BTreeMap<usize, Handle>> = Mutex::new(BTreeMap::new());

fn streams() -> MutexGuard<'static, BTreeMap<usize, Handle>> {
    STREAMS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A new handle, which works in the null stream.
fn new_handle(world: &mut World) -> Result<usize, Status> {
    let device = world.current()?;
    let handle = world.new_handle();
    streams().insert(handle, World::null_stream(device));
    Ok(handle)
}

/// The stream of a handle.
fn stream_of(handle: usize) -> Result<Handle, Status> {
    streams().get(&handle).copied().ok_or(Status::InvalidHandle)
}

/// Lets a handle work in another stream.
fn set_stream(world: &World, handle: usize, stream: usize) -> Result<(), Status> {
    let stream = world.stream(stream)?;
    let mut streams = streams();
    *streams.get_mut(&handle).ok_or(Status::InvalidHandle)? = stream;
    Ok(())
}
