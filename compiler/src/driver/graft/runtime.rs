//! The runtimes that qc carries: pieces of machine code and data, of which a program gets those that it needs.
//!
//! *Invariant:* what a [`Runtime`] holds has been checked by the build script of qc: it has every row of the runtime's table.

use object::elf::{
    EM_AARCH64, EM_X86_64, R_AARCH64_ABS64, R_AARCH64_GLOB_DAT, R_AARCH64_RELATIVE,
    R_AARCH64_TLS_DTPREL, R_X86_64_64, R_X86_64_DTPOFF64, R_X86_64_GLOB_DAT, R_X86_64_RELATIVE,
};

use super::error::LinkError;
use super::objects::{Objects, Reference};
use super::shared::{self, ThreadAccess};

/// One runtime, as the build script embeds it.
pub struct EmbeddedRuntime {
    /// The target triple it runs on.
    pub triple: &'static str,
    /// The table of its pieces.
    pub pieces: &'static Aligned<[u8]>,
}

/// Bytes at an address that numbers may be read at.
#[repr(C, align(8))]
pub struct Aligned<T: ?Sized>(pub T);

include!(concat!(env!("OUT_DIR"), "/runtimes.rs"));

/// What the form of a file depends on.
pub struct Machine {
    /// The beginning of the triples.
    name: &'static str,
    /// `EM_*`.
    pub number: u16,
    /// Alignment of segments: the largest page that a system of this machine has.
    pub page: u64,
    /// The path of the loader, with the NUL at its end.
    pub loader: &'static [u8],
    /// The dynamic relocation for an address of the file itself.
    pub relative: u32,
    /// The one for the address of a symbol in the table of addresses.
    pub slot: u32,
    /// The one for the address of a symbol elsewhere.
    pub absolute: u32,
    /// One that writes its addend: the place of a variable among those of a thread, whose symbol is none (ELF Handling for Thread-Local Storage,
    /// section 4.4).
    pub constant: u32,
    /// A jump to the address in a word, filled up to the size that the jumps have: bytes, and what refers to the word.
    pub jump: (&'static [u8], &'static [(u64, Reference, i64)]),
    /// Bytes between the thread's pointer and its variables; none if they end at the pointer.
    pub thread_head: Option<u64>,
    /// How shared objects come to variables of threads; none where there are no shared objects.
    pub thread_access: Option<ThreadAccess>,
}

/// The machines that programs are made for.
const MACHINES: &[Machine] = &[
    Machine {
        name: "x86_64",
        number: EM_X86_64,
        page: 4096,
        loader: b"/lib64/ld-linux-x86-64.so.2\0",
        relative: R_X86_64_RELATIVE,
        slot: R_X86_64_GLOB_DAT,
        absolute: R_X86_64_64,
        constant: R_X86_64_DTPOFF64,
        // jmp *word(%rip)
        jump: (
            &[0xff, 0x25, 0, 0, 0, 0, 0xcc, 0xcc],
            &[(2, Reference::Relative32, -4)],
        ),
        thread_head: None,
        thread_access: Some(shared::X86),
    },
    Machine {
        name: "aarch64",
        number: EM_AARCH64,
        page: 65536,
        loader: b"/lib/ld-linux-aarch64.so.1\0",
        relative: R_AARCH64_RELATIVE,
        slot: R_AARCH64_GLOB_DAT,
        absolute: R_AARCH64_ABS64,
        constant: R_AARCH64_TLS_DTPREL,
        // adrp x16, word; ldr x16, [x16, word]; br x16; nop
        jump: (
            &[
                0x10, 0, 0, 0x90, 0x10, 0x02, 0x40, 0xf9, 0, 0x02, 0x1f, 0xd6, 0x1f, 0x20, 0x03,
                0xd5,
            ],
            &[(0, Reference::ArmPage, 0), (4, Reference::ArmLow8, 0)],
        ),
        thread_head: Some(16),
        thread_access: None,
    },
];

/// The runtime of a target.
pub struct Runtime {
    /// Its pieces.
    pub objects: Objects<'static>,
    /// The target's machine.
    pub machine: &'static Machine,
}

/// Whether qc was built with a runtime for a target.
pub fn has_runtime(triple: &str) -> bool {
    RUNTIMES.iter().any(|runtime| runtime.triple == triple)
}

impl Runtime {
    /// The runtime for a target.
    ///
    /// # Errors
    /// There are no libraries for this target, whatever runtime there is.
    pub fn for_library(triple: &str) -> Result<Runtime, LinkError> {
        let mut machines = MACHINES
            .iter()
            .filter(|machine| machine.thread_access.is_none());
        match machines.any(|machine| triple.starts_with(machine.name)) {
            true => Err(LinkError::NoSharedObjects),
            false => Runtime::for_triple(triple),
        }
    }

    /// The runtime of a program.
    ///
    /// # Errors
    /// qc was built without one for this target.
    pub fn for_triple(triple: &str) -> Result<Runtime, LinkError> {
        let found = RUNTIMES.iter().find(|runtime| runtime.triple == triple);
        let objects = found.and_then(|runtime| Objects::read(&runtime.pieces.0));
        let machine = MACHINES
            .iter()
            .find(|machine| triple.starts_with(machine.name));
        match (objects, machine) {
            (Some(objects), Some(machine)) => Ok(Runtime { objects, machine }),
            _ => Err(LinkError::NoRuntime {
                triple: triple.to_owned(),
            }),
        }
    }
}
