//! The statuses that calls give.
//!
//! *Invariant:* numbers and names are those of `CUresult` in cuda.h.

use std::ffi::CStr;

macro_rules! statuses {
    ($( $name:ident = $number:literal, $theirs:ident, $text:literal; )*) => {
        /// Why a call has no result.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Status {
            $( #[doc = $text] $name = $number, )*
        }

        /// Number, name and words of every status.
        pub const ROWS: &[(i32, &CStr, &CStr)] = &[
            (0, c"CUDA_SUCCESS", c"no error"),
            $( ($number, c_text(concat!(stringify!($theirs), "\0")), c_text(concat!($text, "\0"))), )*
        ];

        #[cfg(test)]
        mod tests {
            use super::*;
            use cudarc::driver::sys::CUresult;

            #[test]
            fn numbers_are_those_of_the_bindings() {
                $( assert_eq!(Status::$name as u32, CUresult::$theirs as u32); )*
            }

            #[test]
            fn every_status_has_a_name_and_words() {
                for (number, name, words) in ROWS {
                    assert!(name.to_str().is_ok_and(|name| name.starts_with("CUDA_")), "{number}");
                    assert!(!words.is_empty(), "{number}");
                }
                assert_eq!(ROWS.iter().find(|row| row.0 == 2).map(|row| row.1), Some(c"CUDA_ERROR_OUT_OF_MEMORY"));
            }
        }
    };
}

const fn c_text(text: &str) -> &CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a text with a NUL inside"),
    }
}

statuses! {
    InvalidValue = 1, CUDA_ERROR_INVALID_VALUE, "invalid argument";
    OutOfMemory = 2, CUDA_ERROR_OUT_OF_MEMORY, "out of memory";
    NotInitialized = 3, CUDA_ERROR_NOT_INITIALIZED, "cuInit was not called";
    NoDevice = 100, CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected";
    InvalidDevice = 101, CUDA_ERROR_INVALID_DEVICE, "there is no such device";
    InvalidImage = 200, CUDA_ERROR_INVALID_IMAGE, "the image is not a kernel image";
    InvalidContext = 201, CUDA_ERROR_INVALID_CONTEXT, "no context is current, or not this one";
    NoBinaryForGpu = 209, CUDA_ERROR_NO_BINARY_FOR_GPU, "the image has no code for this device";
    PeerAccessUnsupported = 217, CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, "the devices do not reach each other";
    InvalidPtx = 218, CUDA_ERROR_INVALID_PTX, "the PTX does not assemble";
    UnsupportedPtxVersion = 222, CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "the PTX is newer than the driver";
    FileNotFound = 301, CUDA_ERROR_FILE_NOT_FOUND, "there is no such file";
    InvalidHandle = 400, CUDA_ERROR_INVALID_HANDLE, "there is no such object";
    NotFound = 500, CUDA_ERROR_NOT_FOUND, "there is nothing of that name";
    NotReady = 600, CUDA_ERROR_NOT_READY, "the work is not done yet";
    IllegalAddress = 700, CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered";
    LaunchOutOfResources = 701, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch";
    LaunchTimeout = 702, CUDA_ERROR_LAUNCH_TIMEOUT, "the kernel did not end";
    PeerAccessNotEnabled = 705, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, "access to the other device is not enabled";
    ContextIsDestroyed = 709, CUDA_ERROR_CONTEXT_IS_DESTROYED, "the context is destroyed";
    Assert = 710, CUDA_ERROR_ASSERT, "an assertion of a kernel failed";
    HostMemoryAlreadyRegistered = 712, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "the memory is registered already";
    HostMemoryNotRegistered = 713, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, "the memory is not registered";
    IllegalInstruction = 715, CUDA_ERROR_ILLEGAL_INSTRUCTION, "an illegal instruction was encountered";
    MisalignedAddress = 716, CUDA_ERROR_MISALIGNED_ADDRESS, "a misaligned address was used";
    LaunchFailed = 719, CUDA_ERROR_LAUNCH_FAILED, "the kernel failed";
    CooperativeLaunchTooLarge = 720, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "too many blocks in a cooperative launch";
    NotPermitted = 800, CUDA_ERROR_NOT_PERMITTED, "the driver is called from a function that it called";
    NotSupported = 801, CUDA_ERROR_NOT_SUPPORTED, "the operation is not supported";
    Unknown = 999, CUDA_ERROR_UNKNOWN, "an error inside the driver";
}
