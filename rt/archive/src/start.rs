//! From the first instruction of a process to the runtime.
//!
//! *Invariant:* everything that Rust's own start of a program does, and that the runtime relies on, has happened before the program runs: functions
//! that run first, standard files that are open, and a write to a closed pipe that is an error and not a signal.

use std::arch::naked_asm;
use std::ffi::{c_char, c_int};

use quasar_abi::{GraftSlot, ProgramEntry};

/// Exit code when the file holds no program.
const EXIT_NO_PROGRAM: c_int = 2;

/// Filled in by the linker; reads of it are not folded, since the linker writes behind the compiler's back.
#[unsafe(export_name = "quasar_graft_slot")]
pub static mut SLOT: GraftSlot = GraftSlot::EMPTY;

/// A function that runs before all others gets what `main` gets.
type Initialiser = extern "C" fn(c_int, *const *const c_char, *const *const c_char);

unsafe extern "C" {
    #[link_name = "__init_array_start"]
    static FIRST: Initialiser;
    #[link_name = "__init_array_end"]
    static END: Initialiser;
}

/// The first instructions: the system's C library starts [`run`]. The stack holds the arguments' number and then the arguments; a register
/// holds what the loader wants to be called at the end (System V ABI for x86-64, section 3.4.1).
///
/// glibc 2.17 calls the functions that run first only if it is told them ([`initialise`]); later ones do as they are told.
///
/// # Safety
/// The system jumps here; nobody else does.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
#[unsafe(export_name = "quasar_process")]
pub unsafe extern "C" fn process() -> ! {
    naked_asm!(
        ".cfi_startproc",
        ".cfi_undefined rip",
        "xor ebp, ebp",
        "mov r9, rdx",
        "pop rsi",
        "mov rdx, rsp",
        "and rsp, -16",
        "push rax",
        "push rsp",
        "lea rcx, [rip + {initialise}]",
        "xor r8d, r8d",
        "lea rdi, [rip + {run}]",
        "call [rip + __libc_start_main@GOTPCREL]",
        "hlt",
        ".cfi_endproc",
        initialise = sym initialise,
        run = sym run,
    )
}

/// The same for 64-bit ARM (System V ABI for the Arm 64-bit Architecture, section 10).
///
/// # Safety
/// The system jumps here; nobody else does.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
#[unsafe(export_name = "quasar_process")]
pub unsafe extern "C" fn process() -> ! {
    naked_asm!(
        ".cfi_startproc",
        ".cfi_undefined x30",
        "mov x29, #0",
        "mov x30, #0",
        "mov x5, x0",
        "ldr x1, [sp]",
        "add x2, sp, #8",
        "mov x6, sp",
        "adrp x0, {run}",
        "add x0, x0, :lo12:{run}",
        "adrp x3, {initialise}",
        "add x3, x3, :lo12:{initialise}",
        "mov x4, #0",
        "bl __libc_start_main",
        "brk #1",
        ".cfi_endproc",
        initialise = sym initialise,
        run = sym run,
    )
}

/// Calls the functions that run before all others.
extern "C" fn initialise(
    count: c_int,
    arguments: *const *const c_char,
    environment: *const *const c_char,
) {
    let (mut next, end) = (&raw const FIRST, &raw const END);
    while next < end {
        // SAFETY: the linker has put addresses of such functions between the two, and nothing else.
        unsafe { (*next)(count, arguments, environment) };
        next = next.wrapping_add(1);
    }
}

/// `main`: the runtime with the program that the linker has put into this file.
extern "C" fn run(_count: c_int, _arguments: *const *const c_char) -> c_int {
    open_standard_files();
    // SAFETY: a number and a handler that the system has; no other thread runs yet.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
    let Some((entry, info)) = program_of_slot() else {
        eprintln!("this is the runtime of Quasar programs; it holds no program");
        return EXIT_NO_PROGRAM;
    };
    // SAFETY: entry and description are of the same program.
    unsafe { runtime::start(entry, info) }
}

/// The entry of the program that the linker has put into this file, and its description; tells the runtime of the text for GPUs. None where there
/// is no program.
pub(crate) fn program_of_slot() -> Option<(ProgramEntry, &'static [u8])> {
    // SAFETY: nothing writes the slot while the program runs.
    let slot = unsafe { std::ptr::read_volatile(&raw const SLOT) };
    if slot.entry == 0 {
        return None;
    }
    let near = |distance: i64| {
        (&raw const SLOT)
            .cast::<u8>()
            .wrapping_offset(distance as isize)
    };
    // SAFETY: the linker wrote the distance from the slot to a function of this type.
    let entry: ProgramEntry = unsafe { std::mem::transmute(near(slot.entry)) };
    // SAFETY: the linker wrote where the description lies; it is never written to.
    let info = unsafe { std::slice::from_raw_parts(near(slot.info), slot.info_length as usize) };
    if slot.cuda != 0 {
        // SAFETY: the linker wrote where the text lies; it is never written to.
        runtime::set_gpu_text(unsafe {
            std::slice::from_raw_parts(near(slot.cuda), slot.cuda_length as usize)
        });
    }
    Some((entry, info))
}

/// In place of what Rust's library does about a panic if nobody has said what to do: [`run`] calls nothing that panics before the runtime has said it.
#[unsafe(export_name = "quasar_unreached")]
pub extern "C" fn unreached() -> ! {
    std::process::abort()
}

/// In place of what Rust's library says about memory that it does not get, before it ends the process. It looks for the lines of the sources that it
/// came by, in files that programs are not.
#[unsafe(export_name = "quasar_no_memory")]
pub extern "C" fn no_memory() {
    let text = b"error: out of memory\n";
    // SAFETY: the text has that length; nothing is allocated.
    unsafe { libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len()) };
}

/// Opens `/dev/null` where one of the three standard files is closed: the next file to be opened would get its number otherwise, and be written to.
fn open_standard_files() {
    for file in 0..3 {
        // SAFETY: any number may be asked about, and the path ends with a zero.
        unsafe {
            if libc::fcntl(file, libc::F_GETFD) == -1 {
                libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
            }
        }
    }
}
