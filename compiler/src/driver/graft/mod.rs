//! The graft linker: makes an executable or a shared object without any tool of the machine.
//!
//! The runtime is compiled, when qc itself is built, to object files, and the build script makes a table of their pieces ([`objects`]). Linking
//! chooses the pieces that a program needs ([`reach`]), gives everything an address ([`layout`]), copies, and writes the references between
//! pieces and program ([`relocate`]) and the tables for the system's loader ([`dynamic`]) and for tools.
//!
//! *Invariant:* the same module gives the same bytes, and nothing here reads
//! or writes files.

mod build_id;
mod debug_types;
mod debug_variables;
mod dwarf;
mod dynamic;
mod error;
mod layout;
mod link;
mod module;
#[allow(dead_code, reason = "the build script writes the table, qc reads it")]
mod objects;
mod reach;
mod relocatable;
mod relocate;
mod runtime;
mod sections;
mod shared;
mod symbols;
mod unwind;

pub use debug_variables::{DebugPlace, DebugScope, DebugVariable, SourceRow};
pub use dwarf::{SourceFunction, SourceInfo};
pub use error::LinkError;
pub use link::{Program, link};
pub use module::GraftModule;
pub use relocatable::archive;
pub use runtime::{Runtime, has_runtime};
pub use shared::{Export, Shared};
pub use symbols::Names;
