//! The graft linker: makes an executable without any tool of the machine.
//!
//! The runtime is built, when qc is built, as an ordinary executable, the
//! *stub*. Linking lays a program behind a copy of it, resolves the program's
//! references against the stub's symbols and fills in the stub's entry slot.
//!
//! *Invariant:* the same module gives the same bytes, and nothing here reads
//! or writes files.

mod build_id;
mod dwarf;
pub mod elf;
mod error;
mod image;
mod layout;
mod link;
mod module;
mod relocate;
mod sections;
mod stub;
mod symbols;
mod unwind;
mod veneer;

pub use dwarf::{SourceFunction, SourceInfo, SourceRow};
pub use error::LinkError;
pub use image::Image;
pub use link::{Program, link};
pub use module::GraftModule;
pub use stub::Stub;
