//! Calls of the system, as far as programs make them by functions of the C library.
//!
//! *Invariant:* what does not fail is what the C library does, with its own function or its own number.

use std::ffi::{c_int, c_long, c_uint, c_void};

use std::sync::atomic::Ordering;

use crate::{Kind, NAMES_ALL, Text, fails, next, note, set_error};

fn refused(error: c_int) -> bool {
    let fails = fails(Kind::Call, usize::MAX >> 1);
    if fails {
        set_error(error);
    }
    fails
}

/// How much of a read or write is done.
fn length(asked: usize) -> usize {
    match asked > 1 && fails(Kind::Short, usize::MAX >> 1) {
        true => asked / 2,
        false => asked,
    }
}

/// Functions that fail with -1 and an error: name, arguments, result, error.
macro_rules! calls {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty, $error:ident;)*) => { $(
        /// # Safety
        /// As that of the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> $result {
            const NAME: &std::ffi::CStr = match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("a name without NUL"),
            };
            note(NAME);
            if refused(libc::$error) {
                return !0;
            }
            // SAFETY: the C library's function of that name has this type, and the caller's arguments are those that it takes.
            unsafe {
                let real: unsafe extern "C" fn($($type),*) -> $result = std::mem::transmute(next(NAME));
                real($($argument),*)
            }
        }
    )* };
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn open64(path: Text, flags: c_int, mode: c_uint) -> c_int {
    note(c"open64");
    if flags & libc::O_TMPFILE == libc::O_TMPFILE && NAMES_ALL.load(Ordering::Relaxed) {
        set_error(libc::EOPNOTSUPP);
        return -1;
    }
    if refused(libc::EMFILE) {
        return -1;
    }
    // SAFETY: the C library's function of that name has this type, and the caller's arguments are those that it takes.
    unsafe {
        let real: unsafe extern "C" fn(Text, c_int, c_uint) -> c_int =
            std::mem::transmute(next(c"open64"));
        real(path, flags, mode)
    }
}

calls! {
    close(file: c_int) -> c_int, EIO;
    dup(file: c_int) -> c_int, EMFILE;
    fcntl(file: c_int, command: c_int, argument: c_long) -> c_int, EMFILE;
    ioctl(file: c_int, request: c_long, argument: c_long) -> c_int, EIO;
    isatty(file: c_int) -> c_int, EIO;
    fstat64(file: c_int, details: *mut c_void) -> c_int, EIO;
    stat64(path: Text, details: *mut c_void) -> c_int, EIO;
    lstat64(path: Text, details: *mut c_void) -> c_int, EIO;
    fstatat64(folder: c_int, path: Text, details: *mut c_void, flags: c_int) -> c_int, EIO;
    statx(folder: c_int, path: Text, flags: c_int, mask: c_uint, details: *mut c_void) -> c_int, EIO;
    lseek64(file: c_int, offset: i64, from: c_int) -> i64, EIO;
    fsync(file: c_int) -> c_int, EIO;
    fdatasync(file: c_int) -> c_int, EIO;
    fchmod(file: c_int, mode: c_uint) -> c_int, EPERM;
    fchown(file: c_int, user: c_uint, group: c_uint) -> c_int, EPERM;
    linkat(first: c_int, from: Text, second: c_int, to: Text, flags: c_int) -> c_int, ENOSPC;
    rename(from: Text, to: Text) -> c_int, EIO;
    unlink(path: Text) -> c_int, EIO;
    mkdir(path: Text, mode: c_uint) -> c_int, ENOSPC;
    ftruncate64(file: c_int, length: i64) -> c_int, EIO;
    futimens(file: c_int, times: *const c_void) -> c_int, EPERM;
    getrlimit(what: c_int, place: *mut c_void) -> c_int, EFAULT;
    mprotect(place: *mut c_void, length: usize, protection: c_int) -> c_int, ENOMEM;
    munmap(place: *mut c_void, length: usize) -> c_int, EINVAL;
    poll(files: *mut c_void, count: c_long, timeout: c_int) -> c_int, ENOMEM;
    sched_getaffinity(process: c_int, size: usize, set: *mut c_void) -> c_int, ESRCH;
    sched_setaffinity(process: c_int, size: usize, set: *const c_void) -> c_int, EPERM;
    sigaction(signal: c_int, new: *const c_void, old: *mut c_void) -> c_int, EINVAL;
    sigaltstack(new: *const c_void, old: *mut c_void) -> c_int, ENOMEM;
    socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int, EMFILE;
    connect(file: c_int, address: *const c_void, length: c_uint) -> c_int, ECONNREFUSED;
    sysconf(name: c_int) -> c_long, EINVAL;
    getrandom(place: *mut c_void, length: usize, flags: c_uint) -> isize, ENOSYS;
    readlink(path: Text, place: *mut c_void, length: usize) -> isize, EIO;
}

/// Functions that fail with null.
macro_rules! pointers {
    ($($name:ident($($argument:ident: $type:ty),*), $error:ident, $failure:expr;)*) => { $(
        /// # Safety
        /// As that of the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> *mut c_void {
            if refused(libc::$error) {
                return std::ptr::without_provenance_mut($failure);
            }
            const NAME: &std::ffi::CStr = match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("a name without NUL"),
            };
            // SAFETY: the C library's function of that name has this type, and the caller's arguments are those that it takes.
            unsafe {
                let real: unsafe extern "C" fn($($type),*) -> *mut c_void = std::mem::transmute(next(NAME));
                real($($argument),*)
            }
        }
    )* };
}

pointers! {
    mmap64(place: *mut c_void, length: usize, protection: c_int, flags: c_int, file: c_int, offset: i64), ENOMEM, usize::MAX;
    opendir(path: Text), EMFILE, 0;
    realpath(path: Text, place: *mut c_void), EIO, 0;
    getcwd(place: *mut c_void, length: usize), EIO, 0;
}

/// # Safety
/// As that of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_create(
    thread: *mut c_void,
    attributes: *const c_void,
    function: *mut c_void,
    argument: *mut c_void,
) -> c_int {
    if refused(libc::EAGAIN) {
        return libc::EAGAIN;
    }
    // SAFETY: the C library's function of that name has this type, and the caller's arguments are those that it takes.
    unsafe {
        let real: unsafe extern "C" fn(
            *mut c_void,
            *const c_void,
            *mut c_void,
            *mut c_void,
        ) -> c_int = std::mem::transmute(next(c"pthread_create"));
        real(thread, attributes, function, argument)
    }
}

/// Reads and writes: they can do less than they are asked for.
macro_rules! transfers {
    ($($name:ident($($argument:ident: $type:ty),*), $number:ident, $error:ident;)*) => { $(
        /// # Safety
        /// As that of the C library.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(file: c_int, bytes: *mut c_void, count: usize $(, $argument: $type)*) -> isize {
            if refused(libc::$error) {
                return -1;
            }
            // SAFETY: the caller gives room for `count` bytes, and no more are asked for.
            unsafe { libc::syscall(libc::$number, file, bytes, length(count) $(, $argument)*) as isize }
        }
    )* };
}

transfers! {
    read(), SYS_read, EIO;
    write(), SYS_write, ENOSPC;
    pread64(offset: i64), SYS_pread64, EIO;
    pwrite64(offset: i64), SYS_pwrite64, ENOSPC;
}
