//! Memory for the arrays that kernels make: how much of it is in use, and the limit.
//!
//! Every position of a kernel may make arrays of sizes that are known only when running. On a GPU they come from a heap of fixed size;
//! here they come from the memory of the process, which a mistake in a size would use up for all that runs on the machine. So the bytes
//! of their elements are counted, over all threads, and `QC_KERNEL_MEMORY` limits them.
//!
//! *Invariant:* what is in use is the sum of the `block_bytes` above 0 of all live arrays; arrays that host code makes have none.

use std::ffi::OsString;
use std::sync::atomic::{AtomicI64, Ordering};

use quasar_abi::RtError;

use crate::process::byte_count::bytes_of;
use crate::process::error::Raised;
use crate::process::kernel_depth;
use nvrtc_bridge::environment;

/// The variable of the environment that sets the limit.
const VARIABLE: &str = "QC_KERNEL_MEMORY";
/// The limit when nobody sets one: 1 GiB. It does not depend on the machine, so that a program fails everywhere or nowhere.
const DEFAULT_LIMIT: i64 = 1 << 30;
static LIMIT: AtomicI64 = AtomicI64::new(DEFAULT_LIMIT);
/// Bytes of the arrays that were made in kernels and still live.
static IN_USE: AtomicI64 = AtomicI64::new(0);

/// Takes the limit from the environment.
///
/// # Errors
/// What is wrong with the variable's value.
pub fn start() -> Result<(), String> {
    let given = environment::variable(VARIABLE).filter(|text| !text.is_empty());
    LIMIT.store(limit(given)?, Ordering::Relaxed);
    Ok(())
}

fn limit(given: Option<OsString>) -> Result<i64, String> {
    let Some(text) = given else {
        return Ok(DEFAULT_LIMIT);
    };
    let bytes = text.to_str().and_then(bytes_of);
    bytes.ok_or_else(|| {
        let text = text.to_string_lossy();
        format!("{VARIABLE} must be a number of bytes such as 65536, 64k, 512M or 2G, not '{text}'")
    })
}

/// Counts an array of that many bytes; gives what is to be given back, which is nothing outside of kernels.
pub(crate) fn charge(bytes: usize) -> Result<i64, Raised> {
    if kernel_depth::is_host() {
        return Ok(0);
    }
    let bytes = bytes as i64;
    let limit = LIMIT.load(Ordering::Relaxed);
    let with_it = |used: i64| used.checked_add(bytes).filter(|sum| *sum <= limit);
    match IN_USE.fetch_update(Ordering::Relaxed, Ordering::Relaxed, with_it) {
        Ok(_) => Ok(bytes),
        Err(used) => Err(Raised::new(
            RtError::KernelMemory,
            &[&bytes, &used, &limit, &VARIABLE],
        )),
    }
}

/// An array is gone that was counted with these bytes; below 0 they are no memory of kernels.
pub(crate) fn give_back(bytes: i64) {
    if bytes > 0 {
        IN_USE.fetch_sub(bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::kernel_depth::{kernel_memory_enter, kernel_memory_leave, left_by_error};

    #[test]
    fn values_that_are_no_numbers_are_errors() {
        assert_eq!(limit(None), Ok(DEFAULT_LIMIT));
        assert_eq!(limit(Some("1k".into())), Ok(1024));
        let message = limit(Some("lots".into())).expect_err("no number");
        assert!(message.starts_with("QC_KERNEL_MEMORY must be a number of bytes"));
        assert!(message.ends_with("not 'lots'"));
    }

    #[test]
    fn arrays_of_kernels_are_counted_and_others_not() {
        let too_many = DEFAULT_LIMIT as usize + 1;
        assert_eq!(charge(too_many), Ok(0));
        kernel_memory_enter();
        kernel_memory_enter();
        assert_eq!(charge(100), Ok(100));
        kernel_memory_leave();
        let raised = charge(too_many - 100).expect_err("more than the limit");
        let expected = "the memory for arrays made inside kernels is used up: 1073741725 bytes asked for, 100 in use, the limit is 1073741824; raise QC_KERNEL_MEMORY, or make the array outside of the kernel";
        assert_eq!(
            (raised.row, raised.message.as_str()),
            (RtError::KernelMemory, expected)
        );
        give_back(100);
        assert_eq!(charge(too_many - 1), Ok(DEFAULT_LIMIT));
        give_back(DEFAULT_LIMIT);
        left_by_error();
        assert_eq!(charge(too_many), Ok(0));
    }
}
