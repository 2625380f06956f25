//! Functions of the C library that fail when they are told to, for programs that the tests start with this library preloaded.
//!
//! `QC_FAIL` is `allocation`, `call` or `short`, `QC_FAIL_AT` the number of the request that fails, from 1 on. `short` lets reads and writes
//! do half of what they are asked for. With `QC_FAIL_ON=1` all requests from that one on fail. `QC_FAIL_LEAST` leaves out allocations of fewer
//! bytes. `QC_FAIL_COUNT` names a file that gets the number of requests when the program ends, `QC_FAIL_LOG` one that gets the name of every
//! call of the system, a line each. With `QC_FAIL_NAMELESS=1` no file can be made without a name, as on older file systems.
//!
//! *Invariant:* what is counted begins with the program's own code, which calls `mallopt` first: what the C library and Rust do before
//! could not be told from a program that does not start.

mod allocation;
mod call;

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU8, Ordering};

/// What fails.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    Nothing,
    Allocation,
    Call,
    Short,
}

static KIND: AtomicU8 = AtomicU8::new(Kind::Nothing as u8);
static AT: AtomicI64 = AtomicI64::new(i64::MAX);
static LEAST: AtomicI64 = AtomicI64::new(0);
static FROM_THERE_ON: AtomicBool = AtomicBool::new(false);
static HAS_BEGUN: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicI64 = AtomicI64::new(0);
/// The file that gets the names of calls; below 0: there is none.
static LOG: AtomicI32 = AtomicI32::new(-1);

/// Whether the system makes no files without a name.
static NAMES_ALL: AtomicBool = AtomicBool::new(false);

/// Whether this request fails.
fn fails(kind: Kind, bytes: usize) -> bool {
    let is_counted = HAS_BEGUN.load(Ordering::Relaxed)
        && KIND.load(Ordering::Relaxed) == kind as u8
        && bytes as i64 >= LEAST.load(Ordering::Relaxed);
    if !is_counted {
        return false;
    }
    let (number, at) = (
        COUNT.fetch_add(1, Ordering::Relaxed) + 1,
        AT.load(Ordering::Relaxed),
    );
    number == at || number > at && FROM_THERE_ON.load(Ordering::Relaxed)
}

/// Notes a call of the system.
fn note(name: &CStr) {
    let log = LOG.load(Ordering::Relaxed);
    if log < 0 || !HAS_BEGUN.load(Ordering::Relaxed) {
        return;
    }
    for bytes in [name.to_bytes(), b"\n"] {
        // SAFETY: a text with its length, and a descriptor that stays open. The number of the call is that of no function here.
        unsafe { libc::syscall(libc::SYS_write, log, bytes.as_ptr(), bytes.len()) };
    }
}

/// A variable of the environment.
fn variable(name: &CStr) -> Option<&'static CStr> {
    // SAFETY: a text that ends in NUL; nothing changes the environment while the library starts.
    unsafe {
        let value = libc::getenv(name.as_ptr());
        (!value.is_null()).then(|| CStr::from_ptr(value))
    }
}

fn number(name: &CStr) -> Option<i64> {
    variable(name)?.to_str().ok()?.parse().ok()
}

extern "C" fn start() {
    let kind = match variable(c"QC_FAIL").map(CStr::to_bytes) {
        Some(b"allocation") => Kind::Allocation,
        Some(b"call") => Kind::Call,
        Some(b"short") => Kind::Short,
        _ => Kind::Nothing,
    };
    KIND.store(kind as u8, Ordering::Relaxed);
    AT.store(number(c"QC_FAIL_AT").unwrap_or(i64::MAX), Ordering::Relaxed);
    LEAST.store(number(c"QC_FAIL_LEAST").unwrap_or(0), Ordering::Relaxed);
    FROM_THERE_ON.store(number(c"QC_FAIL_ON") == Some(1), Ordering::Relaxed);
    NAMES_ALL.store(number(c"QC_FAIL_NAMELESS") == Some(1), Ordering::Relaxed);
    if let Some(path) = variable(c"QC_FAIL_LOG") {
        let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC | libc::O_APPEND;
        // SAFETY: a text that ends in NUL.
        LOG.store(
            unsafe { libc::open(path.as_ptr(), flags, 0o600) },
            Ordering::Relaxed,
        );
    }
}

extern "C" fn end() {
    HAS_BEGUN.store(false, Ordering::Relaxed);
    let Some(path) = variable(c"QC_FAIL_COUNT") else {
        return;
    };
    let text = COUNT.load(Ordering::Relaxed).to_string();
    let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC;
    // SAFETY: texts with their lengths, and a descriptor that was just opened.
    unsafe {
        let file = libc::open(path.as_ptr(), flags, 0o600);
        libc::write(file, text.as_ptr().cast(), text.len());
    }
}

#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;

#[used]
#[unsafe(link_section = ".fini_array")]
static END: extern "C" fn() = end;

/// The function of that name in the libraries behind this one.
fn next(name: &CStr) -> *mut c_void {
    // SAFETY: a text that ends in NUL.
    let found = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    assert!(!found.is_null(), "the C library has {name:?}");
    found
}

/// Sets how the C library manages memory. Programs of qc do so first of all.
///
/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mallopt(parameter: c_int, value: c_int) -> c_int {
    // SAFETY: the C library's function of that name has this type.
    let result = unsafe {
        let real: extern "C" fn(c_int, c_int) -> c_int = std::mem::transmute(next(c"mallopt"));
        real(parameter, value)
    };
    HAS_BEGUN.store(true, Ordering::Relaxed);
    result
}

/// Sets what the last call went wrong by.
fn set_error(number: c_int) {
    // SAFETY: the place belongs to this thread.
    unsafe { *libc::__errno_location() = number };
}

/// A text of C.
type Text = *const c_char;
