//! Isolation of code of others, which decodes and encodes files, on a thread of its own: where it gets no memory, the thread ends, and
//! the caller goes on with an error.
//!
//! Libraries ask for memory without expecting a refusal, and the language has no way to answer with an error: a refusal would end the
//! process. A thread can be ended wherever it is. Nothing of it runs any more: neither its destructors nor those of its variables, so that
//! its larger blocks, which it has noted, are freed in its place; of the smaller ones few are lost.
//!
//! *Invariant:* what is isolated owns nothing that others count or wait for: it reads what it is given, and its result is all that stays.

use std::cell::UnsafeCell;
use std::ffi::c_void;

use super::allocator;
use super::blocks::Blocks;
use crate::process::ending::guarded;
use crate::process::error::{Raised, read_error, write_error};

/// Bytes of the thread's stack.
const STACK: usize = 2 << 20;

/// Why code that was isolated has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// It met a case that its authors did not think of.
    Panicked,
    /// So many bytes were not there.
    Memory(usize),
}

/// What the thread is given.
struct Job<'a, T> {
    body: &'a (dyn Fn() -> T + Sync),
    result: UnsafeCell<Option<T>>,
    state: allocator::State,
}

/// Runs what may ask for memory that is not there, or panic.
pub(crate) fn run<T: Send>(body: impl Fn() -> T + Sync) -> Result<T, Lost> {
    if cfg!(miri) {
        return guarded(body).ok_or(Lost::Panicked);
    }
    let blocks = Blocks::new();
    let job = Job {
        body: &body,
        result: UnsafeCell::new(None),
        state: allocator::state().isolated(&blocks),
    };
    on_a_thread(work::<T>, (&raw const job).cast_mut().cast())?;
    if let Some(bytes) = blocks.refused() {
        blocks.free();
        return Err(Lost::Memory(bytes));
    }
    job.result.into_inner().ok_or(Lost::Panicked)
}

extern "C" fn work<T>(job: *mut c_void) -> *mut c_void {
    // SAFETY: `run` gives a job and waits until this thread has ended.
    let job = unsafe { &*job.cast_const().cast::<Job<'_, T>>() };
    allocator::set_state(job.state);
    let result = guarded(job.body);
    // SAFETY: nobody else looks at the result before this thread has ended.
    unsafe { *job.result.get() = result };
    // Variables of the thread are destroyed behind this; what that frees was noted.
    std::ptr::null_mut()
}

/// Runs a function on a new thread and waits until it has ended.
fn on_a_thread(
    work: extern "C" fn(*mut c_void) -> *mut c_void,
    job: *mut c_void,
) -> Result<(), Lost> {
    // SAFETY: the attributes are initialised before they are used and destroyed once; the thread is joined once, and `job` lives as long.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_attr_init(&raw mut attributes) != 0 {
            return Err(Lost::Memory(STACK));
        }
        libc::pthread_attr_setstacksize(&raw mut attributes, STACK);
        let mut thread: libc::pthread_t = std::mem::zeroed();
        let made = libc::pthread_create(&raw mut thread, &raw const attributes, work, job);
        libc::pthread_attr_destroy(&raw mut attributes);
        if made != 0 {
            return Err(Lost::Memory(STACK));
        }
        libc::pthread_join(thread, std::ptr::null_mut());
    }
    Ok(())
}

impl Lost {
    /// What it means to a program that reads a file. Code that panics met a file that its authors did not think of: a damaged one.
    pub(crate) fn of_reading(self, path: &str) -> Raised {
        match self {
            Lost::Panicked => read_error(path, "the file is damaged"),
            Lost::Memory(bytes) => allocator::refusal(bytes),
        }
    }

    /// What it means to a program that writes a file.
    pub(crate) fn of_writing(self, path: &str) -> Raised {
        match self {
            Lost::Panicked => write_error(path, "it cannot be encoded"),
            Lost::Memory(bytes) => allocator::refusal(bytes),
        }
    }
}

/// Decodes a file in isolation; what is wrong with it is told with its path.
///
/// # Errors
/// Damage, or no memory.
pub(crate) fn decoded<T: Send>(
    path: &str,
    body: impl Fn() -> Result<T, String> + Sync,
) -> Result<T, Raised> {
    let result = run(body).map_err(|lost| lost.of_reading(path))?;
    result.map_err(|why| read_error(path, why))
}

/// Encodes a file in isolation.
///
/// # Errors
/// What the encoder says, or no memory.
pub(crate) fn encoded<T: Send>(
    path: &str,
    body: impl Fn() -> Result<T, String> + Sync,
) -> Result<T, Raised> {
    let result = run(body).map_err(|lost| lost.of_writing(path))?;
    result.map_err(|why| write_error(path, why))
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    /// So much is never there.
    const TOO_MUCH: usize = 1 << 50;

    #[test]
    #[expect(clippy::useless_vec, reason = "memory is taken and given back")]
    fn results_panics_and_refusals_are_values() {
        assert_eq!(run(|| vec![7; 100_000]), Ok(vec![7; 100_000]));
        let panics = run(|| -> i32 { panic!("on purpose") });
        assert_eq!(panics, Err(Lost::Panicked));
        for _ in 0..2000 {
            let kept = vec![1u8; 100];
            let refused = run(|| {
                let first = vec![2u8; 3 << 20];
                (first, vec![kept[0]; TOO_MUCH])
            });
            assert_eq!(refused, Err(Lost::Memory(TOO_MUCH)));
        }
        // 6 GB would be gone otherwise.
        // SAFETY: numbers, in a place that is valid for the call.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
            usage
        };
        assert!(usage.ru_maxrss < 1 << 20, "{} KiB", usage.ru_maxrss);
    }
}
