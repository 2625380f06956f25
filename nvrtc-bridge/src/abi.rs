//! What passes between programs and the driver: cudarc's bindings, which are generated from cuda.h.
//!
//! Structures, numbers and signatures are theirs. Loading is not: their loader panics where a library or a symbol is missing. Nor is what comes
//! back: a status is an integer here, since an enumeration of Rust must not hold a number that it does not list, and a newer driver gives some.
//!
//! *Invariant:* enumerations of the bindings are given to the driver, and never read from it.

use std::ffi::{c_int, c_void};

pub(crate) use cudarc::driver::sys;

/// `CUresult`
pub type Status = c_int;
/// `CUdeviceptr`
pub type Address = sys::CUdeviceptr;

/// A function of the bindings: they wrap those of the library, under their names and with their types.
pub(crate) trait Binding {
    /// The function of the library that it wraps.
    type Function: Copy;
}

macro_rules! bindings {
    ($( ($($argument:ident)*) )*) => {
        $(
            impl<R, $($argument),*> Binding for unsafe fn($($argument),*) -> R {
                type Function = unsafe extern "C" fn($($argument),*) -> Status;
            }
        )*
    };
}

bindings! {
    () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) (A B C D E F G H I)
    (A B C D E F G H I J) (A B C D E F G H I J K)
}

/// The place of a function in a library.
#[derive(Clone, Copy)]
pub(crate) struct Place(pub *const c_void);

// SAFETY: code stays where it is, and is the same for all threads.
unsafe impl Send for Place {}
// SAFETY: as above.
unsafe impl Sync for Place {}

impl Place {
    /// The function that lies here, by the binding that wraps it.
    ///
    /// # Safety
    /// The function of the binding's name lies here.
    pub(crate) unsafe fn function<B: Binding>(self, _: B) -> B::Function {
        const { assert!(size_of::<B::Function>() == size_of::<*const c_void>()) };
        // SAFETY: it is a pointer to a function, which has the binding's type as the caller promises.
        unsafe { std::mem::transmute_copy(&self.0) }
    }
}

/// Stands for a type that is inferred.
macro_rules! infer {
    ($type:ty) => {
        _
    };
}
pub(crate) use infer;
