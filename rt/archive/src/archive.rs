//! The runtime as an archive of object files, `libquasar_rt.a`: what programs are linked with, by qc itself or by a C compiler.
//!
//! *Invariant:* it has everything of the runtime and the start of a process, and nothing else.

pub use quasar_process::{SLOT, no_memory, process, unreached};
pub use runtime::{EXPORTS, ExportAddress};
