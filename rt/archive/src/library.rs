//! What callers of a library come to: from the functions that qc has made to the runtime.
//!
//! *Invariant:* nothing here runs before the first call, and nothing of the process changes but for what the library's file itself does.

use std::ffi::{c_char, c_int};

use quasar_abi::library::LibraryArgument;

use crate::start::program_of_slot;

/// Runs a call: see [`quasar_abi::library::LibraryCall`].
///
/// # Safety
/// Called by the functions that qc puts into a library, with what their callers vouch for by the header.
#[unsafe(export_name = "quasar_library_call")]
pub unsafe extern "C-unwind" fn call(
    dispatcher: unsafe extern "C-unwind" fn() -> i32,
    number: c_int,
    arguments: *const LibraryArgument,
    results: *const *mut u8,
) -> c_int {
    let program = || program_of_slot().expect("qc has put a program into the library");
    // SAFETY: the dispatcher is of the program in the slot, and the caller vouches for the rest.
    unsafe { runtime::library::call(program, dispatcher, number, arguments, results) }
}

/// What the last call on this thread that failed says, with file and line; an empty text where none did.
#[unsafe(export_name = "quasar_library_error")]
pub extern "C" fn error() -> *const c_char {
    runtime::library::error_text()
}

/// The file that the error is in; an empty text where it is in none.
#[unsafe(export_name = "quasar_library_error_file")]
pub extern "C" fn error_file() -> *const c_char {
    runtime::library::error_file()
}

/// The line that the error is in; 0 where it is in none.
#[unsafe(export_name = "quasar_library_error_line")]
pub extern "C" fn error_line() -> c_int {
    runtime::library::error_line()
}

/// Frees a result by its owner; any thread may, and null is nothing.
///
/// # Safety
/// The owner is of a result of the same library, and given back once.
#[unsafe(export_name = "quasar_library_release")]
pub unsafe extern "C" fn release(owner: *mut u8) {
    // SAFETY: the caller gives back an owner that this library gave, once.
    unsafe { runtime::library::release(owner) }
}
