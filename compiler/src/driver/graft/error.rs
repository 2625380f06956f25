//! What can go wrong while linking.
//!
//! *Invariant:* every error says which file, symbol or relocation is at fault;
//! the driver turns it into a report.

use std::fmt;

use super::elf::ElfError;

/// A reason why the graft linker gave up.
#[derive(Debug)]
pub enum LinkError {
    /// This build of qc carries no runtime for the target.
    NoRuntime {
        /// The target triple.
        triple: String,
    },
    /// The runtime's executable cannot be used.
    BadStub(String),
    /// Program and runtime were built from different tables.
    AbiMismatch {
        /// What this compiler was built with.
        compiler: u64,
        /// What the runtime says.
        runtime: u64,
    },
    /// The runtime's program header table is too small.
    NoRoom {
        /// Headers needed.
        needed: usize,
        /// Headers that can be reused.
        spare: usize,
    },
    /// Nothing defines a symbol.
    Undefined(String),
    /// A relocation that generated code should not contain.
    Relocation(String),
    /// A relocation whose target is too far away.
    OutOfRange {
        /// The relocation's kind.
        kind: String,
        /// The target's address.
        target: u64,
    },
    /// The debugging or unwind information could not be written.
    Debug(gimli::write::Error),
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::NoRuntime { triple } => {
                write!(f, "this build of qc carries no runtime for {triple}")
            }
            LinkError::BadStub(why) => write!(f, "the runtime cannot be used: {why}"),
            LinkError::AbiMismatch { compiler, runtime } => write!(
                f,
                "the runtime (interface {runtime:016x}) is not of this compiler ({compiler:016x})"
            ),
            LinkError::NoRoom { needed, spare } => write!(
                f,
                "the runtime has room for {spare} more segments, the program needs {needed}"
            ),
            LinkError::Undefined(symbol) => write!(f, "nothing defines the symbol {symbol}"),
            LinkError::Relocation(kind) => write!(f, "relocation {kind} is not supported"),
            LinkError::OutOfRange { kind, target } => {
                write!(f, "relocation {kind} cannot reach address {target:#x}")
            }
            LinkError::Debug(error) => write!(f, "debugging information: {error}"),
        }
    }
}

impl std::error::Error for LinkError {}

impl From<ElfError> for LinkError {
    fn from(error: ElfError) -> Self {
        LinkError::BadStub(error.to_string())
    }
}

impl From<gimli::write::Error> for LinkError {
    fn from(error: gimli::write::Error) -> Self {
        LinkError::Debug(error)
    }
}
