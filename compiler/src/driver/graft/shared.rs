//! Shared objects: what others find in them, and variables of threads, which lie at no fixed distance from the thread's pointer there.
//!
//! Where an executable reads the pointer ([`Reference::ThreadPointer`](super::objects::Reference)) and adds constants, a shared object calls a few
//! instructions of its own, which ask the loader for the start of the object's variables ("ELF Handling for Thread-Local Storage", section 3.4.2): the
//! general dynamic model, for which any number of libraries may be loaded at any time.
//!
//! *Invariant:* the call stands where the compiler had one, so that no register is used across it that calls may change.

use cranelift_module::{DataId, FuncId};

use super::objects::Reference;

/// A shared object, as others see it.
pub struct Shared {
    /// The name by which programs that are linked with it ask for it.
    pub name: String,
    /// What others find, by their names.
    pub exports: Vec<(String, Export)>,
}

/// What a symbol stands for.
#[derive(Clone, Copy, Debug)]
pub enum Export {
    /// A function of the module.
    Function(FuncId),
    /// Data of the module.
    Data(DataId),
    /// A function of the runtime.
    Runtime(&'static str),
}

/// How a machine's shared objects come to variables of threads.
#[derive(Clone, Copy, Debug)]
pub struct ThreadAccess {
    /// The function of the system that is asked for them.
    pub function: &'static str,
    /// The dynamic relocation for the number of the object.
    pub module: u32,
    /// What stands where an executable reads the thread's pointer: bytes, and where the distance to `start` lies.
    pub call: (&'static [u8], usize),
    /// Code that gives the start of the variables: bytes, what refers to the words of the module, and what to the function's word.
    pub start: (&'static [u8], usize, usize),
}

/// Words in the table of addresses that say which object's variables are asked for, and which of them.
pub const MODULE_WORDS: u64 = 2;

/// x86-64: `nop; call start`, and `sub $8, %rsp; lea words(%rip), %rdi; call *word(%rip); add $8, %rsp; ret`.
pub const X86: ThreadAccess = ThreadAccess {
    function: "__tls_get_addr",
    module: object::elf::R_X86_64_DTPMOD64,
    call: (&[0x0f, 0x1f, 0x40, 0, 0xe8, 0, 0, 0, 0], 5),
    start: (
        &[
            0x48, 0x83, 0xec, 0x08, 0x48, 0x8d, 0x3d, 0, 0, 0, 0, 0xff, 0x15, 0, 0, 0, 0, 0x48,
            0x83, 0xc4, 0x08, 0xc3, 0xcc, 0xcc,
        ],
        7,
        13,
    ),
};

/// The reference that calls and addresses in this code are.
pub const REFERENCE: Reference = Reference::Relative32;
/// Where such a reference counts from: the end of its four bytes.
pub const ADDEND: i64 = -4;
