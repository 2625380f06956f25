//! Compares the types of the entry points with cudarc's bindings, which are generated from cuda.h.
//!
//! *Invariant:* used by tests only.

use std::mem::size_of;

/// The bindings, and what those of this version of CUDA lack or have in another version.
pub mod bindings {
    pub use cudarc::driver::sys::*;
    use std::ffi::{c_char, c_int, c_void};

    /// Since CUDA 12 another function has this name in the header; programs of before look this one up (cuda.h of CUDA 11.4).
    #[allow(non_snake_case)]
    pub unsafe fn cuGetProcAddress(
        _: *const c_char,
        _: *mut *mut c_void,
        _: c_int,
        _: u64,
    ) -> c_int {
        0
    }

    /// The header of CUDA 13 has it.
    #[allow(non_snake_case)]
    pub unsafe fn cuEventElapsedTime_v2(_: *mut f32, _: CUevent, _: CUevent) -> c_int {
        0
    }
}

/// Stands for a type that is inferred.
macro_rules! infer {
    ($type:ty) => {
        _
    };
}
pub(crate) use infer;

/// The sizes of a function's arguments and result.
pub trait Shape {
    /// The sizes.
    fn shape() -> Vec<usize>;

    /// The same of a value.
    fn shape_of(&self) -> Vec<usize> {
        Self::shape()
    }
}

macro_rules! shapes {
    ($( ($($argument:ident)*) )*) => {
        $(
            impl<R, $($argument),*> Shape for unsafe fn($($argument),*) -> R {
                fn shape() -> Vec<usize> {
                    vec![$( size_of::<$argument>(), )* size_of::<R>()]
                }
            }
        )*
    };
}

shapes! {
    () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) (A B C D E F G H I)
    (A B C D E F G H I J) (A B C D E F G H I J K)
}
