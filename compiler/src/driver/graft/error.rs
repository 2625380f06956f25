//! What can go wrong while linking.
//!
//! *Invariant:* every error says which file, symbol or relocation is at fault;
//! the driver turns it into a report.

use std::fmt;

/// A reason why the graft linker gave up.
#[derive(Debug)]
pub enum LinkError {
    /// This build of qc carries no runtime for the target.
    NoRuntime {
        /// The target triple.
        triple: String,
    },
    /// Shared objects for the target are not supported yet.
    NoSharedObjects,
    /// The target's frames cannot be described.
    NoUnwinding,
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
                write!(
                    f,
                    "this build of qc carries no runtime for {triple}; tools/runtimes among the sources of qc makes one, which qc is then built \
                     with (docs/linking.md), and qc --print-targets lists those that are there"
                )
            }
            LinkError::NoSharedObjects => write!(
                f,
                "libraries for aarch64 are not supported yet, only for x86-64; a program for aarch64 is made without --emit, and takes \
                 what it works on from arguments, files or standard input"
            ),
            LinkError::NoUnwinding => write!(f, "frames of the target cannot be described"),
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

impl From<gimli::write::Error> for LinkError {
    fn from(error: gimli::write::Error) -> Self {
        LinkError::Debug(error)
    }
}
