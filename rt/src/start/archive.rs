//! The start of programs that a system linker makes from an object file and the runtime's archive.
//!
//! *Invariant:* it does what `rt/archive` does for programs that qc links, with what the object's `main` passes on.

use quasar_abi::ProgramEntry;

/// Runs a program; returns the exit code of the process. `info` are the `length` bytes of its description.
///
/// # Safety
/// Called once, by the `main` that qc puts into an object file, with what belongs to the same program.
#[unsafe(export_name = "quasar_start")]
pub unsafe extern "C-unwind" fn start(entry: ProgramEntry, info: *const u8, length: usize) -> i32 {
    // SAFETY: the `main` that qc puts into the object file passes place and length of a description in the same file.
    let info = unsafe { std::slice::from_raw_parts(info, length) };
    // SAFETY: the same `main` passes the entry that the description is of, and calls this once.
    unsafe { crate::start::program::start(entry, info) }
}
