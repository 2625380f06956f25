//! Functions that Rust's libraries ask of the C library, and that glibc has only since 2.33 or later: here by way of what 2.17 has.
//!
//! *Invariant:* each does what the manual page of its name says, as far as the runtime uses it.

use std::ffi::{c_char, c_int, c_long, c_void};

use libc::{AT_FDCWD, AT_SYMLINK_NOFOLLOW, SYS_newfstatat, stat64};

/// What the system knows of a file. The structure is the system's own on both machines.
fn status(folder: c_int, path: *const c_char, place: *mut stat64, flags: c_int) -> c_int {
    // SAFETY: the caller of one of the functions below vouches for path and place.
    let result: c_long = unsafe { libc::syscall(SYS_newfstatat, folder, path, place, flags) };
    result as c_int
}

/// `stat(2)`.
///
/// # Safety
/// As the manual page says.
#[unsafe(export_name = "stat64")]
pub unsafe extern "C" fn of_path(path: *const c_char, place: *mut stat64) -> c_int {
    status(AT_FDCWD, path, place, 0)
}

/// `lstat(2)`.
///
/// # Safety
/// As the manual page says.
#[unsafe(export_name = "lstat64")]
pub unsafe extern "C" fn of_link(path: *const c_char, place: *mut stat64) -> c_int {
    status(AT_FDCWD, path, place, AT_SYMLINK_NOFOLLOW)
}

/// `fstat(2)`.
///
/// # Safety
/// As the manual page says.
#[unsafe(export_name = "fstat64")]
pub unsafe extern "C" fn of_file(file: c_int, place: *mut stat64) -> c_int {
    // SAFETY: the caller vouches for the place.
    let result: c_long = unsafe { libc::syscall(libc::SYS_fstat, file, place) };
    result as c_int
}

/// `fstatat(2)`.
///
/// # Safety
/// As the manual page says.
#[unsafe(export_name = "fstatat64")]
pub unsafe extern "C" fn of_path_in(
    folder: c_int,
    path: *const c_char,
    place: *mut stat64,
    flags: c_int,
) -> c_int {
    status(folder, path, place, flags)
}

/// What an unwinder wants to know about the file that an address of code lies in (`dlfcn.h` of glibc 2.35).
#[repr(C)]
pub struct FoundObject {
    flags: u64,
    start: *mut c_void,
    end: *mut c_void,
    link_map: *mut c_void,
    unwinding: *mut c_void,
    reserved: [u64; 7],
}

/// The search for the file of an address.
struct Search {
    address: usize,
    found: Option<[usize; 3]>,
}

/// `_dl_find_object`, by which the unwinder of newer compilers finds its tables.
///
/// # Safety
/// `place` has room for the answer.
#[unsafe(export_name = "_dl_find_object")]
pub unsafe extern "C" fn find_object(address: *mut c_void, place: *mut FoundObject) -> c_int {
    let mut search = Search {
        address: address.addr(),
        found: None,
    };
    // SAFETY: the function below takes the pointer for what it is.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut search).cast()) };
    let Some([start, end, unwinding]) = search.found else {
        return -1;
    };
    let pointer = std::ptr::with_exposed_provenance_mut;
    let answer = FoundObject {
        flags: 0,
        start: pointer(start),
        end: pointer(end),
        link_map: std::ptr::null_mut(),
        unwinding: pointer(unwinding),
        reserved: [0; 7],
    };
    // SAFETY: the caller vouches for the place.
    unsafe { place.write(answer) };
    0
}

/// Looks whether a file has the address; ends the search if so.
unsafe extern "C" fn look(
    file: *mut libc::dl_phdr_info,
    _size: usize,
    search: *mut c_void,
) -> c_int {
    // SAFETY: `find_object` passes its search, and the C library a description that is valid during the call.
    let (file, search) = unsafe { (&*file, &mut *search.cast::<Search>()) };
    // SAFETY: so many headers there are.
    let headers = unsafe { std::slice::from_raw_parts(file.dlpi_phdr, file.dlpi_phnum.into()) };
    let base = file.dlpi_addr as usize;
    let range = |header: &libc::Elf64_Phdr| {
        let start = base.wrapping_add(header.p_vaddr as usize);
        (start, start.wrapping_add(header.p_memsz as usize))
    };
    let has_address = |header: &&libc::Elf64_Phdr| {
        let (start, end) = range(header);
        header.p_type == libc::PT_LOAD && (start..end).contains(&search.address)
    };
    let Some(segment) = headers.iter().find(has_address) else {
        return 0;
    };
    let tables = headers
        .iter()
        .find(|header| header.p_type == libc::PT_GNU_EH_FRAME);
    if let Some(tables) = tables {
        let (start, end) = range(segment);
        search.found = Some([start, end, range(tables).0]);
    }
    1
}
