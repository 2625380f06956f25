//! What a call of the CUDA driver gives instead of its result.
//!
//! *Invariant:* an error names the call that gave it.

use std::fmt;

/// Status codes of the driver (`CUresult` in cuda.h) that this crate reacts to.
pub mod code {
    /// `CUDA_SUCCESS`
    pub const SUCCESS: i32 = 0;
    /// `CUDA_ERROR_INVALID_VALUE`
    pub const INVALID_VALUE: i32 = 1;
    /// `CUDA_ERROR_OUT_OF_MEMORY`
    pub const OUT_OF_MEMORY: i32 = 2;
    /// `CUDA_ERROR_NO_DEVICE`
    pub const NO_DEVICE: i32 = 100;
    /// `CUDA_ERROR_INVALID_IMAGE`
    pub const INVALID_IMAGE: i32 = 200;
    /// `CUDA_ERROR_NO_BINARY_FOR_GPU`
    pub const NO_BINARY_FOR_GPU: i32 = 209;
    /// `CUDA_ERROR_INVALID_PTX`
    pub const INVALID_PTX: i32 = 218;
    /// `CUDA_ERROR_UNSUPPORTED_PTX_VERSION`
    pub const UNSUPPORTED_PTX_VERSION: i32 = 222;
    /// `CUDA_ERROR_NOT_READY`
    pub const NOT_READY: i32 = 600;
    /// `CUDA_ERROR_ILLEGAL_ADDRESS`
    pub const ILLEGAL_ADDRESS: i32 = 700;
    /// `CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES`
    pub const LAUNCH_OUT_OF_RESOURCES: i32 = 701;
    /// `CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED`
    pub const PEER_ACCESS_ALREADY_ENABLED: i32 = 704;
    /// `CUDA_ERROR_LAUNCH_FAILED`
    pub const LAUNCH_FAILED: i32 = 719;
    /// `CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE`
    pub const COOPERATIVE_LAUNCH_TOO_LARGE: i32 = 720;
}

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The driver said no.
    Driver {
        /// The entry point, as `cuMemAlloc_v2`.
        call: &'static str,
        /// The number of the status, as in `CUresult`.
        code: i32,
        /// Its name, as `CUDA_ERROR_OUT_OF_MEMORY`; empty if the driver does not tell.
        name: String,
        /// What the driver says about it; empty if it does not tell.
        text: String,
        /// More that is known, such as the log of the assembler.
        detail: String,
    },
    /// The driver is too old: it lacks the entry point.
    Unsupported {
        /// The entry point that is missing.
        call: &'static str,
    },
    /// A check of this crate refused the call before the driver saw it.
    Refused {
        /// What would have gone wrong.
        reason: String,
    },
}

impl Error {
    /// An error of this crate's own checks.
    pub(crate) fn refused(reason: impl Into<String>) -> Error {
        Error::Refused {
            reason: reason.into(),
        }
    }

    /// The driver's status, if it was the driver.
    pub fn code(&self) -> Option<i32> {
        match self {
            Error::Driver { code, .. } => Some(*code),
            Error::Unsupported { .. } | Error::Refused { .. } => None,
        }
    }

    /// The device has too little memory left: freeing some and trying again makes sense.
    pub fn is_out_of_memory(&self) -> bool {
        self.code() == Some(code::OUT_OF_MEMORY)
    }

    /// The image does not fit this device or driver: another image may.
    pub fn is_refused_image(&self) -> bool {
        let refusals = [
            code::INVALID_IMAGE,
            code::NO_BINARY_FOR_GPU,
            code::INVALID_PTX,
            code::UNSUPPORTED_PTX_VERSION,
        ];
        self.code().is_some_and(|code| refusals.contains(&code))
    }

    /// Of a launch: the device cannot run that shape, and has begun nothing.
    pub fn is_refused_launch(&self) -> bool {
        let refusals = [
            code::INVALID_VALUE,
            code::LAUNCH_OUT_OF_RESOURCES,
            code::COOPERATIVE_LAUNCH_TOO_LARGE,
        ];
        self.code().is_some_and(|code| refusals.contains(&code))
    }

    /// The context is lost: every later call in it fails as well (700 to 719 except what concerns peers and cooperative launches,
    /// cuda.h on each of these codes).
    pub fn is_lost_context(&self) -> bool {
        const LOST: &[i32] = &[700, 702, 709, 710, 714, 715, 716, 717, 718, 719];
        self.code().is_some_and(|code| LOST.contains(&code))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Driver {
                call,
                code,
                name,
                text,
                detail,
            } => {
                let name = if name.is_empty() { "CUDA error" } else { name };
                write!(f, "{call}: {name} ({code})")?;
                for part in [text, detail].into_iter().filter(|part| !part.is_empty()) {
                    write!(f, ": {part}")?;
                }
                Ok(())
            }
            Error::Unsupported { call } => {
                write!(f, "the CUDA driver is too old: it has no {call}")
            }
            Error::Refused { reason } => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    fn driver(code: i32) -> Error {
        Error::Driver {
            call: "cuMemAlloc_v2",
            code,
            name: "CUDA_ERROR_OUT_OF_MEMORY".into(),
            text: "out of memory".into(),
            detail: String::new(),
        }
    }

    #[test]
    fn errors_name_the_call_the_code_and_the_text() {
        let shown = "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory";
        assert_eq!(driver(2).to_string(), shown);
        let old = Error::Unsupported { call: "cuX" };
        assert_eq!(old.to_string(), "the CUDA driver is too old: it has no cuX");
    }

    #[test]
    fn kinds_follow_the_codes() {
        assert!(driver(2).is_out_of_memory() && !driver(3).is_out_of_memory());
        assert!(driver(222).is_refused_image() && !driver(2).is_refused_image());
        assert!(driver(700).is_lost_context() && !driver(704).is_lost_context());
        assert!(!driver(720).is_lost_context() && driver(720).is_refused_launch());
        assert!(driver(701).is_refused_launch() && !driver(719).is_refused_launch());
        assert_eq!(Error::refused("no").code(), None);
    }
}
