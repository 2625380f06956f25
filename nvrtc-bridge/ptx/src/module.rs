//! A module: kernels, functions and variables of a PTX text, resolved.
//!
//! *Invariant:* a module never changes after it is parsed; it has no addresses of its own.

use crate::instruction::{Instruction, Operation, Place};
use std::collections::BTreeMap;

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in the PTX text.
    pub name: String,
    /// Bytes from the start of the parameters.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Its alignment in bytes.
    pub align: u32,
    /// What the source calls it, if the text tells.
    pub source_name: Option<String>,
}

/// A `.shared` variable as a kernel sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedVariable {
    /// Its name in the source, as far as the mangled name tells.
    pub name: String,
    /// Its place in the interpreter's shared memory, where variables are kept apart.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Its alignment in bytes.
    pub align: u32,
}

/// Where a global variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalSpace {
    /// `.global`
    Global,
    /// `.const`
    Constant,
}

/// A `.global` or `.const` variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name in the PTX text.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u32,
    /// Its address space.
    pub space: GlobalSpace,
    /// Its first bytes; the rest is zero.
    pub initial: Vec<u8>,
    pub(crate) relocations: Vec<Relocation>,
}

/// An address in an initial value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Relocation {
    pub offset: usize,
    pub size: usize,
    pub target: Target,
    pub addend: i64,
    pub mask: Option<u64>,
}

/// What has an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Global(u32),
    Function(u32),
    Shared(u32),
}

/// Functions that PTX declares and the device supplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    Print,
    Assert,
    Allocate,
    Free,
    StackAllocate,
}

impl Builtin {
    pub(crate) fn named(name: &str) -> Option<Builtin> {
        match name {
            "vprintf" => Some(Builtin::Print),
            "__assertfail" => Some(Builtin::Assert),
            "malloc" => Some(Builtin::Allocate),
            "free" => Some(Builtin::Free),
            "alloca" => Some(Builtin::StackAllocate),
            _ => None,
        }
    }
}

/// The code of a function or a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub instructions: Vec<Instruction>,
    pub places: Vec<Place>,
    pub registers: u32,
    /// Bytes of local memory of a frame.
    pub local: u32,
    /// Bytes of parameter memory of a frame.
    pub frame: u32,
    /// Parameters in the frame: offset and size.
    pub parameters: Vec<(u32, u32)>,
    pub returns: Vec<(u32, u32)>,
    pub builtin: Option<Builtin>,
    pub has_body: bool,
}

/// A kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) name: String,
    pub(crate) function: u32,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) shared: Vec<SharedVariable>,
    pub(crate) static_shared: u32,
    pub(crate) max_threads: u32,
    pub(crate) registers: u32,
    pub(crate) local: u32,
    pub(crate) uses_dynamic_shared: bool,
}

/// Threads of a block where the text sets no bound.
const DEFAULT_THREADS: u32 = 1024;

impl Kernel {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its parameters in their order.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Bytes of all parameters.
    pub fn parameter_bytes(&self) -> u32 {
        let last = self.parameters.last();
        last.map_or(0, |last| last.offset + last.size)
    }

    /// Bytes of `.shared` variables, as a device would lay them out.
    pub fn static_shared(&self) -> u32 {
        self.static_shared
    }

    /// Its `.shared` variables, without the dynamic one.
    pub fn shared(&self) -> &[SharedVariable] {
        &self.shared
    }

    /// Whether it reads `extern __shared__` memory.
    pub fn uses_dynamic_shared(&self) -> bool {
        self.uses_dynamic_shared
    }

    /// The most threads of a block: `.maxntid` or `.reqntid`, else 1024.
    pub fn max_threads(&self) -> u32 {
        self.max_threads
    }

    /// An estimate of 32-bit registers of a thread, from the lives of PTX registers; between 16 and 255.
    pub fn registers(&self) -> u32 {
        self.registers
    }

    /// Bytes of local memory of a thread, without those of the functions that it calls.
    pub fn local_bytes(&self) -> u32 {
        self.local
    }
}

pub(crate) fn threads_or_default(threads: Option<u32>) -> u32 {
    threads.unwrap_or(DEFAULT_THREADS).clamp(1, DEFAULT_THREADS)
}

/// A PTX text, parsed and resolved.
#[derive(Clone, Debug)]
pub struct Module {
    pub(crate) functions: Vec<Function>,
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) globals: Vec<Global>,
    pub(crate) files: BTreeMap<u32, String>,
}

impl Module {
    /// The kernel of a name.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }

    /// All kernels in the order of the text.
    pub fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.kernels.iter()
    }

    /// Opcodes that are faults when they are met, with their lines.
    pub fn unsupported(&self) -> Vec<(u32, &str)> {
        let mut found = Vec::new();
        for function in &self.functions {
            for (instruction, place) in function.instructions.iter().zip(&function.places) {
                if let Operation::Unsupported(opcode) = &instruction.operation {
                    found.push((place.line, opcode.as_str()));
                }
            }
        }
        found
    }

    /// All `.global` and `.const` variables in the order of the text.
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }
}
