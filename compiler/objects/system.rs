//! Which of the system's libraries has a symbol, and in which version: the newest that glibc 2.17 knows, so that programs start on every system
//! since then, whatever this machine has.
//!
//! Later glibc has moved functions (threads and `dlopen` into `libc.so.6` with 2.34) and added versions (`exp` without `errno`, 2.29); it keeps the
//! old ones under their names and versions. A row is an entry of the abilists of glibc 2.17 (`sysdeps/unix/sysv/linux/x86_64/64/*.abilist`). On
//! 64-bit ARM 2.17 is the first version of all.
//!
//! *Invariant:* what is not here is no part of a program, unless the program asks for it weakly.

use super::Machine;

/// Where a symbol comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The file's name.
    pub library: &'static str,
    /// The version's name.
    pub version: &'static str,
}

/// The version of everything on 64-bit ARM.
const OF_ARM: &str = "GLIBC_2.17";
const C: &str = "libc.so.6";
const MATHEMATICS: &str = "libm.so.6";
const THREADS: &str = "libpthread.so.0";
const LOADING: &str = "libdl.so.2";
const UNWINDER: &str = "libgcc_s.so.1";

/// Library, version on x86-64, and symbols.
const ROWS: &[(&str, &str, &[&str])] = &[
    (
        C,
        "GLIBC_2.2.5",
        &[
            "__environ",
            "__errno_location",
            "__libc_start_main",
            "__res_init",
            "_exit",
            "abort",
            "access",
            "alarm",
            "bcmp",
            "bind",
            "calloc",
            "chdir",
            "chmod",
            "close",
            "closedir",
            "connect",
            "dirfd",
            "dl_iterate_phdr",
            "dup",
            "dup2",
            "environ",
            "exit",
            "fchmod",
            "fchown",
            "fcntl",
            "fdatasync",
            "fflush",
            "fileno",
            "flock",
            "fputs",
            "free",
            "freeaddrinfo",
            "fsync",
            "ftruncate64",
            "fwrite",
            "gai_strerror",
            "getaddrinfo",
            "getcwd",
            "getegid",
            "getenv",
            "geteuid",
            "getgid",
            "gethostname",
            "getpagesize",
            "getpeername",
            "getpid",
            "getppid",
            "getpriority",
            "getrlimit",
            "getrlimit64",
            "getrusage",
            "getsockname",
            "getsockopt",
            "gettimeofday",
            "getuid",
            "gnu_get_libc_version",
            "ioctl",
            "isatty",
            "kill",
            "link",
            "listen",
            "localtime_r",
            "lseek64",
            "madvise",
            "malloc",
            "mallopt",
            "memchr",
            "memcmp",
            "memmove",
            "memset",
            "mkdir",
            "mkdtemp",
            "mmap64",
            "mprotect",
            "munmap",
            "nanosleep",
            "open",
            "open64",
            "opendir",
            "pause",
            "pclose",
            "pipe",
            "poll",
            "popen",
            "posix_memalign",
            "pread64",
            "pthread_attr_destroy",
            "pthread_attr_init",
            "pthread_mutex_lock",
            "pthread_mutex_unlock",
            "pthread_self",
            "pwrite64",
            "raise",
            "read",
            "readdir64",
            "readlink",
            "readv",
            "realloc",
            "recv",
            "rename",
            "rmdir",
            "sched_yield",
            "select",
            "send",
            "setenv",
            "setpriority",
            "setrlimit64",
            "setsockopt",
            "shutdown",
            "sigaction",
            "sigaddset",
            "sigaltstack",
            "sigdelset",
            "sigemptyset",
            "sigfillset",
            "signal",
            "socket",
            "socketpair",
            "stderr",
            "strftime",
            "strlen",
            "symlink",
            "syscall",
            "sysconf",
            "sysinfo",
            "system",
            "uname",
            "unlink",
            "unsetenv",
            "usleep",
            "waitpid",
            "write",
            "writev",
        ],
    ),
    (C, "GLIBC_2.3", &["realpath"]),
    (
        C,
        "GLIBC_2.3.4",
        &["__xpg_strerror_r", "sched_getaffinity", "sched_setaffinity"],
    ),
    (
        C,
        "GLIBC_2.4",
        &[
            "fchmodat",
            "linkat",
            "mkdirat",
            "openat64",
            "readlinkat",
            "renameat",
            "symlinkat",
            "unlinkat",
        ],
    ),
    (C, "GLIBC_2.6", &["futimens", "sched_getcpu", "utimensat"]),
    (C, "GLIBC_2.9", &["dup3", "pipe2"]),
    (C, "GLIBC_2.10", &["accept4", "preadv64", "pwritev64"]),
    (C, "GLIBC_2.14", &["memcpy"]),
    (C, "GLIBC_2.16", &["getauxval"]),
    (
        C,
        "GLIBC_2.17",
        &[
            "clock_getres",
            "clock_gettime",
            "clock_nanosleep",
            "secure_getenv",
        ],
    ),
    (
        MATHEMATICS,
        "GLIBC_2.2.5",
        &[
            "acos",
            "acosf",
            "acosh",
            "asin",
            "asinf",
            "asinh",
            "atan",
            "atan2",
            "atan2f",
            "atanf",
            "atanh",
            "cbrt",
            "cbrtf",
            "cos",
            "cosf",
            "cosh",
            "coshf",
            "erf",
            "erfc",
            "exp",
            "exp2",
            "exp2f",
            "expf",
            "expm1",
            "expm1f",
            "fmod",
            "fmodf",
            "hypot",
            "hypotf",
            "ldexp",
            "lgamma_r",
            "log",
            "log10",
            "log10f",
            "log1p",
            "log1pf",
            "log2",
            "log2f",
            "logf",
            "pow",
            "powf",
            "remainder",
            "sin",
            "sincos",
            "sincosf",
            "sinf",
            "sinh",
            "sinhf",
            "tan",
            "tanf",
            "tanh",
            "tanhf",
            "tgamma",
        ],
    ),
    (
        THREADS,
        "GLIBC_2.2.5",
        &[
            "__pthread_key_create",
            "pthread_attr_getguardsize",
            "pthread_attr_getstack",
            "pthread_attr_setguardsize",
            "pthread_attr_setstacksize",
            "pthread_create",
            "pthread_detach",
            "pthread_getattr_np",
            "pthread_getspecific",
            "pthread_join",
            "pthread_key_create",
            "pthread_key_delete",
            "pthread_kill",
            "pthread_once",
            "pthread_setspecific",
            "pthread_sigmask",
        ],
    ),
    (
        THREADS,
        "GLIBC_2.3.4",
        &["pthread_getaffinity_np", "pthread_setaffinity_np"],
    ),
    (THREADS, "GLIBC_2.12", &["pthread_setname_np"]),
    (
        LOADING,
        "GLIBC_2.2.5",
        &["dladdr", "dlclose", "dlerror", "dlopen", "dlsym"],
    ),
    (
        UNWINDER,
        "GCC_3.0",
        &[
            "_Unwind_DeleteException",
            "_Unwind_GetDataRelBase",
            "_Unwind_GetIP",
            "_Unwind_GetLanguageSpecificData",
            "_Unwind_GetRegionStart",
            "_Unwind_GetTextRelBase",
            "_Unwind_RaiseException",
            "_Unwind_Resume",
            "_Unwind_SetGR",
            "_Unwind_SetIP",
        ],
    ),
    (
        UNWINDER,
        "GCC_3.3",
        &[
            "_Unwind_Backtrace",
            "_Unwind_FindEnclosingFunction",
            "_Unwind_GetCFA",
        ],
    ),
    (UNWINDER, "GCC_4.2.0", &["_Unwind_GetIPInfo"]),
];

/// Where a symbol comes from; none if glibc 2.17 does not have it.
pub fn origin(name: &str, machine: Machine) -> Option<Origin> {
    let row = ROWS.iter().find(|(_, _, names)| names.contains(&name))?;
    let (library, version) = (row.0, row.1);
    let of_arm = machine == Machine::Arm && library != UNWINDER;
    Some(Origin {
        library,
        version: if of_arm { OF_ARM } else { version },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::LittleEndian;
    use object::elf::FileHeader64;
    use object::read::elf::FileHeader as _;
    use std::collections::BTreeSet;

    /// What a library of this machine defines: names with their versions. None if it is not here.
    fn defined(library: &str) -> Option<BTreeSet<(String, String)>> {
        let folders = ["/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/usr/lib"];
        let bytes = folders
            .iter()
            .find_map(|folder| std::fs::read(format!("{folder}/{library}")).ok())?;
        let header = FileHeader64::<LittleEndian>::parse(&bytes[..]).ok()?;
        let sections = header.sections(LittleEndian, &bytes[..]).ok()?;
        let symbols = sections
            .symbols(LittleEndian, &bytes[..], object::elf::SHT_DYNSYM)
            .ok()?;
        let versions = sections.versions(LittleEndian, &bytes[..]).ok()??;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let named = symbols.enumerate().filter_map(|(index, symbol)| {
            let version = versions
                .version(versions.version_index(LittleEndian, index))
                .ok()??;
            let name = symbols.symbol_name(LittleEndian, symbol).ok()?;
            Some((text(name), text(version.name())))
        });
        Some(named.collect())
    }

    /// glibc keeps old versions, so those of today have every row, wherever a function lives by now.
    #[test]
    fn the_c_library_of_this_machine_has_every_row() {
        if cfg!(not(target_arch = "x86_64")) {
            return;
        }
        let libraries = [C, MATHEMATICS, THREADS, LOADING].map(defined);
        let known: BTreeSet<_> = libraries.into_iter().flatten().flatten().collect();
        if known.is_empty() {
            eprintln!("skipped: the C library is not where it usually is");
            return;
        }
        for (library, version, names) in ROWS.iter().filter(|row| row.0 != UNWINDER) {
            for name in *names {
                let row = ((*name).to_owned(), (*version).to_owned());
                assert!(known.contains(&row), "{library} has no {name} of {version}");
            }
        }
    }

    #[test]
    fn no_symbol_stands_in_two_rows() {
        let names: Vec<&str> = ROWS.iter().flat_map(|row| row.2).copied().collect();
        let different: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), different.len());
    }
}
