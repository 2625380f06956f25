//! Allocations.
//!
//! *Invariant:* what does not fail is done by the C library, so that blocks of both may be freed by it.

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;

use crate::{Kind, fails, set_error};

unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(alignment: usize, size: usize) -> *mut c_void;
}

fn refused(size: usize) -> bool {
    let fails = fails(Kind::Allocation, size);
    if fails {
        set_error(libc::ENOMEM);
    }
    fails
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn malloc(size: usize) -> *mut c_void {
    match refused(size) {
        true => null_mut(),
        // SAFETY: any size may be asked for.
        false => unsafe { __libc_malloc(size) },
    }
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    // One element of this size is what the C library itself asks for, to note the destructor of a variable of a thread: it ends the process
    // when it is refused.
    let is_note = count == 1 && size == 4 * size_of::<usize>();
    match !is_note && refused(count.saturating_mul(size)) {
        true => null_mut(),
        // SAFETY: any size may be asked for.
        false => unsafe { __libc_calloc(count, size) },
    }
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn realloc(block: *mut c_void, size: usize) -> *mut c_void {
    match refused(size) {
        true => null_mut(),
        // SAFETY: the block is one of the C library, as the caller promises: all functions here hand out its blocks.
        false => unsafe { __libc_realloc(block, size) },
    }
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn memalign(alignment: usize, size: usize) -> *mut c_void {
    match refused(size) {
        true => null_mut(),
        // SAFETY: the alignment is a power of two, as the caller promises.
        false => unsafe { __libc_memalign(alignment, size) },
    }
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void {
    // SAFETY: the alignment is a power of two, as the caller promises.
    unsafe { memalign(alignment, size) }
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_memalign(
    place: *mut *mut c_void,
    alignment: usize,
    size: usize,
) -> c_int {
    // SAFETY: the alignment is a power of two, and the place is valid for a pointer, as the caller promises.
    unsafe {
        let block = memalign(alignment, size);
        if block.is_null() {
            return libc::ENOMEM;
        }
        *place = block;
    }
    0
}
