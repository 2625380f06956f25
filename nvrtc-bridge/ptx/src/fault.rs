//! What a check found.
//!
//! *Invariant:* a fault names its kind, the line, the thread and, for an access, the array.

use std::fmt;

/// What kind of mistake it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// An access beyond an allocation, a variable or the parameters.
    OutOfBounds,
    /// An address that is no multiple of the size of the access.
    Misaligned,
    /// An access to memory that was freed.
    UseAfterFree,
    /// Two accesses to global memory without order, one of them a write.
    RaceGlobal,
    /// The same in shared memory.
    RaceShared,
    /// Threads of a block that wait at different barriers.
    DivergentBarrier,
    /// A read of bytes that nobody wrote.
    Poison,
    /// `trap`
    Trap,
    /// An assertion that failed.
    Assert,
    /// An instruction that the interpreter does not have.
    UnsupportedInstruction,
    /// Threads that wait for each other.
    Deadlock,
    /// More instructions than the launch allows.
    InstructionLimit,
    /// A call to an address that is no function, or deeper than the stack.
    InvalidCall,
    /// `free` of what `malloc` did not give.
    InvalidFree,
    /// A texture or surface that does not exist, or an access beyond a surface.
    InvalidTexture,
    /// A launch with sizes, parameters or a kernel that do not fit.
    InvalidLaunch,
}

impl FaultKind {
    /// A few words for a message.
    pub fn description(self) -> &'static str {
        match self {
            FaultKind::OutOfBounds => "access out of bounds",
            FaultKind::Misaligned => "misaligned access",
            FaultKind::UseAfterFree => "access to freed memory",
            FaultKind::RaceGlobal => "race in global memory",
            FaultKind::RaceShared => "race in shared memory",
            FaultKind::DivergentBarrier => "divergent barrier",
            FaultKind::Poison => "read of uninitialised memory",
            FaultKind::Trap => "trap",
            FaultKind::Assert => "assertion failed",
            FaultKind::UnsupportedInstruction => "instruction not supported yet",
            FaultKind::Deadlock => "deadlock",
            FaultKind::InstructionLimit => "instruction limit reached",
            FaultKind::InvalidCall => "invalid call",
            FaultKind::InvalidFree => "invalid free",
            FaultKind::InvalidTexture => "invalid texture access",
            FaultKind::InvalidLaunch => "invalid launch",
        }
    }
}

/// What an address belongs to, or lies nearest to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// An allocation of global memory.
    Allocation {
        /// Its first address.
        start: u64,
        /// Bytes.
        size: u64,
        /// The name of the variable of the module, or what the host called it.
        name: Option<String>,
        /// The number of the kernel's parameter that points into it.
        parameter: Option<usize>,
    },
    /// A `.shared` variable.
    Shared(String),
    /// `extern __shared__` memory.
    DynamicShared,
    /// Local memory of the thread.
    Local,
    /// The parameters of the kernel.
    Parameters,
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Object::Allocation {
                start,
                size,
                name,
                parameter,
            } => {
                match (name, parameter) {
                    (Some(name), _) => write!(f, "`{name}`")?,
                    (None, Some(number)) => write!(f, "the array of parameter {number}")?,
                    (None, None) => write!(f, "the allocation")?,
                }
                write!(f, " ({size} bytes at {start:#x})")
            }
            Object::Shared(name) => write!(f, "the shared array `{name}`"),
            Object::DynamicShared => write!(f, "dynamic shared memory"),
            Object::Local => write!(f, "local memory"),
            Object::Parameters => write!(f, "the kernel's parameters"),
        }
    }
}

/// A mistake of a kernel or of a use of memory. Its details are its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(Box<FaultDetails>);

impl std::ops::Deref for Fault {
    type Target = FaultDetails;

    fn deref(&self) -> &FaultDetails {
        &self.0
    }
}

impl std::ops::DerefMut for Fault {
    fn deref_mut(&mut self) -> &mut FaultDetails {
        &mut self.0
    }
}

impl From<FaultDetails> for Fault {
    fn from(details: FaultDetails) -> Fault {
        Fault(Box::new(details))
    }
}

/// What there is to say of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultDetails {
    /// What kind of mistake it is.
    pub kind: FaultKind,
    /// The kernel; empty for an access of the host.
    pub kernel: String,
    /// The function, where it is not the kernel itself.
    pub function: Option<String>,
    /// The line of the PTX text; 0 for an access of the host.
    pub ptx_line: u32,
    /// File and line of the source, if the text has them (`-lineinfo`).
    pub source: Option<(String, u32)>,
    /// The thread in its block.
    pub thread: [u32; 3],
    /// The block in its grid.
    pub block: [u32; 3],
    /// The address of the access.
    pub address: Option<u64>,
    /// What the address belongs to or lies nearest to.
    pub object: Option<Object>,
    /// What happened.
    pub message: String,
}

impl Fault {
    /// A fault of the host.
    pub(crate) fn of_host(kind: FaultKind, address: Option<u64>, message: String) -> Fault {
        Fault::from(FaultDetails {
            kind,
            kernel: String::new(),
            function: None,
            ptx_line: 0,
            source: None,
            thread: [0; 3],
            block: [0; 3],
            address,
            object: None,
            message,
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.description(), self.message)?;
        if let Some(object) = &self.object {
            write!(f, ", {object}")?;
        }
        if self.kernel.is_empty() {
            return Ok(());
        }
        let [x, y, z] = self.thread;
        let [bx, by, bz] = self.block;
        write!(
            f,
            "; thread ({x}, {y}, {z}) of block ({bx}, {by}, {bz}) in "
        )?;
        if let Some(function) = &self.function {
            write!(f, "`{function}` called by ")?;
        }
        write!(f, "kernel `{}`", self.kernel)?;
        if let Some((file, line)) = &self.source {
            write!(f, ", {file}:{line}")?;
        }
        write!(f, " (PTX line {})", self.ptx_line)
    }
}

impl std::error::Error for Fault {}

/// What an instruction reports before its place is added.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub kind: FaultKind,
    pub address: Option<u64>,
    pub object: Option<Object>,
    pub message: String,
}

impl Problem {
    pub(crate) fn new(kind: FaultKind, message: impl Into<String>) -> Box<Problem> {
        Box::new(Problem {
            kind,
            address: None,
            object: None,
            message: message.into(),
        })
    }

    pub(crate) fn at(mut self: Box<Problem>, address: u64, object: Option<Object>) -> Box<Problem> {
        self.address = Some(address);
        self.object = object;
        self
    }
}
